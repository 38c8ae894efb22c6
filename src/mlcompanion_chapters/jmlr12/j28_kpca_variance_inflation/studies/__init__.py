"""Studies of chapter J28, with their stored tables."""
