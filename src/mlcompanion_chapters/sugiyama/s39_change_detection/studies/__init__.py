"""Studies of chapter sugiyama/39_change_detection."""
