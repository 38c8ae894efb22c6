"""Studies of chapter J10, with their stored tables."""
