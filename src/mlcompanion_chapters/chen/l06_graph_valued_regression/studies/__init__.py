"""Studies of chapter L6, with their stored tables."""
