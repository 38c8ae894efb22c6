"""Studies of chapter J17, with their stored tables."""
