"""Studies of chapter J31, with their stored tables."""
