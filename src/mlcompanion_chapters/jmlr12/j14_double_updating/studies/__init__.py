"""Studies of chapter J14, with their stored tables."""
