"""Studies of chapter S30, with their stored tables."""
