"""Studies of chapter S24, with their stored tables."""
