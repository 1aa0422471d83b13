"""Load tests, and the servers that tests and benchmarks start; see README.md."""
