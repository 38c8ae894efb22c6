"""Studies of chapter J12, with their stored tables."""
