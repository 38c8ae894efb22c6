"""Studies of chapter J8, with their stored tables."""
