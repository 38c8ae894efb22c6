"""Numbers of one's own: a seed from a student's name, from which an exercise draws what it asks.

An assignment asks for the name once, and each exercise starts afresh, so the seed stands in the
environment. Who grades computes the same seed from the name under which the notebook came.
"""

import hashlib
import os
import unicodedata
import zlib

import numpy as np

__all__ = ["own_numbers", "remember", "seed_of", "take_seed"]

KEPT_IN = "MLCOMPANION_SEED"


def seed_of(student, salt):
    """The seed of a student in a course.

    Parameters
    ----------
    student : str
        Capitals, accents, blanks and the order of the names do not count: platforms write
        ``boolegeorge`` for George Boole.
    salt : str
        What makes other seeds of the same names, such as the course and the year.

    Returns
    -------
    int
    """
    plain = unicodedata.normalize("NFKD", student.casefold())
    letters = "".join(sorted(filter(str.isalnum, plain)))
    return int(hashlib.sha256(f"{salt}/{letters}".encode()).hexdigest()[:12], 16)


def take_seed(seed):
    """Let the exercises of this process draw from a seed."""
    os.environ[KEPT_IN] = str(seed)


def remember(student, salt):
    """Let the exercises of this notebook draw from a student's seed.

    Raises
    ------
    ValueError
        If the name is empty.
    """
    if not student.strip():
        raise ValueError("write your name into the cell above, and run it")
    take_seed(seed_of(student, salt))


def own_numbers(label):
    """The generator from which an exercise draws.

    Parameters
    ----------
    label : str
        That of the exercise: each draws for itself.

    Raises
    ------
    ValueError
        If no name was told.
    """
    if KEPT_IN not in os.environ:
        raise ValueError("write your name into the cell at the top, and run it")
    return np.random.default_rng([int(os.environ[KEPT_IN]), zlib.crc32(label.encode())])
