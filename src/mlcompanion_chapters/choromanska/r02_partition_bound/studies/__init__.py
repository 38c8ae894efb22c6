"""Studies of chapter R2, with their stored tables."""
