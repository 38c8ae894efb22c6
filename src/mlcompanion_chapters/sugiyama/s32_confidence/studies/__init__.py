"""Studies of chapter S32, with their stored tables."""
