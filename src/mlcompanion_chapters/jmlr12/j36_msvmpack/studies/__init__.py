"""Studies of chapter J36, with their stored tables."""
