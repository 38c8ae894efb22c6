"""Studies of chapter S19, with their stored tables."""
