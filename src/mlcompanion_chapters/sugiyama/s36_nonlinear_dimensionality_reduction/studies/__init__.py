"""Studies of chapter S36, with their stored tables."""
