"""Studies of chapter S15, with their stored tables."""
