"""Texts with typing noise, corrected with the statistics of pairs (sections 7.3.2 and 7.4.1)."""

import numpy as np

from mlcompanion.datasets import MESSAGE_LANGUAGES, load_messages, load_reuters
from mlcompanion.graphical.messages import (
    TropicalMatrix,
    chain_map,
    expected_steps,
    second_order_map,
)

TRAIN = 10_000
LENGTH = 25
NOISE = 0.01
HELD_OUT = 2500
#: What the source does not tell, chosen on the 2,500 characters after the first 10,000 of three of
#: the texts: a count that every pair has beside those that were seen, and how many times a
#: character's noise counts.
PSEUDO = 1.0
WEIGHTS = {"chain": 1.0, "second": 2.0}
TEXTS = ("headlines", *MESSAGE_LANGUAGES)


class Corpus:
    """Statistics of 10,000 characters, and strings of 25 from the rest.

    Parameters
    ----------
    name : str
        A language of the messages, or "headlines".
    """

    def __init__(self, name):
        text = shuffled_text(name)
        self.alphabet = sorted(set(text))
        self.size = len(self.alphabet)
        letters = self.encode(text)
        train = letters[:TRAIN]
        self.rest = letters[TRAIN + HELD_OUT :]
        self.near = self.pairs(train[:-1], train[1:])
        self.far = self.pairs(train[:-2], train[2:])

    def pairs(self, first, second):
        """Logarithms of how often two characters stand together."""
        counts = np.full((self.size, self.size), PSEUDO)
        np.add.at(counts, (first, second), 1)
        return np.log(counts / counts.sum())

    def strings(self, letters, number, seed):
        """Strings of some text, and the same with noise: a character in a hundred is replaced."""
        rng = np.random.default_rng(seed)
        starts = rng.integers(0, len(letters) - LENGTH, number)
        true = letters[starts[:, None] + np.arange(LENGTH)]
        hit = rng.random(true.shape) < NOISE
        # another character: any of the others is equally probable
        other = (true + rng.integers(1, self.size, true.shape)) % self.size
        return true, np.where(hit, other, true)

    def noise_scores(self, seen):
        """Log probability of what was typed, for each character that may have been meant."""
        scores = np.full((len(seen), self.size), np.log(NOISE / (self.size - 1)))
        scores[np.arange(len(seen)), seen] = np.log(1 - NOISE)
        return scores

    def encode(self, phrase):
        """Numbers of the characters of a phrase."""
        code = {letter: k for k, letter in enumerate(self.alphabet)}
        return np.array([code[letter] for letter in phrase])

    def decode(self, letters):
        """The phrase of some numbers."""
        return "".join(self.alphabet[k] for k in letters)


def shuffled_text(name):
    """The texts of a corpus in a random order, as one."""
    if name == "headlines":
        texts = [title.split(" ", 1)[1] for title in load_reuters().titles]  # without its number
    else:
        texts = load_messages(name).data
    order = np.random.default_rng(0).permutation(len(texts))
    return " ".join(texts[k] for k in order)


def correct(corpus, seen, model, matrix=None):
    """The best string by a model: "chain", or "second" with next neighbours.

    ``matrix`` holds the sorted statistics of the model's farther pairs, for many calls.
    """
    scores = WEIGHTS[model] * corpus.noise_scores(seen)
    if model == "chain":
        return chain_map(scores, corpus.near if matrix is None else matrix)
    return second_order_map(scores, corpus.near, corpus.far if matrix is None else matrix)


def corrected(corpus, seen, model):
    """Best strings by the model, and the mean number of products formed."""
    matrix = TropicalMatrix((corpus.near if model == "chain" else corpus.far).T)
    runs = [correct(corpus, one, model, matrix) for one in seen]
    return np.array([run.states for run in runs]), np.mean([run.n_products for run in runs])


def text_case(name, model, number, seed=0):
    """Errors before and after, and products per inner product over twice Equation 19."""
    corpus = Corpus(name)
    true, seen = corpus.strings(corpus.rest, number, seed)
    states, products = corrected(corpus, seen, model)
    n_inner = (LENGTH - 1) * corpus.size
    if model == "second":
        n_inner = (LENGTH - 2) * corpus.size**2
    return {
        "n": corpus.size,
        "before": float((seen != true).mean()),
        "after": float((states != true).mean()),
        "ratio": float(products / n_inner / (2 * expected_steps(corpus.size))),
    }
