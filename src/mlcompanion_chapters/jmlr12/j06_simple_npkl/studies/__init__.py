"""Studies of chapter J6, with their stored tables."""
