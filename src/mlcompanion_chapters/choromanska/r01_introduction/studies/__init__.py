"""Studies of chapter R01, with their stored tables."""
