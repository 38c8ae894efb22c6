"""Studies of chapter J15, with their stored tables."""
