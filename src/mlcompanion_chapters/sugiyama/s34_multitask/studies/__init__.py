"""Studies of chapter S34, with their stored tables."""
