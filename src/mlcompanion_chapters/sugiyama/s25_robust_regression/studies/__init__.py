"""Studies of chapter S25, with their stored tables."""
