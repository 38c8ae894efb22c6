"""Studies of chapter J34, with their stored tables."""
