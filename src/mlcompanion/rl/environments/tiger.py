"""The tiger behind one of two doors: listen, or open."""

import numpy as np

from mlcompanion._validation import check_real
from mlcompanion.rl.models import POMDP

__all__ = ["tiger"]


def tiger(*, hearing=0.85, gamma=0.95, listen=-1.0, treasure=10.0, mauled=-100.0):
    """Two doors, a tiger behind one and a treasure behind the other.

    States: the tiger is left (0), right (1). Actions: listen (0), open left (1), open right (2).
    Observations: a sound from the left (0), from the right (1). Listening moves nothing; after a
    door was opened the tiger is put behind one by chance, and the sound tells nothing.

    Parameters
    ----------
    hearing : float
        Probability that the sound comes from the tiger's door, in [0, 1].
    gamma : float
    listen, treasure, mauled : float
        Rewards of listening, of the treasure's door and of the tiger's.

    Returns
    -------
    POMDP

    References
    ----------
    Kaelbling, Littman and Cassandra (1998), whose rewards these are; Ross et al. (2011), section
    6.1, names no rewards.
    """
    hearing = check_real(hearing, "hearing", low=0, high=1)
    listen = check_real(listen, "listen")
    treasure = check_real(treasure, "treasure")
    mauled = check_real(mauled, "mauled")
    T = np.full((2, 3, 2), 0.5)
    T[:, 0] = np.eye(2)
    O = np.full((2, 3, 2), 0.5)  # noqa: E741
    O[:, 0] = [[hearing, 1 - hearing], [1 - hearing, hearing]]
    R = [[listen, mauled, treasure], [listen, treasure, mauled]]
    return POMDP(T, O, R, gamma, [0.5, 0.5])
