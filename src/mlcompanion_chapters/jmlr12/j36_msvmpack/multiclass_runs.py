"""Errors and seconds of the four multiclass machines on digits, DNA and letters."""

from time import process_time

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.datasets import load_letter, load_optdigits, load_splice
from mlcompanion.kernel_methods.multiclass._msvm_climbs import Climb
from mlcompanion.kernel_methods.multiclass.msvm import solve_msvm
from mlcompanion.kernel_methods.multiclass.msvm_parts import KINDS, settings
from mlcompanion.kernels import gram

from .multiclass_machines import loss_optimum

__all__ = ["LAMS", "bound_seconds", "digit_errors", "digit_seconds", "letters", "program_gaps",
           "splice_errors", "splice_windows"]  # fmt: skip

#: Penalties at which the machines are compared.
LAMS = (0.1, 1.0)
WIDTH = {"digits": 25.0, "splice": 9.5, "letters": 3.0}  # DNA: the median distance


def _draw(bunch, sizes, random_state):
    """Disjoint random samples of given sizes, with classes from 0."""
    X, y = np.asarray(bunch.data, float), np.asarray(bunch.target)
    order = check_rng(random_state).permutation(len(y))[: sum(sizes)]
    codes = np.unique(y, return_inverse=True)[1]
    parts = np.split(order, np.cumsum(sizes)[:-1])
    return [(X[part], codes[part]) for part in parts]


def _error(X, y, test, coef, intercept, sigma):
    """Test error in percent of given coefficients."""
    scores = gram(test[0], X, sigma=sigma) @ coef + intercept
    return 100 * float(np.mean(scores.argmax(axis=1) != test[1]))


def digit_errors(seed, size=500):
    """Test errors of the four machines; the penalty from ``LAMS`` by as many other digits."""
    train, valid, test = _draw(load_optdigits(), (size, 500, 500), seed)
    X, y = train
    K, rows = gram(X, sigma=WIDTH["digits"]), []
    for kind in KINDS:
        machine, best = settings(kind, 10), (np.inf, None, None)
        for lam in LAMS:
            run = solve_msvm(K, y, machine, lam)
            error = _error(X, y, valid, run.coef, run.intercept, WIDTH["digits"])
            best = min(best, (error, lam, run), key=lambda found: found[0])
        error = _error(X, y, test, best[2].coef, best[2].intercept, WIDTH["digits"])
        rows.append({"type": kind, "percent": error, "lam": best[1], "n": size})
    return rows


def digit_seconds(seed, size=500):
    """Seconds of training at the penalty 0.1, and steps."""
    (X, y), _ = _draw(load_optdigits(), (size, 500), seed)
    K, rows = gram(X, sigma=WIDTH["digits"]), []
    for kind in KINDS:
        start = process_time()
        run = solve_msvm(K, y, settings(kind, 10), 0.1)
        seconds = process_time() - start
        rows.append({"type": kind, "training": seconds, "steps": run.n_iter, "n": size})
    return rows


def program_gaps(seed, size=120):
    """Our early stop against an interior point method on the machine's own loss."""
    (X, y), test = _draw(load_optdigits(), (size, 500), seed)
    K, rows = gram(X, sigma=WIDTH["digits"]), []
    for kind in ("WW", "CS", "LLW"):
        ours, peer = solve_msvm(K, y, settings(kind, 10), 0.1), loss_optimum(kind, K, y, 0.1)
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
    place, sigma, rows = np.arange(size) % 5, WIDTH["splice"], []
    tested, judged = place == fold, place == (fold + 1) % 5
    whole, part = ~tested, ~tested & ~judged
    K, small = gram(X[whole], sigma=sigma), gram(X[part], sigma=sigma)
    for kind in KINDS:
        machine, errors = settings(kind, 3), []
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
    names, rng = np.unique(bunch.target)[:n_classes], check_rng(random_state)
    rows = [
        rng.permutation(np.flatnonzero(bunch.target == name))[: m // n_classes] for name in names
    ]
    X = np.asarray(bunch.data, float)[np.concatenate(rows)]
    y = np.repeat(np.arange(n_classes), m // n_classes)
    return gram((X - X.mean(axis=0)) / X.std(axis=0), sigma=WIDTH["letters"]), y


def bound_seconds(kind, n_classes, seed, m=520):
    """Seconds of all bounds and of all steps until the ratio is reached; one bound a pass."""
    K, y = letters(n_classes, m, seed)
    climb = Climb(K, y, n_classes, settings(kind, n_classes), 0.1, True)
    bounds, steps, n_bounds = 0.0, 0.0, 0
    while True:
        start = process_time()
        dual, bound = climb.values()
        bounds, n_bounds = bounds + process_time() - start, n_bounds + 1
        if dual >= 0.98 * bound:
            break
        start = process_time()
        climb.steps(len(y))
        steps += process_time() - start
    return {"share": bounds / (bounds + steps), "one": bounds / n_bounds, "bounds": n_bounds}
