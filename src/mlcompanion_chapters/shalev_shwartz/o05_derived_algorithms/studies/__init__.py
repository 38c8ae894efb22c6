"""Studies of chapter O5, with their stored tables."""
