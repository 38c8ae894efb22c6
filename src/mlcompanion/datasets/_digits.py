"""Handwritten digits of 14 x 14 pixels, split by a seed, for the classifiers of Sugiyama (2016)."""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_rng

from ._listed import load_mnist_5k

__all__ = ["load_digits_14"]


def load_digits_14(random_state=None, n_train=300, n_test=200):
    """Load MNIST digits in 14 x 14 block means, the same number of each class by a random split.

    A substitute for the 16 x 16 digits of Sugiyama (2016, Figs 12.13 and 16.17), whose file
    ``digit.mat`` cannot be had any more: 500 of each class for training and 200 for testing there.

    Parameters
    ----------
    random_state : int, Generator, RandomState or None
        Draws the split.
    n_train, n_test : int
        Images of each class; together 500 at most.

    Returns
    -------
    Bunch
        ``X_train`` (10 n_train, 196) and ``X_test`` (10 n_test, 196), from -1 (paper) to 1 (ink),
        in the order of the classes; ``y_train``, ``y_test``, the digits; ``data`` and ``target``,
        both parts in one; ``DESCR``.
    """
    n_train = check_count(n_train, "n_train", low=1, high=500)
    n_test = check_count(n_test, "n_test", high=500 - n_train)
    rng = check_rng(random_state)
    mnist = load_mnist_5k()
    blocks = mnist.data.reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4)).reshape(-1, 196) / 127.5 - 1
    picks = [rng.permutation(np.flatnonzero(mnist.target == digit)) for digit in range(10)]
    train = np.concatenate([pick[:n_train] for pick in picks])
    test = np.concatenate([pick[n_train : n_train + n_test] for pick in picks])
    data, target = (both[np.append(train, test)] for both in (blocks, mnist.target))
    return Bunch(
        data=data,
        target=target,
        X_train=data[: len(train)],
        y_train=target[: len(train)],
        X_test=data[len(train) :],
        y_test=target[len(train) :],
        DESCR=mnist.DESCR.replace(
            "Changed: nothing", "Changed: means of 2 x 2 pixels, scaled to [-1, 1]"
        ),
    )
