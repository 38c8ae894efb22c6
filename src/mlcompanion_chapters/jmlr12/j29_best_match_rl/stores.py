"""What a learner keeps of a world with four actions, in memory."""

import numpy as np

from mlcompanion.rl.bestmatch.memory import Sizes, blank_memory, bytes_of

__all__ = ["kilobytes"]


def kilobytes(n_states, **sizes):
    """Thousands of bytes that a learner's memory of ``n_states`` states takes."""
    terminal = np.zeros(n_states, dtype=bool)
    return bytes_of(blank_memory(0.0, (n_states, 4), terminal, Sizes(**sizes))) / 1000
