"""Normal classes on a line, whose class probabilities are known (Sugiyama 2016, chapter 28).

The listings of Figs. 28.2 and 28.5 draw three normal classes of variance 1 at -3, 0 and 3. Their
true probabilities follow from Bayes' theorem, so that every estimate can be held against them.
"""

from math import exp

import numpy as np
from scipy.special import softmax

from mlcompanion._validation import check_count, check_rng
from mlcompanion.classification import LSPC, SoftmaxRegression
from mlcompanion.classification.linear.lspc import clip_and_normalize
from mlcompanion.classification.linear.softmax_fits import (
    softmax_lbfgs,
    softmax_newton,
    stochastic_ascent,
)
from mlcompanion.kernels import rbf_kernel
from mlcompanion.linalg import one_blas_thread
from mlcompanion.regression import ridge_path

__all__ = [
    "GRID",
    "PENALTIES",
    "best_penalty_errors",
    "draw_line",
    "figure_errors",
    "listing_probabilities",
    "postprocessing_change",
    "ridge_logistic",
    "silent_class",
    "small_sample_errors",
    "small_sample_log_losses",
    "true_probabilities",
]

GRID = np.linspace(-5, 5, 100)  #: of the listings
PENALTIES = (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)  #: seven, around the listing's 0.1


def _middles(c, distance):
    return distance * (np.arange(c) - (c - 1) / 2)


def draw_line(n=90, c=3, distance=3.0, random_state=None):
    """Draw n / c samples of each of c normal classes.

    Parameters
    ----------
    n : int
        A multiple of ``c``.
    c : int
    distance : float
        Between neighbouring means.
    random_state : int, Generator or None

    Returns
    -------
    x : ndarray, shape (n, 1)
    y : ndarray of int, shape (n,)
    """
    middles = _middles(c, distance)
    if check_count(n, "n", low=c) % c:
        raise ValueError(f"n must be a multiple of c={c}, got {n}")
    y = np.repeat(np.arange(c), n // c)
    return (middles[y] + check_rng(random_state).normal(size=n))[:, None], y


def true_probabilities(x, c=3, distance=3.0):
    """Probabilities of equally common normal classes of variance 1, shape (n, c)."""
    odds = np.exp(-0.5 * (np.reshape(x, (-1, 1)) - _middles(c, distance)) ** 2)
    return odds / odds.sum(axis=1, keepdims=True)


def silent_class(scores):
    """What the book's listing subtracts: exponentials over *1 plus* their sum.

    These are the probabilities of the model with one more class, of score zero, that never occurs.
    """
    top = max(0.0, *scores)
    weights = [exp(f - top) for f in scores]
    total = exp(-top) + sum(weights)
    return [w / total for w in weights]


def listing_probabilities(x, y, new=GRID, *, link=silent_class, random_state=None):
    """Run the listing of Fig. 28.2; returns probabilities at new points, and its steps."""
    rows = np.reshape(new, (-1, 1))
    W, steps = stochastic_ascent(
        rbf_kernel(x), np.eye(y.max() + 1)[y], link=link, random_state=random_state
    )
    scores = np.exp(rbf_kernel(rows, x) @ W)
    return scores / scores.sum(axis=1, keepdims=True), steps


def ridge_logistic(lam, sigma=1.0):
    """Logistic regression with the book's kernels and a penalty."""
    return SoftmaxRegression(lam, sigma=sigma, fit_intercept=False, tol=1e-3, max_iter=2000)


def figure_errors(draws=20, random_state=0):
    """Figs. 28.3 and 28.6 on several draws, against the true probabilities on the grid.

    Returns
    -------
    dict
        Lists of one number a draw: ``err`` of the listing of Fig. 28.2, ``err_ls`` of least
        squares, ``err_ridge`` of logistic regression with the penalty 0.1; ``diff`` and ``same``,
        the listing against least squares; ``same_ridge``, the ridge against least squares;
        ``steps`` of the listing. And ``base``, the error of the
        constant 1/3.
    """
    truth = true_probabilities(GRID)
    grid = GRID[:, None]
    names = ("err", "err_ls", "err_ridge", "diff", "same", "same_ridge", "steps")
    found = {name: [] for name in names}
    for draw in range(draws):
        rng = np.random.default_rng([random_state, draw])
        x, y = draw_line(random_state=rng)
        with one_blas_thread():
            logistic, steps = listing_probabilities(x, y, random_state=rng)
            squares = LSPC().fit(x, y).predict_proba(grid)
            ridge = ridge_logistic(0.1).fit(x, y).predict_proba(grid)
        row = (
            *(abs(p - truth).mean() for p in (logistic, squares, ridge)),
            abs(logistic - squares).mean(),
            *(np.mean(p.argmax(axis=1) == squares.argmax(axis=1)) for p in (logistic, ridge)),
            steps,
        )
        for name, value in zip(names, row):
            found[name].append(float(value))
    return found | {"base": float(abs(1 / 3 - truth).mean())}


def postprocessing_change(sizes=(9, 30, 90, 300), repeats=100, random_state=0):
    """How far clipping and normalizing moves the least squares values, a mean for each size."""
    means = []
    for n in sizes:
        moved = []
        for draw in range(repeats):
            rng = np.random.default_rng([random_state, n, draw])
            sample = draw_line(n, random_state=rng)
            new = draw_line(1002, random_state=rng)[0]
            with one_blas_thread():
                raw = LSPC().fit(*sample).raw_proba(new[1:-1])
            moved.append(abs(raw - clip_and_normalize(raw)).mean())
        means.append(float(np.mean(moved)))
    return means


def _logistic_path(K, T):
    """Weights for every penalty, the largest first, each from the one before."""
    W = np.zeros(T.shape)
    path = []
    fit = softmax_newton if len(K) < 50 else softmax_lbfgs
    for lam in PENALTIES[::-1]:
        W = fit(K, T, np.full(len(K), lam), W, 1e-5, 2000)[0]
        path.append(W)
    return path[::-1]


def _squares_path(K, T):
    """The same for least squares with kernels at the class's own samples."""
    path = np.zeros((len(PENALTIES), *T.shape))
    for k, own in enumerate(T.T > 0):
        path[:, own, k] = ridge_path(K[:, own], T[:, k], PENALTIES)
    return path


_METHODS = {
    "logistic": (_logistic_path, lambda scores: softmax(scores, axis=1)),
    "squares": (_squares_path, clip_and_normalize),
}


def small_sample_errors(n, draws, seed):
    """Errors of both methods with penalties chosen by leave-one-out.

    The choice has the least mean squared difference between the left-out labels (as 0 and 1) and
    their predicted probabilities.

    Parameters
    ----------
    n : int
        At least 6, so that every class keeps a sample.
    draws : int
    seed : int

    Returns
    -------
    list of dict
        For each draw ``logistic`` and ``squares``, the mean absolute difference from the true
        probabilities, and the penalties ``lam_logistic``, ``lam_squares`` chosen.
    """
    truth = true_probabilities(GRID)
    rows = []
    for draw in range(draws):
        x, y = draw_line(n, random_state=np.random.default_rng([seed, n, draw]))
        K = rbf_kernel(x)
        T = np.eye(3)[y]
        row = {"draw": draw}
        for name, (path, link) in _METHODS.items():
            guesses = np.empty((n, len(PENALTIES), 3))
            for i, rest in enumerate(~np.eye(n, dtype=bool)):
                weights = path(K[np.ix_(rest, rest)], T[rest])
                guesses[i] = link(np.array([K[i, rest] @ W for W in weights]))
            best = np.mean((guesses - T[:, None]) ** 2, axis=(0, 2)).argmin()
            guess = link(rbf_kernel(GRID[:, None], x) @ path(K, T)[best])
            row |= {name: float(abs(guess - truth).mean()), f"lam_{name}": PENALTIES[best]}
        rows.append(row)
    return rows


def small_sample_log_losses(n, seed, penalties, floors):
    """Expected log-losses of both methods, on the draws of :func:`small_sample_errors`.

    Parameters
    ----------
    n : int
    seed : int
    penalties : list of dict
        For each draw the penalties ``logistic`` and ``squares``, both of ``PENALTIES``.
    floors : sequence of float
        Probabilities below a floor count as the floor: a zero would make the loss infinite.

    Returns
    -------
    list of dict
        For each draw ``logistic`` and ``squares``: for each floor the loss that is expected
        under the true probabilities, mean over ``GRID``.
    """
    truth = true_probabilities(GRID)
    rows = []
    for draw, chosen in enumerate(penalties):
        x, y = draw_line(n, random_state=np.random.default_rng([seed, n, draw]))
        K = rbf_kernel(x)
        T = np.eye(3)[y]
        row = {}
        for name, (path, link) in _METHODS.items():
            weights = path(K, T)[PENALTIES.index(chosen[name])]
            guess = link(rbf_kernel(GRID[:, None], x) @ weights)
            logs = [np.log(np.maximum(guess, floor)) for floor in floors]
            row[name] = [float(-(truth * log).sum(axis=1).mean()) for log in logs]
        rows.append(row)
    return rows


def best_penalty_errors(n, draws, seed):
    """Errors of both methods at every penalty of the grid.

    Parameters
    ----------
    n, draws, seed : int

    Returns
    -------
    list of dict
        For each draw and penalty ``lam``: ``logistic`` and ``squares``, as in
        :func:`small_sample_errors`.
    """
    truth = true_probabilities(GRID)
    rows = []
    for draw in range(draws):
        x, y = draw_line(n, random_state=np.random.default_rng([seed, n, draw]))
        K = rbf_kernel(x)
        T = np.eye(3)[y]
        new = rbf_kernel(GRID[:, None], x)
        paths = {name: path(K, T) for name, (path, _) in _METHODS.items()}
        for k, lam in enumerate(PENALTIES):
            row = {"draw": draw, "lam": lam}
            for name, (_, link) in _METHODS.items():
                row[name] = float(abs(link(new @ paths[name][k]) - truth).mean())
            rows.append(row)
    return rows
