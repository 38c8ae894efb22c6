"""Studies of chapter J4, with their stored tables."""
