"""Studies of chapter S22, with their stored tables."""
