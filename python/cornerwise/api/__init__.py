"""The public functions, which ``cornerwise`` exports. Most are one call of the engine."""
