"""Studies of chapter O8, with their stored tables."""
