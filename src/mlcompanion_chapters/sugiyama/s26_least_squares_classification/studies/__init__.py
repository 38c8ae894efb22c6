"""Studies of chapter S26, with their stored tables."""
