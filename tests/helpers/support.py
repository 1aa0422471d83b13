"""The names that tests outside tests/engine still import from here."""
