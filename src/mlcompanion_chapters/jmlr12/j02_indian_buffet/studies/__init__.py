"""Studies of chapter J2, with their stored tables."""
