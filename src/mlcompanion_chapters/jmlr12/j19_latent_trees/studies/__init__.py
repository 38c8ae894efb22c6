"""Studies of chapter J19, with their stored tables."""
