"""Studies of chapter J29, with their stored tables."""
