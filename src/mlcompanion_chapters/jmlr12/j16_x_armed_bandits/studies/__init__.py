"""Studies of chapter J16, with their stored tables."""
