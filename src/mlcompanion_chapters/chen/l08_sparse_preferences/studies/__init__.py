"""Studies of chapter L8, with their stored tables."""
