"""Studies of chapter L2, with their stored tables."""
