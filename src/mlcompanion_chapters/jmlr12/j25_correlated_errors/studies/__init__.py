"""Studies of chapter J25, with their stored tables."""
