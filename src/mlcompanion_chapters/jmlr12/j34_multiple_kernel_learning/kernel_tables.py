"""The comparison of Gönen and Alpaydın (2011), Section 4: eighteen learners on digits in views.

A table of results is long: one row a learner, fold and C. What the paper prints comes of it by
:func:`chosen`: for each learner the C of best mean validation accuracy, and its means there.
"""

import numpy as np
from scipy.stats import f as f_law
from scipy.stats import rankdata

from mlcompanion.datasets import load_mfeat, load_penbased, stroke_images
from mlcompanion.kernel_methods import (
    SOCPMKL,
    AlignmentMKL,
    GeneralizedMKL,
    GroupLassoMKL,
    LocalizedMKL,
    NonlinearMKL,
    RuleMKL,
    SimpleMKL,
    view_kernels,
)

__all__ = [
    "FOUR",
    "NAMES",
    "SIX",
    "chosen",
    "combinations",
    "five_by_two",
    "learner_rows",
    "mean_ranks",
    "numeral_views",
    "paired_f",
    "pen_views",
    "standardized",
    "two_classes",
]

#: The four views of the digits in Table 11.
FOUR = ("fou", "kar", "pix", "zer")
#: All six views of the digits.
SIX = ("fac", "fou", "kar", "mor", "pix", "zer")

#: The learners in the order of the paper's tables.
NAMES = (
    "SVM (best)", "SVM (all)", "RBMKL (mean)", "RBMKL (product)", "ABMKL (conic)",
    "ABMKL (convex)", "ABMKL (ratio)", "CABMKL (linear)", "CABMKL (conic)", "MKL", "SimpleMKL",
    "GMKL", "GLMKL (p=1)", "GLMKL (p=2)", "NLMKL (p=1)", "NLMKL (p=2)", "LMKL (softmax)",
    "LMKL (sigmoid)",
)  # fmt: skip


def numeral_views(names=FOUR):
    """Views of Multiple Features, and the numerals."""
    numerals = load_mfeat()
    return [numerals.views[name] for name in names], numerals.target


def pen_views():
    """The pen digits as coordinates and as strokes redrawn on 4 x 4, 8 x 8 and 16 x 16 cells."""
    pen = load_penbased()
    return [pen.data, *(stroke_images(pen.data, cells=c) for c in (4, 8, 16))], pen.target


def two_classes(numerals, task):
    """Labels: ``"eo"`` even against odd, ``"sl"`` 0 to 4 against 5 to 9."""
    return np.where(numerals % 2 == 0 if task == "eo" else numerals < 5, 1, -1)


def five_by_two(y, n_test, repeats, random_state, size=None):
    """A test set, and training halves with their other halves, stratified.

    Returns the rows of the test set and a list of ``2 * repeats`` pairs (train, validate); with
    ``size``, both halves are drawn from that many rows.
    """
    rng = np.random.default_rng(random_state)
    order = rng.permutation(len(y))
    test = order[:n_test]
    rest = order[n_test:]
    folds = []
    for _ in range(repeats):
        mixed = rng.permutation(rest)[:size]
        sides = [mixed[y[mixed] == label] for label in np.unique(y)]
        first = np.concatenate([side[: len(side) // 2] for side in sides])
        second = np.concatenate([side[len(side) // 2 :] for side in sides])
        folds += [(first, second), (second, first)]
    return test, folds


def standardized(views, train):
    """Views with mean 0 and deviation 1 on the training rows; constant columns stay 0."""
    scales = [view[train].std(axis=0) for view in views]
    return [
        (view - view[train].mean(axis=0)) / np.where(scale > 0, scale, 1)
        for view, scale in zip(views, scales)
    ]


def combinations(C, *, tol=0.01, max_iter=50, random_state=0):
    """Name and learner of the sixteen that combine kernels, for precomputed stacks."""
    search = {"C": C, "tol": tol, "max_iter": max_iter, "kernels": "precomputed"}
    once = {"C": C, "kernels": "precomputed"}
    gate = {**search, "random_state": random_state}
    rules = ("conic", "convex", "ratio", "centered_linear", "centered_conic")
    return dict(
        zip(
            NAMES[2:],
            [
                RuleMKL("mean", **once),
                RuleMKL("product", **once),
                *(AlignmentMKL(rule, **once) for rule in rules),
                SOCPMKL(**{**search, "tol": tol / 10}),
                SimpleMKL(**search),
                GeneralizedMKL(**search),
                GroupLassoMKL(1, tol=tol, **once),
                GroupLassoMKL(2, tol=tol, **once),
                NonlinearMKL(1, **search),
                NonlinearMKL(2, **search),
                LocalizedMKL("softmax", **gate),
                LocalizedMKL("sigmoid", **gate),
            ],
        )
    )


def learner_rows(views, y, train, parts, C, *, kernel="linear", names=NAMES[2:], **search):
    """Train all learners on some rows; one dict a learner.

    Parameters
    ----------
    views : list of ndarray, shapes (n, d_m)
    y : ndarray, shape (n,)
    train : ndarray of int
        Rows to train on.
    parts : dict
        Name -> rows to be right on: a column of accuracies each, in percent.
    C : float
    kernel : {"linear", "gaussian"}
    names : sequence of str
        Which combinations; every single kernel, and all views side by side, are always run.
    **search
        For :func:`combinations`.

    Returns
    -------
    list of dict
        ``learner``, an accuracy for each part, ``sv`` (percent of the training rows), ``active``
        (kernels whose weight, or largest gate, is at least a thousandth of the largest) and
        ``calls``. Single kernels are called "view 0", "view 1", ...
    """
    views = standardized(views, train)
    side = np.hstack(views)
    targets = {"train": train, **parts}
    stacks = {
        part: view_kernels([v[rows] for v in views], [v[train] for v in views], kernel=kernel)
        for part, rows in targets.items()
    }
    whole = {
        part: view_kernels([side[rows]], [side[train]], kernel=kernel, factors=(1.0,))
        for part, rows in targets.items()
    }
    machine = RuleMKL(C=C, kernels="precomputed")
    runs = {f"view {m}": (machine, {p: K[[m]] for p, K in stacks.items()})
            for m in range(len(stacks["train"]))}  # fmt: skip
    runs["SVM (all)"] = machine, whole
    runs |= {name: (model, stacks) for name, model in combinations(C, **search).items()
             if name in names}  # fmt: skip
    rows = []
    for name, (model, Ks) in runs.items():
        gated = isinstance(model, LocalizedMKL)
        model.fit(Ks["train"], y[train], **({"Z": side[train]} if gated else {}))
        row = {"learner": name}
        for part, at in parts.items():
            said = model.predict(Ks[part], **({"Z": side[at]} if gated else {}))
            row[part] = 100 * float(np.mean(said == y[at]))
        weights = model.gates(side[train]).max(axis=1) if gated else abs(model.weights_)
        row["sv"] = 100 * len(model.support_) / len(train)
        row["active"] = int((weights >= 1e-3 * weights.max()).sum())
        row["calls"] = model.n_svm_calls_
        rows.append(row)
    return rows


def chosen(rows, n_kernels=None):
    """For each learner the C with the best mean validation accuracy, and what it brought.

    Parameters
    ----------
    rows : list of dict
        Of :func:`learner_rows`, with ``C``, and parts ``valid`` and ``test``.
    n_kernels : int, optional
        Kernels that "SVM (all)" has to compute, and calls of "SVM (best)".

    Returns
    -------
    dict
        Name, in the tables' order, -> dict of lists over the folds: ``test``, ``sv``, ``active``,
        ``calls``, and the number ``C``. The best single kernel is chosen like C.
    """
    groups = {}
    for row in rows:
        name = NAMES[0] if row["learner"].startswith("view") else row["learner"]
        groups.setdefault(name, {}).setdefault((row["learner"], row["C"]), []).append(row)
    found = {}
    for name in NAMES:
        if name not in groups:
            continue
        (_, C), best = max(
            groups[name].items(), key=lambda item: np.mean([r["valid"] for r in item[1]])
        )
        found[name] = {k: [r[k] for r in best] for k in ("test", "sv", "active", "calls")}
        found[name]["C"] = C
    if n_kernels is not None:
        found[NAMES[0]]["calls"] = [n_kernels] * len(found[NAMES[0]]["calls"])
        found[NAMES[1]]["active"] = [n_kernels] * len(found[NAMES[1]]["active"])
    return found


def mean_ranks(tables):
    """Mean rank of each learner over experiments, 1 for the most accurate; ties share.

    Parameters
    ----------
    tables : list of list of float
        Accuracies, one list an experiment.

    Returns
    -------
    list of float
    """
    return [float(r) for r in np.mean([rankdata(-np.array(t)) for t in tables], axis=0)]


def paired_f(first, second):
    """Alpaydın's 5 x 2 cv paired F test: are two learners equally accurate?

    Parameters
    ----------
    first, second : array_like, shape (10,)
        Accuracies on the folds; entries 2i and 2i + 1 are of the i-th split.

    Returns
    -------
    statistic, p_value : float
        The statistic follows F with 10 and 5 degrees of freedom if they are.
    """
    p = (np.asarray(first, float) - np.asarray(second, float)).reshape(5, 2)
    variance = ((p - p.mean(axis=1, keepdims=True)) ** 2).sum()
    if variance == 0:
        return (np.inf, 0.0) if p.any() else (0.0, 1.0)
    statistic = (p**2).sum() / (2 * variance)
    return float(statistic), float(f_law.sf(statistic, 10, 5))
