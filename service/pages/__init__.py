"""The documentation as web pages: made from docs/ by ``make pages``, and served below /docs."""
