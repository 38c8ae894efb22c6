"""Errors and seconds of the four multiclass machines on digits, DNA and letters."""

from time import process_time

import numpy as np
from scipy.optimize import nnls
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from mlcompanion._validation import check_rng
from mlcompanion.datasets import load_digits_14, load_letter, load_splice
from mlcompanion.kernel_methods.multiclass.msvm import solve_msvm
from mlcompanion.kernel_methods.multiclass.msvm_climbs import Climb
from mlcompanion.kernel_methods.multiclass.msvm_parts import (
    KINDS,
    diagonal_ridge,
    settings,
    slack_excess,
)
from mlcompanion.kernels import gram

from .multiclass_machines import loss_optimum

__all__ = ["DIGIT_LAMS", "LAMS", "bound_seconds", "digit_errors", "digit_seconds", "letters",
           "program_gaps", "slacks_by_programs", "splice_errors", "splice_windows"]  # fmt: skip

#: Penalties among which a machine chooses: DNA, digits.
LAMS = (0.1, 1.0)
DIGIT_LAMS = (0.01, 0.1, 1.0)
WIDTH = {"digits": 8.9, "splice": 9.5, "letters": 3.0}  # digits, DNA: the median distance


def _digits(seed, size):
    """Digits for training (``size``), for the penalty and for the test (500 each), disjoint."""
    bunch = load_digits_14(seed, size // 10, 100)
    train = bunch.X_train, bunch.y_train
    return train, *((bunch.X_test[half::2], bunch.y_test[half::2]) for half in (0, 1))


def _error(X, y, test, coef, intercept, sigma):
    """Test error in percent of given coefficients."""
    scores = gram(test[0], X, sigma=sigma) @ coef + intercept
    return 100 * float(np.mean(scores.argmax(axis=1) != test[1]))


def digit_errors(seed, size=500):
    """Test errors of the four machines and of one machine a class against the rest.

    The penalty of each, from ``DIGIT_LAMS``, is the best on 500 further digits.
    """
    (X, y), valid, test = _digits(seed, size)
    K = gram(X, sigma=WIDTH["digits"])
    rows = []
    for kind in KINDS:
        machine = settings(kind, 10)
        best = (np.inf, None, None)
        for lam in DIGIT_LAMS:
            run = solve_msvm(K, y, machine, lam)
            error = _error(X, y, valid, run.coef, run.intercept, WIDTH["digits"])
            best = min(best, (error, lam, run), key=lambda found: found[0])
        error = _error(X, y, test, best[2].coef, best[2].intercept, WIDTH["digits"])
        rows.append({"type": kind, "percent": error, "lam": best[1], "n": size})
    lam, percent = _rest_error((X, y), valid, test)
    return [*rows, {"type": "rest", "percent": percent, "lam": lam, "n": size}]


def _rest_error(train, valid, test):
    """The penalty chosen and the test error of a two-class machine for each class."""
    gamma = 1 / (2 * WIDTH["digits"] ** 2)
    fits = {lam: OneVsRestClassifier(SVC(C=1 / lam, gamma=gamma)).fit(*train) for lam in DIGIT_LAMS}
    lam = max(DIGIT_LAMS, key=lambda lam: fits[lam].score(*valid))
    return lam, 100 * (1 - fits[lam].score(*test))


def digit_seconds(seed, size=500):
    """Seconds of training at the penalty 0.1, and steps."""
    (X, y), _, _ = _digits(seed, size)
    K = gram(X, sigma=WIDTH["digits"])
    rows = []
    for kind in KINDS:
        start = process_time()
        run = solve_msvm(K, y, settings(kind, 10), 0.1)
        seconds = process_time() - start
        rows.append({"type": kind, "training": seconds, "steps": run.n_iter, "n": size})
    return rows


def program_gaps(seed, size=120):
    """Our early stop against an interior point method on the machine's own loss."""
    (X, y), _, test = _digits(seed, size)
    K = gram(X, sigma=WIDTH["digits"])
    rows = []
    for kind in ("WW", "CS", "LLW"):
        ours = solve_msvm(K, y, settings(kind, 10), 0.1)
        peer = loss_optimum(kind, K, y, 0.1)
        errors = [
            _error(X, y, test, coef, b, WIDTH["digits"])
            for coef, b in ((ours.coef, ours.intercept), (peer.coef, peer.intercept))
        ]
        rows.append({"type": kind, "diff": abs(errors[0] - errors[1]), "percent": errors[1],
                     "obj": abs(ours.bound - peer.value) / peer.value})  # fmt: skip
    return rows


def splice_windows(random_state=None):
    """The 3,005 different windows of DNA in random order, and what stands in their middle."""
    bunch = load_splice()
    first = np.unique(bunch.sequences, return_index=True)[1]
    order = check_rng(random_state).permutation(first)
    return bunch.data[order], bunch.target[order]


def splice_errors(fold, size=3005):
    """Errors on one of five folds of DNA; the penalty from ``LAMS`` by the fold that follows."""
    X, y = (part[:size] for part in splice_windows(0))
    place = np.arange(size) % 5
    sigma = WIDTH["splice"]
    rows = []
    tested = place == fold
    judged = place == (fold + 1) % 5
    whole = ~tested
    part = ~tested & ~judged
    K = gram(X[whole], sigma=sigma)
    small = gram(X[part], sigma=sigma)
    for kind in KINDS:
        machine = settings(kind, 3)
        errors = []
        for lam in LAMS:
            run = solve_msvm(small, y[part], machine, lam)
            errors.append(_error(X[part], y[part], (X[judged], y[judged]), run.coef,
                                 run.intercept, sigma))  # fmt: skip
        lam = LAMS[int(np.argmin(errors))]
        run = solve_msvm(K, y[whole], machine, lam)
        percent = _error(X[whole], y[whole], (X[tested], y[tested]), run.coef, run.intercept, sigma)
        rows.append({"type": kind, "percent": percent, "lam": lam, "n": int(whole.sum())})
    return rows


def letters(n_classes, m, random_state):
    """Gram matrix and labels of the first letters of the alphabet, equally many of each."""
    bunch = load_letter()
    names = np.unique(bunch.target)[:n_classes]
    rng = check_rng(random_state)
    rows = [
        rng.permutation(np.flatnonzero(bunch.target == name))[: m // n_classes] for name in names
    ]
    X = np.asarray(bunch.data, float)[np.concatenate(rows)]
    y = np.repeat(np.arange(n_classes), m // n_classes)
    return gram((X - X.mean(axis=0)) / X.std(axis=0), sigma=WIDTH["letters"]), y


def slacks_by_programs(v):
    r"""The slacks of MSVM2 as the paper finds them: one quadratic program a point.

    With :math:`\xi=v+u`, :math:`u\ge0`, the price is :math:`\|M(v+u)\|^2`: non-negative least
    squares.

    Parameters
    ----------
    v : ndarray, shape (m, q)
        What each slack must reach.

    Returns
    -------
    ndarray, shape (m, q)
    """
    q = v.shape[1]
    M = np.eye(q) + (np.sqrt(q + 1) - 1) / q
    return v + [nnls(M, -M @ row)[0] for row in v]


def _program_seconds(climb):
    """Seconds of the quadratic programs behind the bound at the present point of MSVM2."""
    c = climb.c()
    scores = climb.h.T - diagonal_ridge(climb.machine, climb.lam) / (2 * climb.lam) * c
    v = slack_excess(scores + climb.intercept, climb.y, climb.machine)
    start = process_time()
    slacks_by_programs(v)
    return process_time() - start


def bound_seconds(kind, n_classes, seed, m=520):
    """Seconds of all bounds and of all steps until the ratio is reached; one bound a pass.

    ``share`` is the part of the bounds; for MSVM2 ``printed`` is the part if the slacks come from
    quadratic programs, as in the paper, and not from sorting.
    """
    K, y = letters(n_classes, m, seed)
    climb = Climb(K, y, n_classes, settings(kind, n_classes), 0.1, True)
    bounds = 0.0
    steps = 0.0
    programs = 0.0
    n_bounds = 0
    while True:
        start = process_time()
        dual, bound = climb.values()
        bounds = bounds + process_time() - start
        n_bounds = n_bounds + 1
        if kind == "MSVM2":
            programs += _program_seconds(climb)
        if dual >= 0.98 * bound:
            break
        start = process_time()
        climb.steps(len(y))
        steps += process_time() - start
    share, printed = (part / (part + steps) for part in (bounds, bounds + programs))
    return {"share": share, "printed": printed, "one": bounds / n_bounds, "bounds": n_bounds}
