"""Studies of chapter R5, with their stored tables."""
