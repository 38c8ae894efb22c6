"""Studies of chapter S11, with their stored tables."""
