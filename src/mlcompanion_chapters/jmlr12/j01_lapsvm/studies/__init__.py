"""Studies of chapter J1, with their stored tables."""
