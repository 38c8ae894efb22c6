"""Studies of chapter J37, with their stored tables."""
