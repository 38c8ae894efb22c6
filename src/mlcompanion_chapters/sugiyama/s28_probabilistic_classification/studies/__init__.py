"""Studies of chapter S28, with their stored tables."""
