"""Studies of chapter L3, with their stored tables."""
