"""Studies of chapter J23, with their stored tables."""
