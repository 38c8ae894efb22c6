"""Studies of chapter J13, with their stored tables."""
