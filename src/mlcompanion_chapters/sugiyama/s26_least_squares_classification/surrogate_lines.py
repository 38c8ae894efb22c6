r"""Lines under several losses of the margin: Sugiyama (2016), section 26.2, Figs 26.5 and 26.6."""

import numpy as np
from scipy.optimize import linprog, minimize
from sklearn.utils import Bunch

from mlcompanion._validation import check_array, check_rng
from mlcompanion.classification import LSClassifier
from mlcompanion.kernel_methods import SVC
from mlcompanion.losses import Exponential, Hinge, Logistic, Squared, SquaredHinge

__all__ = ["LOSSES", "draw_beans", "far_point_errors", "fit_line", "separable"]

#: Losses whose lines are compared, by name.
LOSSES = {
    "squared": Squared(),
    "hinge": Hinge(),
    "squared hinge": SquaredHinge(),
    "logistic": Logistic(),
    "exponential": Exponential(),
}


def draw_beans(distance=14.0, far=50, random_state=None):
    """Two hundred points: 100 around (-2, 0), the others around (2, 0) or far at (distance, 0).

    Parameters
    ----------
    distance : float
        Not less than 2.
    far : int
        How many of the second class lie there, at most 100.
    random_state : int, Generator or None

    Returns
    -------
    Bunch
        ``data`` (200, 2), standard deviations 0.5 and 1; ``target``, -1 or 1; ``far``, Boolean.
    """
    X = check_rng(random_state).normal(size=(200, 2)) * [0.5, 1.0]
    X[:, 0] += np.repeat([-2.0, 2.0, distance], [100, 100 - far, far])
    return Bunch(data=X, target=np.repeat([-1, 1], 100), far=np.arange(200) >= 200 - far)


def separable(X, y):
    """Whether a line has all samples on their sides: a linear programme finds one, or none."""
    rows = np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(3), -y[:, None] * rows, -np.ones(len(X)), bounds=(None, None)).success


def fit_line(X, y, loss, ridge=1e-6):
    r"""The line :math:`w^\top x+b` with the least sum of losses and :math:`\frac{ridge}2\|w\|^2`.

    Parameters
    ----------
    X : array_like, shape (n, 2)
    y : array_like of -1 and 1, shape (n,)
    loss : ScoreLoss
        Of the margin; the hinge is solved in its dual, the squared loss in one step, the others by
        L-BFGS from zero.
    ridge : float

    Returns
    -------
    w : ndarray, shape (2,)
    b : float
    """
    X = check_array(X, "X", ndim=2)
    y = check_array(y, "y", ndim=1, among=(-1, 1))
    if isinstance(loss, (Hinge, Squared)):
        if isinstance(loss, Hinge):
            machine = SVC(1 / ridge, kernel="linear", tol=1e-6)
        else:
            machine = LSClassifier(ridge)
        machine.fit(X, y)
        return machine.coef_, float(machine.intercept_)
    rows = np.column_stack([X, np.ones(len(X))])
    penalised = np.append(np.full(X.shape[1], ridge), 0.0)

    def criterion(v):
        scores = rows @ v
        slope = rows.T @ loss.derivative(scores, y) + penalised * v
        return loss.value(scores, y).sum() + 0.5 * v @ (penalised * v), slope

    found = minimize(criterion, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x
    return found[:-1], float(found[-1])


def far_point_errors(repeats=10, distance=14.0, far=50):
    """Training errors on as many data sets, seeds 0, 1, …, measured as the chapter's claims ask.

    Returns
    -------
    dict
        Lists of ``separable``, ``ls_err``, ``nofar_err`` (the squared loss without the far points),
        ``missed_near`` (whether all samples that the squared loss misses are near ones of the
        class with the far points), and ``mono_err`` (of the four losses that never rise, for each
        data set).
    """
    names = ("separable", "ls_err", "nofar_err", "missed_near", "mono_err")
    found = {name: [] for name in names}
    for seed in range(repeats):
        beans = draw_beans(distance, far, seed)
        X = beans.data
        y = beans.target
        near = ~beans.far
        found["separable"].append(separable(X, y))
        for name, loss in LOSSES.items():
            place = "ls_err" if name == "squared" else "mono_err"
            found[place].append(_error(X, y, *fit_line(X, y, loss)))
        w, b = fit_line(X, y, Squared())
        missed = (X @ w + b >= 0) != (y > 0)
        found["missed_near"].append(bool(missed.any() and (near & (y > 0))[missed].all()))
        line = fit_line(X[near], y[near], Squared())
        found["nofar_err"].append(_error(X[near], y[near], *line))
    return found


def _error(X, y, w, b):
    return float(np.mean(np.where(X @ w + b >= 0, 1, -1) != y))
