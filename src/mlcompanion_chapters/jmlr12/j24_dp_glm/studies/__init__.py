"""Studies of chapter J24, with their stored tables."""
