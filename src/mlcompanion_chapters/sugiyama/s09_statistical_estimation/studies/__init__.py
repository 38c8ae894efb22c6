"""Studies of chapter S9, with their stored tables."""
