"""What the service does, independent of HTTP: one file for each noun."""
