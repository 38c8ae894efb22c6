"""Games with hidden moves: the reward is not seen, a signal is (Perchet 2011, section 3).

The *flag* of a law of Nature's moves lists the laws of the signals under each action: all that can
ever be learnt of it.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_rng

__all__ = ["SignalGame", "check_law"]

ROUNDING = 1e-8


def check_law(value, name, n):
    """Return a law on n things, or say what is wrong with it."""
    law = check_array(value, name, shape=(n,), low=-ROUNDING, high=1 + ROUNDING, dtype=np.float64)
    if abs(law.sum() - 1) > ROUNDING:
        raise ValueError(f"{name} must sum to 1, got {law.sum():g}")
    return law


class SignalGame:
    """A game between a player, who sees signals alone, and Nature.

    Parameters
    ----------
    rewards : array_like, shape (I, J)
        What action i earns against move j.
    signals : array_like, shape (I, J, S) or (J, S), optional
        Law of the signal, which may depend on the action; default, Nature's move is seen.

    Attributes
    ----------
    rewards : ndarray, shape (I, J)
    signals : ndarray, shape (I, J, S)
    acts_matter : bool
        Whether the signals' laws were given for each action.
    flag_matrix : ndarray, shape (d, J)
        Column j is the flag of move j; ``d`` is ``I S``, or S if actions do not matter.

    Examples
    --------
    >>> game = SignalGame.label_efficient()
    >>> game.flag([0.7, 0.3]).reshape(3, 3)
    array([[0.7, 0.3, 0. ],
           [0. , 0. , 1. ],
           [0. , 0. , 1. ]])
    """

    def __init__(self, rewards, signals=None):
        self.rewards = check_array(rewards, "rewards", ndim=2, min_rows=1, dtype=np.float64).copy()
        n_actions, n_moves = self.rewards.shape
        if n_moves == 0:
            raise ValueError("rewards needs at least 1 column")
        if signals is None:
            signals = np.eye(n_moves)
        signals = check_array(signals, "signals", low=0, high=1, dtype=np.float64)
        if signals.ndim not in (2, 3) or signals.shape[-2] != n_moves:
            raise ValueError(
                f"signals must have shape (J, S) or (I, J, S) with J = {n_moves}, got "
                f"{signals.shape}"
            )
        if signals.ndim == 3 and len(signals) != n_actions:
            raise ValueError(f"signals must have a table for each of {n_actions} actions")
        if signals.shape[-1] == 0 or np.abs(signals.sum(axis=-1) - 1).max() > ROUNDING:
            raise ValueError("signals must be laws, which sum to 1 over the last axis")
        self.acts_matter = signals.ndim == 3
        tables = signals if self.acts_matter else signals[None]
        # row: a signal under an action, column: a move; a law of moves goes to its flag
        self.flag_matrix = np.vstack([table.T for table in tables])
        self.signals = np.broadcast_to(tables, (n_actions, *tables.shape[1:])).copy()

    @classmethod
    def label_efficient(cls):
        """Look, or name one of two labels; only looking tells the label (Example 1)."""
        looking = [[1, 0, 0], [0, 1, 0]]
        naming = [[0, 0, 1], [0, 0, 1]]
        return cls([[0, 0], [1, 0], [0, 1]], [looking, naming, naming])

    @classmethod
    def matching_pennies(cls, dark=False):
        """Name the side of the other's coin, which is seen afterwards, or never (Example 2).

        Parameters
        ----------
        dark : bool
            Whether the signal is the same for both sides.
        """
        signals = [[1], [1]] if check_flag(dark, "dark") else None
        return cls([[1, -1], [-1, 1]], signals)

    @classmethod
    def random(cls, n_actions, n_moves, n_signals=None, *, acts_matter=False, random_state=None):
        """Rewards uniform on [-1, 1]; laws of signals from Dirichlet(1/2).

        Parameters
        ----------
        n_actions, n_moves : int
        n_signals : int, optional
            Default, Nature's move is seen.
        acts_matter : bool
            Whether each action has laws of its own.
        random_state : int, Generator or None

        Returns
        -------
        SignalGame
        """
        n_actions = check_count(n_actions, "n_actions", low=1)
        n_moves = check_count(n_moves, "n_moves", low=1)
        rng = check_rng(random_state)
        rewards = rng.uniform(-1, 1, (n_actions, n_moves))
        if n_signals is None:
            return cls(rewards)
        n_signals = check_count(n_signals, "n_signals", low=1)
        shape = (n_actions, n_moves) if check_flag(acts_matter, "acts_matter") else (n_moves,)
        return cls(rewards, rng.dirichlet(np.full(n_signals, 0.5), shape))

    @property
    def n_actions(self):
        """Number of the player's actions, I."""
        return self.rewards.shape[0]

    @property
    def n_moves(self):
        """Number of Nature's moves, J."""
        return self.rewards.shape[1]

    @property
    def n_signals(self):
        """Number of signals, S."""
        return self.signals.shape[2]

    def flag(self, moves):
        """The flag of a law of Nature's moves, shape (d,).

        Parameters
        ----------
        moves : array_like, shape (J,)
        """
        return self.flag_matrix @ check_law(moves, "moves", self.n_moves)

    def frame(self):
        """Orthonormal basis of what flags can tell of a law of moves, shape (J, r + 1).

        Linear functions of a flag are those ``values @ moves`` whose values lie in its span.
        """
        _, sizes, directions = np.linalg.svd(self.flag_matrix, full_matrices=False)
        # right singular vectors span the rows: all that signals can tell of a law
        return directions[sizes > 1e-10 * sizes[0]].T
