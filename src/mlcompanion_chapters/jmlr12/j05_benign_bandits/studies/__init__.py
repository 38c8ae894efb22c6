"""Studies of chapter J5, with their stored tables."""
