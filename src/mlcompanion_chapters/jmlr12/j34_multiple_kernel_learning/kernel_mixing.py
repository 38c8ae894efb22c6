"""Stacks of numerals for a page, two kernels mixed, and a plane that needs a gate."""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion.datasets import load_mfeat
from mlcompanion.kernel_methods import (
    AlignmentMKL,
    GroupLassoMKL,
    LocalizedMKL,
    RuleMKL,
    SimpleMKL,
    view_kernels,
)
from mlcompanion.kernel_methods.mkl.localized import gated_kernel, gates
from mlcompanion.kernels import alignment

from .kernel_tables import FOUR, standardized, two_classes

__all__ = [
    "collapse",
    "crossing",
    "crossing_kernels",
    "gated_machine",
    "learnt_gate",
    "mixtures",
    "numeral_stacks",
    "stops",
    "with_noise",
]


def numeral_stacks(names=FOUR, task="sl", n_train=300, n_test=600, random_state=0, kernel="linear"):
    """Kernels of some numerals, ready for learners.

    Returns
    -------
    Bunch
        ``Ks`` (P, n, n), ``Ks_test`` (P, q, n), ``y``, ``y_test`` (-1, 1; 1 for even or small),
        ``Z``, ``Z_test`` (all views side by side), ``numerals``, ``pictures`` (of the training
        rows, 15 x 16).
    """
    numerals = load_mfeat()
    order = np.random.default_rng(random_state).permutation(2000)
    train = order[:n_train]
    test = order[n_train : n_train + n_test]
    views = standardized([numerals.views[name] for name in names], train)
    y = two_classes(numerals.target, task)
    a, b = ([view[rows] for view in views] for rows in (train, test))
    return Bunch(
        Ks=view_kernels(a, kernel=kernel),
        Ks_test=view_kernels(b, a, kernel=kernel),
        y=y[train],
        y_test=y[test],
        Z=np.hstack(a),
        Z_test=np.hstack(b),
        numerals=numerals.target[train],
        pictures=numerals.views["pix"][train],
    )


def with_noise(data, n_noise, random_state=0, columns=40):
    """The stacks of ``data`` with views of pure noise beside them, normal columns."""
    rng = np.random.default_rng(random_state)
    n = len(data.y)
    total = len(data.y) + len(data.y_test)
    noise = [rng.normal(size=(total, columns)) for _ in range(n_noise)]
    old = [v[:n] for v in noise]
    new = [v[n:] for v in noise]
    return (
        np.concatenate([data.Ks, view_kernels(old)]),
        np.concatenate([data.Ks_test, view_kernels(new, old)]),
    )


def mixtures(data, shares, C=1.0):
    """Four measures of the mixture of two kernels, for each share of the second one.

    Returns
    -------
    dict
        ``accuracy`` (percent of new rows), ``alignment``, ``centred`` and ``value``, the optimal
        value of the machine.
    """
    found = {name: [] for name in ("accuracy", "alignment", "centred", "value")}
    for share in shares:
        weights = np.array([1 - share, share])
        K, K_test = (np.tensordot(weights, S, 1) for S in (data.Ks, data.Ks_test))
        machine = RuleMKL(C=C, kernels="precomputed").fit(K[None], data.y)
        found["accuracy"].append(100 * np.mean(machine.predict(K_test[None]) == data.y_test))
        found["alignment"].append(alignment(K, data.y))
        found["centred"].append(alignment(K, data.y, centered=True))
        found["value"].append(machine.objective_)
    return found


def stops(data, C=1.0):
    """The share of the second of two kernels at which each learner stops; weights sum to 1."""
    settings = {"C": C, "kernels": "precomputed"}
    learners = {
        "mean": RuleMKL("mean", **settings),
        "ratio": AlignmentMKL("ratio", **settings),
        "conic": AlignmentMKL("conic", **settings),
        "centred": AlignmentMKL("centered_conic", **settings),
        "SimpleMKL": SimpleMKL(**settings),
        "lasso p = 2": GroupLassoMKL(2, **settings),
    }
    weights = {name: model.fit(data.Ks, data.y).weights_ for name, model in learners.items()}
    return {name: float(w[1] / w.sum()) for name, w in weights.items()}


def collapse(data, counts, C=1.0):
    """What the product of the first P kernels looks like: off the diagonal, and as a machine.

    Returns
    -------
    list of (int, float, float, float)
        P, the median absolute entry off the diagonal, support vectors and accuracy in percent.
    """
    off = ~np.eye(len(data.y), dtype=bool)
    found = []
    for count in counts:
        Ks = data.Ks[:count]
        model = RuleMKL("product", C=C, kernels="precomputed").fit(Ks, data.y)
        right = np.mean(model.predict(data.Ks_test[:count]) == data.y_test)
        middle = np.median(abs(Ks.prod(axis=0)[off]))
        found.append(
            (count, float(middle), 100 * len(model.support_) / len(data.y), 100 * float(right))
        )
    return found


def crossing(n=160, random_state=0):
    """A plane with two tasks: above or below on the left, a checkerboard of four on the right."""
    rng = np.random.default_rng(random_state)
    left = rng.random(n) < 0.5
    high = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    side = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    centres = np.column_stack([np.where(left, -2.0, 2.0 + 0.8 * side), high])
    return centres + 0.3 * rng.normal(size=(n, 2)), np.where(left, high, high * side)


def crossing_kernels(X, X_train):
    """A linear and a quadratic kernel of points of the plane, of like size."""
    inner = X @ X_train.T
    return np.array([inner + 1, (inner + 1) ** 2 / 9])


def gated_machine(X, y, sharpness, C=10.0):
    r"""A machine whose gate is set by hand: the linear kernel left, the quadratic one right.

    The gates are softmax of :math:`(-s\,x_1,s\,x_1)/2`, s the sharpness.

    Returns
    -------
    scores : callable
        From points to scores.
    n_support : int
    """
    V = np.array([[-0.5, 0, 0], [0.5, 0, 0]]) * sharpness
    rows = gates(V, X)
    K = gated_kernel(crossing_kernels(X, X), rows)
    model = RuleMKL(C=C, kernels="precomputed").fit(K[None], y)

    def scores(points):
        Ks = crossing_kernels(points, X)
        return model.decision_function(gated_kernel(Ks, gates(V, points), rows)[None])

    return scores, len(model.support_)


def learnt_gate(X, y, C=10.0, random_state=0):
    """The same with a learnt gate."""
    model = LocalizedMKL(
        "softmax", C=C, tol=1e-3, max_iter=200, random_state=random_state, kernels=crossing_kernels
    )
    return model.fit(X, y)
