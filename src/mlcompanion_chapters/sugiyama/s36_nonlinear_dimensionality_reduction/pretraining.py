"""Few labels, many images: deep networks begun without labels, and from random weights.

Sugiyama (2016), section 36.5, reports that the former start is better; MNIST at 14 x 14.
"""

import numpy as np

from mlcompanion.datasets import load_digits_14
from mlcompanion.reduction.unfolding import RBM, Autoencoder, StackedPretraining
from mlcompanion.regression.networks import layer_scores, random_layers, train_layers

__all__ = ["STARTS", "pretraining_errors", "tuned_error"]

HIDDEN = (100, 50, 25)
STARTS = ("random", "autoencoder", "machine")
RATES = (0.03, 0.1, 0.3, 1.0)
PASSES = 40


def splits(seed):
    """Labelled images and their classes: to train, to choose by, to test; and all unlabelled."""
    digits = load_digits_14(seed, n_train=230, n_test=200)
    X = (digits.X_train + 1) / 2
    place = np.tile(np.arange(230), 10)  # of an image among those of its class
    parts = [(X[rows], digits.y_train[rows]) for rows in (place < 20, (place >= 20) & (place < 30))]
    test = (digits.X_test + 1) / 2, digits.y_test
    return (*parts, test, X[(place < 20) | (place >= 30)])


def first_layers(start, images, seed):
    """Weights of the hidden layers, and a random output layer, the same for all starts."""
    everything = random_layers([images.shape[1], *HIDDEN, 10], seed)
    if start == "random":
        return everything
    if start == "autoencoder":
        unit = Autoencoder(learning_rate=0.3, batch_size=20, max_iter=PASSES, limits=(0.0, 1.0))
    else:
        unit = RBM(batch_size=20, n_iter=PASSES, limits=(0.0, 1.0))
    stack = StackedPretraining(HIDDEN, unit=unit, random_state=seed).fit(images)
    return [*stack.layers_, everything[-1]]


def errors_on(layers, X, y):
    """Share of wrong classes."""
    return float(np.mean(layer_scores(layers, X).argmax(axis=1) != y))


def tuned_error(layers, parts, n_steps=1500):
    """Test error with the step size that is best on held-out labels; and that size."""
    (X, y), (X_held, y_held), (X_test, y_test) = parts
    runs = []
    for eta in RATES:
        run = train_layers(layers, X, np.eye(10)[y], loss="cross-entropy", eta=eta, n_steps=n_steps)
        runs.append((errors_on(run.layers, X_held, y_held), eta, run.layers))
    held, eta, best = min(runs, key=lambda run: run[0])
    return {"wrong": errors_on(best, X_test, y_test), "held": held, "eta": eta}


def pretraining_errors(start, seed):
    """The errors of one start on one split."""
    *parts, images = splits(seed)
    return tuned_error(first_layers(start, images, seed), parts)
