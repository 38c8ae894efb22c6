"""Studies of chapter J20, with their stored tables."""
