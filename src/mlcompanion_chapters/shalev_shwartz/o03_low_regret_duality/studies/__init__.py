"""Studies of chapter O3, with their stored tables."""
