"""Studies of chapter S6, with their stored tables."""
