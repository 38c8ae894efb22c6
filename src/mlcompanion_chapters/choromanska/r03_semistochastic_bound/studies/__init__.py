"""Studies of chapter R3, with their stored tables."""
