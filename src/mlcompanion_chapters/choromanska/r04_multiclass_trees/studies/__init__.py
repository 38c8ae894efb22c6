"""Studies of chapter R4, with their stored tables."""
