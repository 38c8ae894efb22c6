"""Studies of chapter L9, with their stored tables."""
