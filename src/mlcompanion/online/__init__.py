"""Learning on line: experts, regret and streams."""
