"""Streams that several races of online learners run on."""

import numpy as np

from mlcompanion.datasets import load_mnist_5k, load_mushroom, load_spambase, make_noisy_separator

LENGTHS = ((100_000, 20), (1_000_000, 20), (100_000, 100))


def unit_rows(X):
    return X / np.linalg.norm(X, axis=1, keepdims=True).clip(1e-12)


def streams(lengths=LENGTHS):
    """Name, rows of norm 1, and labels -1 and 1; the data sets are shuffled once.

    Mushroom's rows, 22 ones each, are taken times 3/16, which is below one over their norm: no
    score of a Perceptron is rounded, so that one of exactly 0, which is frequent there, is the same
    mistake for everybody, and none is exactly 1, the hinge's kink.
    """
    for n, d in lengths:
        stream = make_noisy_separator(n, d, flip=0.1, random_state=0)
        yield f"{n:,} × {d}", stream.data, stream.target
    spam = load_spambase()
    mushroom = load_mushroom()
    digits = load_mnist_5k()
    for name, X, y in (
        ("Spambase", np.log1p(spam.data), spam.target),
        ("Mushroom", mushroom.data, mushroom.target),
        ("MNIST even or odd", digits.data.astype(float), digits.target % 2),
    ):
        order = np.random.default_rng(0).permutation(len(X))
        rows = X * 0.1875 if name == "Mushroom" else unit_rows(X)
        yield name, rows[order], 2 * y[order] - 1
