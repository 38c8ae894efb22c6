"""Studies of chapter S31, with their stored tables."""
