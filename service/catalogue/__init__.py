"""What never changes: variants, pieces, cards and puzzles, with names in several languages."""
