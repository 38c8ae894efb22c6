"""The floor projection of Definition 3: how far a row moves, by search; no code of the library."""

from fractions import Fraction

import numpy as np

__all__ = ["by_hand", "search"]


def by_hand():
    """L1 change of the row (99, 99, 99, 99, 1604) when it is rounded down to N = 20, exactly."""
    row, N = [99, 99, 99, 99, 1604], 20
    total = sum(row)
    rounded = [N * count // total for count in row]
    left = sum(rounded)
    return float(sum(abs(Fraction(c, total) - Fraction(r, left)) for c, r in zip(row, rounded)))


def _laws(rng, n_states, caps):
    """Rows to round: half at random, half with all but one entry just below a whole number."""
    laws = rng.dirichlet(np.full(n_states, 0.5), size=len(caps))
    tight = np.arange(len(caps)) % 2 == 1
    most = np.maximum((caps - 1) // n_states, 0)
    whole = rng.integers(0, most[:, None] + 1, (len(caps), n_states - 1))
    near = (whole + 1 - 1e-6) / caps[:, None]
    near = np.column_stack([near, 1 - near.sum(axis=1)])
    # the last entry takes the rest; where nothing is left for it the random row stays
    return np.where((tight & (near[:, -1] > 0))[:, None], near, laws)


def search(n_states, n_rows, seed):
    """Largest ratios over random rows and whole caps from S + 1 to 1000.

    Returns
    -------
    dict
        ``excess``: change over the printed bound S / (N - S); ``entry``: largest change of one
        entry times the new total; ``right``: change over 2 (S - 1) / new total.
    """
    rng = np.random.default_rng(seed)
    caps = rng.integers(n_states + 1, 1001, n_rows)
    laws = _laws(rng, n_states, caps)
    rounded = np.floor(caps[:, None] * laws)
    left = rounded.sum(axis=1)
    moved = np.abs(laws - rounded / left[:, None])
    change = moved.sum(axis=1)
    return {
        "excess": float((change * (caps - n_states) / n_states).max()),
        "entry": float((moved.max(axis=1) * left).max()),
        "right": float((change * left / (2 * (n_states - 1))).max()),
    }
