"""The mean loss of candidate labels: scores fitted directly, and as two classes of stacked rows.

Weights are asserted to be the same to 1e-3. The peer gets its rows as a sparse matrix, built before
the clock starts.
"""

from functools import partial

import numpy as np
from scipy import sparse
from sklearn.svm import LinearSVC

from _race import duel, equal
from mlcompanion.classification import PartialLabelSVM
from mlcompanion.datasets import make_bags

TITLE = "Partial labels"
CHAPTER = "jmlr12/12_partial_labels"
SIZES = ((250, 50, 10, 2), (1000, 50, 10, 2), (1000, 50, 26, 11))


def stacked(X, bags):
    """One positive row an example, a negative one for every label outside, and their signs."""
    pull = sparse.csr_matrix(bags / bags.sum(axis=1, keepdims=True))
    rows = [sparse.kron(pull[i], X[i : i + 1]) for i in range(len(X))]
    i, a = np.nonzero(~bags)
    eye = sparse.eye(bags.shape[1], format="csr")
    rows += [sparse.kron(eye[b], X[k : k + 1]) for k, b in zip(i, a)]
    return sparse.vstack(rows, format="csr"), np.repeat([1, -1], [len(X), len(i)])


def ours(X, bags):
    """Weights, one row a label."""
    return PartialLabelSVM(C=0.1, fit_intercept=False, tol=1e-6).fit(X, bags).coef_.T


def theirs(rows, signs, L):
    """The same weights from the machine for two classes."""
    model = LinearSVC(C=0.1, fit_intercept=False, dual=False, tol=1e-6).fit(rows, signs)
    return model.coef_.reshape(L, -1)


def rows():
    """Three sizes."""
    rng = np.random.default_rng(12)
    for m, d, L, q in SIZES:
        y = rng.integers(0, L, m)
        X = rng.normal(size=(m, d)) + rng.normal(size=(L, d))[y]
        bags = make_bags(y, q, n_classes=L, random_state=rng)
        yield duel(
            "mean loss", f"{m} x {d}, {L} labels, bags of {q + 1}", partial(ours, X, bags),
            "LinearSVC, stacked rows", partial(theirs, *stacked(X, bags), L),
            same=equal(rtol=0, atol=1e-3), note="weights equal to 1e-3",
        )  # fmt: skip
