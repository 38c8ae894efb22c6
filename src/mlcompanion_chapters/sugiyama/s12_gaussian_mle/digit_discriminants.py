"""Hand-written digits by Gaussian densities: the sessions of Sugiyama (2016), section 12.5."""

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import confusion_matrix
from sklearn.utils import Bunch

from mlcompanion._validation import check_rng
from mlcompanion.classification import FDA, GenerativeClassifier
from mlcompanion.density import GaussianDensity
from mlcompanion.linalg import pca_project, squared_distances

__all__ = [
    "PRINTED",
    "confusions",
    "line_or_curve",
    "only",
    "ridge_curve",
    "split_again",
    "two_digit_session",
    "worst_pairs",
]

ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)  # of the source's tables

#: Fig. 12.14, true digits in rows, in the order of ``ORDER``.
PRINTED = np.array(
    [
        [199, 0, 0, 0, 1, 0, 0, 0, 0, 0],
        [0, 169, 8, 8, 1, 2, 4, 8, 0, 0],
        [0, 0, 182, 1, 5, 0, 2, 8, 1, 1],
        [2, 2, 0, 182, 0, 1, 0, 3, 10, 0],
        [0, 0, 21, 4, 162, 1, 0, 4, 4, 4],
        [1, 2, 0, 1, 5, 185, 0, 3, 0, 3],
        [2, 0, 1, 5, 1, 0, 181, 0, 9, 1],
        [0, 1, 16, 6, 6, 0, 1, 164, 3, 3],
        [1, 0, 0, 8, 0, 0, 7, 2, 182, 0],
        [0, 0, 3, 0, 0, 4, 0, 1, 0, 192],
    ]
)


def only(data, digits):
    """Training and test images of some digits: ``X_train, y_train, X_test, y_test``."""
    train = np.isin(data.y_train, digits)
    test = np.isin(data.y_test, digits)
    return data.X_train[train], data.y_train[train], data.X_test[test], data.y_test[test]


def split_again(data, random_state=None):
    """Another split of the same images, with as many of each digit on either side."""
    rng = check_rng(random_state)
    images = np.concatenate([data.X_train, data.X_test])
    labels = np.concatenate([data.y_train, data.y_test])
    n = len(data.y_train) // len(ORDER)
    mixed = np.array([rng.permutation(np.flatnonzero(labels == k)) for k in sorted(ORDER)])
    train = mixed[:, :n].ravel()
    test = mixed[:, n:].ravel()
    return Bunch(
        X_train=images[train], y_train=labels[train], X_test=images[test], y_test=labels[test]
    )


def session_rule(ridge=1e-6):
    """The source's classifier: mean of the unbiased class covariances, a small ridge."""
    return FDA(ridge=ridge, unbiased=True)


def two_digit_session(data, ridge=1e-6):
    """The session of section 12.5.2: ones against twos.

    Returns
    -------
    dict
        Of the test images of the digit 2: numbers from 1 of the misread ones (``wrong``), sign of
        the first score difference p1 - p2 (``first``), shares misread (``rate``), with negative
        (``neg``) and positive (``pos``) sign, called 2 by scikit-learn's discriminant (``peer``),
        and on which sign -1 and its answer 2 go together (``agree``); ``rate1``: share of the ones
        that are misread.
    """
    X, y, X_test, y_test = only(data, (1, 2))
    scores = session_rule(ridge).fit(X, y).discriminant(X_test)
    sign = np.sign(scores[:, 0] - scores[:, 1])
    twos = y_test == 2
    says_two = LinearDiscriminantAnalysis().fit(X, y).predict(X_test[twos]) == 2
    return {
        "wrong": (np.flatnonzero(sign[twos] != -1) + 1).tolist(),
        "first": int(sign[twos][0]),
        "rate": np.mean(sign[twos] != -1),
        "rate1": np.mean(sign[~twos] != 1),
        "neg": np.mean(sign[twos] == -1),
        "pos": np.mean(sign[twos] == 1),
        "peer": says_two.mean(),
        "agree": np.mean((sign[twos] == -1) == says_two),
    }


def confusions(data, digits=ORDER, ridge=1e-6, nearest_mean=False):
    """Confusion matrix of test images, true digit in rows, in the order of ``digits``.

    ``nearest_mean`` puts the identity in place of the covariance.
    """
    X, y, X_test, y_test = only(data, digits)
    if nearest_mean:
        means = np.array([X[y == k].mean(axis=0) for k in digits])
        called = np.array(digits)[squared_distances(X_test, means).argmin(axis=1)]
    else:
        called = session_rule(ridge).fit(X, y).predict(X_test)
    return confusion_matrix(y_test, called, labels=digits)


def error_rate(matrix):
    """Share of the patterns off the diagonal."""
    return 1 - np.trace(matrix) / matrix.sum()


def worst_pairs(matrix, digits=ORDER, k=4):
    """The k pairs of digits that are taken for each other most often, as ``(i, j): count``."""
    both = matrix + matrix.T
    places = [(i, j) for i in range(len(digits)) for j in range(i)]
    places.sort(key=lambda place: -both[place])
    return {tuple(sorted((digits[i], digits[j]))): int(both[i, j]) for i, j in places[:k]}


def ridge_curve(data, ridges, tasks=((1, 2), (1, 2, 3), ORDER)):
    """Share of test digits read right for each ridge, ``task -> list``."""
    curve = {}
    for task in tasks:
        X, y, X_test, y_test = only(data, task)
        curve[task] = [session_rule(r).fit(X, y).score(X_test, y_test) for r in ridges]
    return curve


def line_or_curve(data, n, components, repeats=1, random_state=None):
    """Test errors with one covariance for all digits, and with one for each.

    Parameters
    ----------
    data : Bunch
        From ``load_digits_14``.
    n : int
        Training images of each digit, drawn anew in every repeat.
    components : sequence of int
        Numbers of principal coordinates of these images; less than n.
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    line, curve : ndarray, shape (repeats, len(components))
    """
    rng = check_rng(random_state)
    models = FDA(), GenerativeClassifier(GaussianDensity())
    errors = np.empty((2, repeats, len(components)))
    for repeat in range(repeats):
        picks = [rng.choice(np.flatnonzero(data.y_train == k), n, replace=False) for k in range(10)]
        rows = np.concatenate(picks)
        X = data.X_train[rows]
        y = data.y_train[rows]
        train, test = (pca_project(X, max(components), Z) for Z in (X, data.X_test))
        for column, k in enumerate(components):
            for model, found in zip(models, errors):
                right = model.fit(train[:, :k], y).score(test[:, :k], data.y_test)
                found[repeat, column] = 1 - right
    return errors
