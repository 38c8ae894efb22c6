"""Studies of chapter S20, with their stored tables."""
