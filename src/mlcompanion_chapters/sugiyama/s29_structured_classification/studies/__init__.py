"""Studies of chapter S29, with their stored tables."""
