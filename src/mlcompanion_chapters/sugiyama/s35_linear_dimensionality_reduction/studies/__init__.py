"""Studies of chapter S35, with their stored tables."""
