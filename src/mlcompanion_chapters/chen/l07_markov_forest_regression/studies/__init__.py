"""Studies of chapter L07, with their stored tables."""
