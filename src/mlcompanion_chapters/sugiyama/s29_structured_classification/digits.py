"""Strings of handwritten digits that follow each other by rule, and who reads them best."""

from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_digits

LENGTH = 5
FOLLOWERS = (1, 3)  # a digit is followed by itself plus one of these, modulo 10
RIDGE = 0.1


class Strings(NamedTuple):
    """Inputs, shape (m, 64), and labels, shape (m,), of each string."""

    xs: list
    ys: list


def rule(strength=1.0):
    """Transition table: 0.45 for each of two followers, none for itself, 0.1 for the others.

    Below a strength of 1 it is mixed with a uniform one.
    """
    table = np.full((10, 10), 0.1 / 7)
    digits = np.arange(10)
    table[digits, digits] = 0.0
    for step in FOLLOWERS:
        table[digits, (digits + step) % 10] = 0.45
    return strength * table + (1 - strength) / 10


def halves(seed):
    """Images and labels of training and of test strings: no image is in both."""
    images, labels = load_digits(return_X_y=True)
    order = np.random.default_rng(seed).permutation(len(images))
    cut = len(order) // 2
    return [(images[part] / 16, labels[part]) for part in (order[:cut], order[cut:])]


def digit_strings(n, pool, rng, strength=1.0, noise=0.0):
    """Draw ``n`` strings: labels from the chain, for each an image of its class, with noise."""
    images, labels = pool
    by_class = [np.flatnonzero(labels == digit) for digit in range(10)]
    table = rule(strength).cumsum(axis=1)
    ys = np.empty((n, LENGTH), dtype=int)
    ys[:, 0] = rng.integers(10, size=n)
    for k in range(1, LENGTH):
        ys[:, k] = (rng.random(n)[:, None] > table[ys[:, k - 1]]).sum(axis=1).clip(max=9)
    chosen = np.array([[rng.choice(by_class[digit]) for digit in y] for y in ys])
    xs = images[chosen] + noise * rng.normal(size=(n, LENGTH, 64))
    return Strings(list(xs), list(ys))


def both_sides(seed, sizes=(600, 400), strength=1.0, noise=0.0):
    """Training and test strings of a split."""
    rng = np.random.default_rng([29, seed])
    return [digit_strings(n, pool, rng, strength, noise) for n, pool in zip(sizes, halves(seed))]


def singles(strings):
    """Each digit as a string of its own."""
    xs = np.concatenate(strings.xs)[:, None]
    ys = np.concatenate(strings.ys)[:, None]
    return Strings(list(xs), list(ys))


def wrong_labels(found, true):
    """Share of wrong labels."""
    return float(np.mean(np.concatenate(found) != np.concatenate(true)))


def wrong_strings(found, true):
    """Share of strings with a wrong label."""
    return float(np.mean([(a != b).any() for a, b in zip(found, true)]))
