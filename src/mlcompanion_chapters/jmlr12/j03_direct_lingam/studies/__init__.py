"""Studies of chapter J3, with their stored tables."""
