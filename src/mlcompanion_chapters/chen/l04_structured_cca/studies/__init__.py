"""Studies of chapter L4, with their stored tables."""
