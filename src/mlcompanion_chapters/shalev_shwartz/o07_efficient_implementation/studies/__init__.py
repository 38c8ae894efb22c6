"""Studies of chapter O7, with their stored tables."""
