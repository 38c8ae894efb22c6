"""Studies of chapter J35, with their stored tables."""
