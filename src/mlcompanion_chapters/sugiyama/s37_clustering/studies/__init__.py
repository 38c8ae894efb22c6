"""Studies of chapter S37, with their stored tables."""
