"""Studies of chapter S38, with their stored tables."""
