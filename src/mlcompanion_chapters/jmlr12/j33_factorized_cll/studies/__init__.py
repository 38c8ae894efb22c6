"""Studies of chapter J33, with their stored tables."""
