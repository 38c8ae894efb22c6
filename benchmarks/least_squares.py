"""Least squares, one sample at a time and back-propagation, against NumPy, SciPy, scikit-learn.

Run ``python benchmarks/least_squares.py``. Answers are asserted to agree; times are printed only.
"""

import warnings
from time import perf_counter

import numpy as np
import scipy.linalg
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LinearRegression, SGDRegressor
from sklearn.neural_network import MLPRegressor

from mlcompanion.datasets import load_airfoil, make_sinc_trend
from mlcompanion.linalg import one_blas_thread
from mlcompanion.regression import (
    LeastSquares,
    generalized_inverse,
    minimum_norm_solution,
    network_output,
    qr_solution,
    sgd_least_squares,
    train_network,
)


def fastest(call, repeats=5):
    """Least seconds of a call, and its result."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = call()
        times.append(perf_counter() - start)
    return min(times), result


def row(race, size, ours_s, peer, peer_s, note):
    print(f"{race}, {size}: ours {1e3 * ours_s:.2f} ms, {peer} {1e3 * peer_s:.2f} ms, "
          f"x{peer_s / ours_s:.2f} ({note})")  # fmt: skip
    return {
        "race": race,
        "size": size,
        "ours_s": ours_s,
        "peer": peer,
        "peer_s": peer_s,
        "ratio": peer_s / ours_s,
        "note": note,
    }


def one_solve():
    """Direct solvers on tall random problems."""
    rng = np.random.default_rng(0)
    for n, m in ((500, 30), (4000, 300), (1000, 1000)):
        A, y = rng.normal(size=(n, m)), rng.normal(size=n)
        size, race = f"{n} × {m}", "least squares, one solve"
        svd_s, w = fastest(lambda A=A, y=y: minimum_norm_solution(A, y))
        qr_s, v = fastest(lambda A=A, y=y: qr_solution(A, y))
        for name, ours_s, call in (
            ("numpy lstsq", svd_s, lambda A=A, y=y: np.linalg.lstsq(A, y)[0]),
            ("scipy lstsq gelsd", svd_s, lambda A=A, y=y: scipy.linalg.lstsq(A, y)[0]),
            (
                "scipy lstsq gelsy",
                qr_s,
                lambda A=A, y=y: scipy.linalg.lstsq(A, y, lapack_driver="gelsy")[0],
            ),
        ):
            peer_s, u = fastest(call)
            np.testing.assert_allclose(w, u, rtol=1e-6, atol=1e-8)
            np.testing.assert_allclose(v, u, rtol=1e-6, atol=1e-8)
            ours = "pivoted QR" if "gelsy" in name else "singular values"
            yield row(race, size, ours_s, name, peer_s, f"ours by {ours}; same weights")
        ours_s, G = fastest(lambda A=A: generalized_inverse(A), 3)
        peer_s, P = fastest(lambda A=A: np.linalg.pinv(A), 3)
        np.testing.assert_allclose(G, P, atol=1e-8)
        yield row("generalized inverse", size, ours_s, "numpy pinv", peer_s, "same matrix")


def weighted():
    """Estimators on the airfoil data, with weights."""
    data = load_airfoil()
    X = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    y = data.target - data.target.mean()
    omega = np.random.default_rng(0).uniform(size=len(y))
    ours_s, ours = fastest(lambda: LeastSquares().fit(X, y, omega))
    peer_s, peer = fastest(lambda: LinearRegression(fit_intercept=False).fit(X, y, omega))
    np.testing.assert_allclose(ours.coef_, peer.coef_, rtol=1e-8)
    yield row("weighted least squares", "airfoil, 1503 × 5", ours_s, "LinearRegression", peer_s,
              "same weights")  # fmt: skip


def one_sample_at_a_time():
    """Stochastic gradient descent: the same number of steps, errors asserted to be near."""
    rng = np.random.default_rng(0)
    sgd_least_squares(np.eye(2), [1.0, 2.0], max_iter=2)  # compile
    for n, m in ((100_000, 20), (20_000, 500)):
        A, truth = rng.normal(size=(n, m)), rng.normal(size=m)
        y = A @ truth + 0.1 * rng.normal(size=n)
        eta = 0.2 / m
        ours_s, run = fastest(
            lambda A=A, y=y, n=n, eta=eta: sgd_least_squares(
                A, y, eta=eta, tol=0, max_iter=n, random_state=0
            )
        )
        peer = SGDRegressor(
            penalty=None, learning_rate="constant", eta0=eta, fit_intercept=False, max_iter=1,
            tol=None, random_state=0,
        )  # fmt: skip
        peer_s, fitted = fastest(lambda A=A, y=y, peer=peer: peer.fit(A, y))
        assert max(np.abs(run.coef - truth).max(), np.abs(fitted.coef_ - truth).max()) < 0.1
        yield row("stochastic gradient", f"{n} steps, {m} features", ours_s, "SGDRegressor",
                  peer_s, "draws with and without replacement; both near the truth")  # fmt: skip


def back_propagation():
    """A hundred passes over the source's fifty samples, one sample a step."""
    x, y, _ = make_sinc_trend(random_state=0)
    X, rng = x[:, None], np.random.default_rng(0)
    alpha, beta = np.ones(20), rng.normal(size=(20, 2))
    train_network(X, y, alpha, beta, max_iter=2)  # compile
    ours_s, run = fastest(
        lambda: train_network(X, y, alpha, beta, tol=0, max_iter=5000, random_state=0)
    )
    peer = MLPRegressor(
        hidden_layer_sizes=(20,), activation="logistic", solver="sgd", batch_size=1, alpha=0,
        momentum=0, learning_rate_init=0.1, max_iter=100, tol=0, n_iter_no_change=1000,
        random_state=0,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        peer_s, fitted = fastest(lambda: peer.fit(X, y), 2)
    ours = np.sqrt(np.mean((y - network_output(X, run.alpha, run.beta)) ** 2))
    theirs = np.sqrt(np.mean((y - fitted.predict(X)) ** 2))
    assert max(ours, theirs) < np.std(y)
    yield row("back-propagation", "5000 steps, 20 units", ours_s, "MLPRegressor", peer_s,
              f"other starts; training errors {ours:.2f} and {theirs:.2f}")  # fmt: skip


def main():
    """Run all races on one core; return their rows."""
    with one_blas_thread():
        return [
            line
            for race in (one_solve, weighted, one_sample_at_a_time, back_propagation)
            for line in race()
        ]


if __name__ == "__main__":
    main()
