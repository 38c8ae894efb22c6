"""Studies of chapter J26, with their stored tables."""
