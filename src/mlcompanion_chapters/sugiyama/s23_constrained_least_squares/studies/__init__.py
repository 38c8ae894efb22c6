"""Studies of chapter S23, with their stored tables."""
