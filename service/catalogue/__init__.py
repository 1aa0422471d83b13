"""What never changes: variants, pieces and cards, with names in several languages."""
