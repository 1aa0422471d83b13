"""Load on a real server, and the servers it runs on; see README.md."""
