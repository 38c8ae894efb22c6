"""Studies of chapter J18, with their stored tables."""
