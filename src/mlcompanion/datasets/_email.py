"""A generated mailbox: which words are in a message, and the folders that it belongs to.

The project's own; the experiments of Shalev-Shwartz (2007), chapter 8, are repeated on it, since
the messages of the source cannot be had.
"""

import numpy as np
from scipy.optimize import brentq
from scipy.sparse import csr_array
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_flag, check_real, check_rng

__all__ = ["make_email_stream"]


def _background(n_words, length):
    """Zipf's law, cut at one half: probabilities of the words, of the given expected sum."""
    law = np.arange(1, n_words + 1) ** -0.8

    def excess(log_factor):
        return np.minimum(0.5, np.exp(log_factor) * law).sum() - length

    # what is cut off must be made good by all others: the factor is searched
    log_factor = brentq(excess, -30.0, np.log(n_words) + 30.0)
    return np.minimum(0.5, np.exp(log_factor) * law)


def _folders(n_samples, prior, burst, arriving, rng):
    """One folder a message: drawn anew, or that of the message before."""
    k = len(prior)
    known_from = np.zeros(k)
    if arriving:  # half of the folders are there from the start, the others come by and by
        known_from = np.maximum(0.0, np.linspace(-1.0, 0.9, k)) * n_samples
    folders = np.empty(n_samples, dtype=int)
    for t in range(n_samples):
        if t > 0 and rng.random() < burst:
            folders[t] = folders[t - 1]
            continue
        weights = prior * (known_from <= t)
        folders[t] = rng.choice(k, p=weights / weights.sum())
    return folders


def make_email_stream(
    n_samples=1500,
    n_words=2000,
    n_folders=20,
    *,
    n_keywords=15,
    length=46.0,
    burst=0.0,
    arriving=False,
    two_folders=0.0,
    random_state=None,
):
    """Draw messages with folders: Zipf's background, and some telling words for each folder.

    Parameters
    ----------
    n_samples, n_words, n_folders : int
        Folder r is chosen with probability proportional to 1/r.
    n_keywords : int
        Telling words of a folder; no two folders share one while there are enough words. In its
        messages such a word has a probability of at least one drawn between 0.05 and 0.5.
    length : float
        Expected number of background words of a message, at most a third of ``n_words``.
    burst : float in [0, 1)
        Probability that a message belongs where the one before did.
    arriving : bool
        Whether the rarer half of the folders come into use only on the way.
    two_folders : float in [0, 1]
        Share of messages that belong to a second folder too, with the words of both.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_words), a sparse array of 0 and 1; ``target`` (n_samples, n_folders),
        a table of bool; ``folder`` (n_samples,), the first folder; ``keywords`` (n_folders,
        n_keywords).

    Notes
    -----
    Words are independent, given the folders. Cost: O(n_samples n_words).

    Examples
    --------
    >>> mail = make_email_stream(100, 300, 5, random_state=0)
    >>> mail.data.shape, mail.target.sum(axis=1).max()
    ((100, 300), np.int64(1))
    """
    n_samples = check_count(n_samples, "n_samples", low=1)
    n_words = check_count(n_words, "n_words", low=2)
    k = check_count(n_folders, "n_folders", low=2)
    n_keywords = check_count(n_keywords, "n_keywords", low=1, high=n_words)
    length = check_real(length, "length", low=0, high=n_words / 3, open_low=True)
    burst = check_real(burst, "burst", low=0, high=1, open_high=True)
    arriving = check_flag(arriving, "arriving")
    two_folders = check_real(two_folders, "two_folders", low=0, high=1)
    rng = check_rng(random_state)
    background = rng.permutation(_background(n_words, length))
    # whole permutations: no word serves two folders before each has served one
    order = np.concatenate([rng.permutation(n_words) for _ in range(-(-k * n_keywords // n_words))])
    keywords = order[: k * n_keywords].reshape(k, n_keywords)
    chances = np.tile(background, (k, 1))
    for words, row in zip(keywords, chances):
        row[words] = np.maximum(row[words], rng.uniform(0.05, 0.5, n_keywords))
    prior = 1 / np.arange(1, k + 1)
    folder = _folders(n_samples, prior / prior.sum(), burst, arriving, rng)
    target = np.zeros((n_samples, k), dtype=bool)
    target[np.arange(n_samples), folder] = True
    for t in np.flatnonzero(rng.random(n_samples) < two_folders):
        target[t, rng.choice(np.flatnonzero(~target[t]))] = True
    # of two folders the one that says a word more often decides
    rows = [rng.random(n_words) < chances[relevant].max(axis=0) for relevant in target]
    data = csr_array(np.array(rows), dtype=float)
    return Bunch(
        data=data,
        target=target,
        folder=folder,
        keywords=keywords,
        DESCR="Generated messages: which words are there, and the folders they belong to.",
    )
