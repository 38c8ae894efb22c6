"""Least squares, one sample at a time and back-propagation, against NumPy, SciPy, scikit-learn."""

import warnings

import numpy as np
import scipy.linalg
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LinearRegression, SGDRegressor
from sklearn.neural_network import MLPRegressor

from _race import duel, equal
from mlcompanion.datasets import load_airfoil, make_sinc_trend
from mlcompanion.regression import (
    LeastSquares,
    generalized_inverse,
    minimum_norm_solution,
    qr_solution,
    sgd_least_squares,
    train_network,
)
from mlcompanion.regression.networks.backprop import network_output

TITLE = "Least squares"
CHAPTER = "sugiyama/22_least_squares"


def one_solve():
    """Direct solvers on random problems."""
    rng = np.random.default_rng(0)
    same = equal(rtol=1e-6, atol=1e-8)
    whole = "gelsd applies the left factor to y without forming it; ours keeps the decomposition"
    calls = "ours checks its arguments, and makes three calls of LAPACK where gelsy is one"
    for n, m in ((500, 30), (4000, 300), (1000, 1000)):
        A = rng.normal(size=(n, m))
        y = rng.normal(size=n)
        size = f"{n} × {m}"
        for name, ours, theirs, how, reason in (
            ("numpy lstsq", minimum_norm_solution, np.linalg.lstsq, "singular values", whole),
            (
                "scipy lstsq gelsd",
                minimum_norm_solution,
                scipy.linalg.lstsq,
                "singular values",
                whole,
            ),
            ("scipy lstsq gelsy", qr_solution, gelsy, "pivoted QR", calls),
        ):
            yield duel(
                "least squares, one solve", size, lambda f=ours, A=A, y=y: f(A, y),
                name, lambda f=theirs, A=A, y=y: f(A, y)[0], same=same,
                note=f"ours by {how}; same weights", reason=reason,
            )  # fmt: skip
        yield duel(
            "generalized inverse", size, lambda A=A: generalized_inverse(A),
            "numpy pinv", lambda A=A: np.linalg.pinv(A), same=equal(atol=1e-8),
            note="same matrix", repeats=4,
            reason="both are one singular value decomposition and one product; "
            "ours checks its input",
        )  # fmt: skip


def gelsy(A, y):
    return scipy.linalg.lstsq(A, y, lapack_driver="gelsy")


def weighted():
    """Estimators on the airfoil data, with weights."""
    data = load_airfoil()
    X = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    y = data.target - data.target.mean()
    omega = np.random.default_rng(0).uniform(size=len(y))
    yield duel(
        "weighted least squares", "airfoil, 1503 × 5",
        lambda: LeastSquares(fit_intercept=False).fit(X, y, omega).coef_, "LinearRegression",
        lambda: LinearRegression(fit_intercept=False).fit(X, y, omega).coef_,
        same=equal(rtol=1e-8), note="same weights",
    )  # fmt: skip


def one_sample_at_a_time():
    """Stochastic gradient descent: the same number of steps, errors asserted to be near."""
    rng = np.random.default_rng(0)
    for n, m in ((100_000, 20), (20_000, 500)):
        A = rng.normal(size=(n, m))
        truth = rng.normal(size=m)
        y = A @ truth + 0.1 * rng.normal(size=n)
        eta = 0.2 / m
        peer = SGDRegressor(
            penalty=None, learning_rate="constant", eta0=eta, fit_intercept=False, max_iter=1,
            tol=None, random_state=0,
        )  # fmt: skip

        def near(ours, theirs, truth=truth):
            assert max(np.abs(ours - truth).max(), np.abs(theirs - truth).max()) < 0.1

        yield duel(
            "stochastic gradient", f"{n} steps, {m} features",
            lambda A=A, y=y, n=n, eta=eta: sgd_least_squares(
                A, y, eta=eta, tol=0, max_iter=n, random_state=0
            ).coef,
            "SGDRegressor", lambda A=A, y=y, peer=peer: peer.fit(A, y).coef_, same=near,
            note="draws with and without replacement; both near the truth",
        )  # fmt: skip


def back_propagation():
    """A hundred passes over the source's fifty samples, one sample a step."""
    x, y, _ = make_sinc_trend(random_state=0)
    X = x[:, None]
    rng = np.random.default_rng(0)
    alpha = np.ones(20)
    beta = rng.normal(size=(20, 2))
    peer = MLPRegressor(
        hidden_layer_sizes=(20,), activation="logistic", solver="sgd", batch_size=1, alpha=0,
        momentum=0, learning_rate_init=0.1, max_iter=100, tol=0, n_iter_no_change=1000,
        random_state=0,
    )  # fmt: skip

    def ours():
        run = train_network(X, y, alpha, beta, tol=0, max_iter=5000, random_state=0)
        return np.sqrt(np.mean((y - network_output(X, run.alpha, run.beta)) ** 2))

    def theirs():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return np.sqrt(np.mean((y - peer.fit(X, y).predict(X)) ** 2))

    def fitted(mine, other):
        assert max(mine, other) < np.std(y)

    yield duel(
        "back-propagation", "5000 steps, 20 units", ours, "MLPRegressor", theirs, same=fitted,
        note=lambda a, b: f"other starts; training errors {a:.2f} and {b:.2f}",
    )  # fmt: skip


def rows():
    """Direct solvers, weights, single samples, a network."""
    for race in (one_solve, weighted, one_sample_at_a_time, back_propagation):
        yield from race()
