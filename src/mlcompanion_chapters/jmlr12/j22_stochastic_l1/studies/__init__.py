"""Studies of chapter J22, with their stored tables."""
