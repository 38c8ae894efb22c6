"""Studies of chapter O6, with their stored tables."""
