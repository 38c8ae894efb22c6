"""Which of the three output modes is in force; see the package's first lines."""

import os

MODES = ("live", "plain", "book")


def output_mode():
    """Return ``"live"``, ``"plain"`` or ``"book"``."""
    mode = os.environ.get("MLCOMPANION_OUTPUT", "live")
    if mode not in MODES:
        raise ValueError(f"MLCOMPANION_OUTPUT must be one of {MODES}, got {mode!r}")
    return mode
