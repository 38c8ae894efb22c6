"""Studies of chapter S21, with their stored tables."""
