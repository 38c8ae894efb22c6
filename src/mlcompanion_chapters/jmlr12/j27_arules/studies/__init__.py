"""Studies of chapter J27, with their stored tables."""
