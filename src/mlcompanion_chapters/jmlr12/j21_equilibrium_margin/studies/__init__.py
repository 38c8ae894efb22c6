"""Studies of chapter J21, with their stored tables."""
