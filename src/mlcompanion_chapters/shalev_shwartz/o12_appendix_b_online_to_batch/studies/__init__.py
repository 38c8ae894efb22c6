"""Studies of chapter O12, with their stored tables."""
