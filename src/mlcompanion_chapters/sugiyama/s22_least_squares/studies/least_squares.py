"""Sugiyama (2016), chapter 22: where stochastic gradients end, local minima, and times.

Settles of chapter sugiyama/22_least_squares: sgd-global-optimum, fig22-11-back-propagation,
fig22-9-local-optima and backslash-faster-than-pinv.

*optimum*: the kernel model of Fig. 22.7 from two random starts. ``excess`` is what is left above
the least training error, over the noise energy 50 * 0.05**2 / 2, at the stop of the program and
after 500,000 steps (first start); ``between`` is the root-mean-square distance on [-2.8, 2.8]
between the two functions after 500,000 steps; ``train`` and ``distance`` are the distances to
the samples and to the noiseless curve then, and ``exact_distance`` that of the exact solution.

*network*: the program of Fig. 22.10 until it stops; ``early`` and ``final`` are root-mean-square
training errors after 1,000 steps and at the stop, ``steps`` the number of steps.

*minima*: one data set, one start a row, settled by Newton steps; ``objective`` is half the sum of
squared residuals, ``accepted`` whether gradient and Hessian are those of a minimum.

*time*: medians of 50 processor times on one thread, in turns: our QR with pivoting (``direct``) and
our generalized inverse times y (``inverse``), and the same of the libraries (``gelsy``, ``pinv``).
"""

from time import process_time

import numpy as np
from scipy.linalg import lstsq
from threadpoolctl import threadpool_limits

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import (
    generalized_inverse,
    qr_solution,
    sgd_least_squares,
    trig_basis,
)

from ..descent_runs import (
    WINDOW,
    kernel_designs,
    network_run,
    settle_network,
)
from ..least_squares_checks import (
    root_mean_square,
    sinc_trend,
)

LONG, REPEATS, NOISE = 500_000, 50, 0.05
SHAPES = [[50, 31], [500, 100], [2000, 300]]
SIZES = {
    "default": {"n_draws": 20, "n_networks": 10, "n_starts": 30},
    "paper": {"n_draws": 20, "n_networks": 10, "n_starts": 30},
}


def cases(n_draws, n_networks, n_starts):
    """Cases of the four experiments."""
    return [
        *({"experiment": "optimum", "seed": k} for k in range(n_draws)),
        *({"experiment": "network", "seed": k} for k in range(n_networks)),
        *({"experiment": "minima", "m": m, "seed": k} for m in (2, 3, 5) for k in range(n_starts)),
        *({"experiment": "time", "shape": shape, "seed": 0} for shape in SHAPES),
    ]


def run(case):
    """The row of a case."""
    kinds = {"optimum": optimum, "network": network, "minima": minima, "time": time}
    return kinds[case["experiment"]](case)


def optimum(case):
    """What is left above the minimum, and what lies between two starts."""
    K, K_window = kernel_designs()
    y = make_sinc_trend(50, NOISE, random_state=case["seed"]).y
    least = np.linalg.lstsq(K, y)[0]
    truth, ends = sinc_trend(WINDOW), []

    def error(w):
        return 0.5 * np.sum((y - K @ w) ** 2)

    for start in (1, 2):
        rng = np.random.default_rng([case["seed"], start])
        options = {"start": rng.normal(size=50), "random_state": rng}
        ends.append(sgd_least_squares(K, y, tol=0, max_iter=LONG, **options).coef)
    rng = np.random.default_rng([case["seed"], 1])
    options = {"start": rng.normal(size=50), "random_state": rng, "stop": "listing"}
    stop = sgd_least_squares(K, y, **options).coef
    energy = 0.5 * len(y) * NOISE**2
    return {
        "excess": [float((error(w) - error(least)) / energy) for w in (stop, ends[0])],
        "between": float(root_mean_square(K_window @ (ends[0] - ends[1]))),
        "train": float(root_mean_square(y - K @ ends[0])),
        "distance": float(root_mean_square(K_window @ ends[0] - truth)),
        "exact_distance": float(root_mean_square(K_window @ least - truth)),
    }


def network(case):
    """Training errors early and at the stop."""
    errors, steps = network_run(case["seed"], (1000,))
    return {"early": float(errors[0]), "final": float(errors[1]), "steps": steps}


def minima(case):
    """Where one start settles."""
    sample, m = make_sinc_trend(50, NOISE, random_state=0), case["m"]
    beta = np.random.default_rng([case["seed"], m]).normal(size=(m, 2))
    end = settle_network(sample.x, sample.y, np.ones(m), beta)
    return {"objective": end.error, "accepted": bool(end.accepted)}


def time(case):
    """Median seconds of the direct solution and of the generalized inverse."""
    rng, (n, m) = np.random.default_rng(case["seed"]), case["shape"]
    A = trig_basis(np.linspace(-3, 3, 50)) if n == 50 else rng.normal(size=(n, m))
    y = rng.normal(size=n)
    ways = {
        "direct": lambda: qr_solution(A, y),
        "inverse": lambda: generalized_inverse(A) @ y,
        "gelsy": lambda: lstsq(A, y, lapack_driver="gelsy"),
        "pinv": lambda: np.linalg.pinv(A) @ y,
    }
    seconds = {name: [] for name in ways}
    with threadpool_limits(1):
        for _ in range(REPEATS):
            for name, solve in ways.items():
                begin = process_time()
                solve()
                seconds[name].append(process_time() - begin)
    return {name: float(np.median(spent)) for name, spent in seconds.items()}
