"""Studies of chapter O9, with their stored tables."""
