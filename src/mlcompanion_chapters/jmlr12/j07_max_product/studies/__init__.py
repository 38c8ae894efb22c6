"""Studies of chapter J7, with their stored tables."""
