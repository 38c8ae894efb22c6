"""Studies of chapter L5, with their stored tables."""
