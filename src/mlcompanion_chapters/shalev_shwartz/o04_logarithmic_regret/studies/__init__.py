"""Studies of chapter O4, with their stored tables."""
