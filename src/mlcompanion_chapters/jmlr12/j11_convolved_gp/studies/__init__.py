"""Studies of chapter J11, with their stored tables."""
