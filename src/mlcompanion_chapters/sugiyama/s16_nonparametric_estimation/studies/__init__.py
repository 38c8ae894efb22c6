"""Studies of chapter S16, with their stored tables."""
