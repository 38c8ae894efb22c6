"""Laplacian SVM: early-stopped conjugate gradients against Newton and the dual, n up to 4000.

MNIST-5k digits, 0-4 against 5-9, 100 labels, test error on 1000 further images. The Gram matrix and
the Laplacian are computed beforehand, as in the paper's Table 3; the dual's quadratic programme is
solved by pairs of variables.
"""

from dataclasses import replace

import numpy as np

from _race import least, row
from mlcompanion.datasets import load_mnist_5k
from mlcompanion.kernels import gram
from mlcompanion.manifold import (
    LapProblem,
    StabilityCheck,
    check_interval,
    solve_dual,
    solve_newton,
    solve_pcg,
)
from mlcompanion.manifold.laplacian import graph_laplacian
from mlcompanion.teaching import log_slope

TITLE = "Laplacian SVM"
CHAPTER = "jmlr12/01_lapsvm"
RACE = "LapSVM, early-stopped PCG"
SIZES = (500, 1000, 2000, 2800, 4000)
LABELED = 100
TEST = 1000
SAME_ERROR = 1.5  # percentage points


def mnist(seed=0):
    """Images of unit norm and a class 0 or 1, in random order."""
    digits = load_mnist_5k()
    order = np.random.default_rng(seed).permutation(len(digits.data))
    X = digits.data[order] / np.linalg.norm(digits.data[order], axis=1, keepdims=True)
    return X, (digits.target[order] > 4).astype(int)


def problem_of(X, y, n):
    """The problem of the first ``n`` images, and the scores' rows of the test images."""
    signs = np.where(np.arange(n) < LABELED, 2.0 * y[:n] - 1, 0.0)
    K = gram(X[:n], sigma=0.5)
    L = graph_laplacian(X[:n], 10, normalized=True)
    problem = LapProblem(K, L, signs, gamma_A=1e-6, gamma_I=1.0, degree=2, fit_intercept=False)
    return problem, gram(X[-TEST:], X[:n], sigma=0.5)


def compare(n, X, y):
    """Seconds, iterations and test error in percent of each solver at one size."""
    problem, K_test = problem_of(X, y, n)
    theta = check_interval(n)

    def early():
        return solve_pcg(problem, stop=StabilityCheck(problem.y == 0, theta))

    def error(solution):
        return 100 * np.mean((K_test @ solution.alpha + solution.b > 0) != (y[-TEST:] == 1))

    with_intercept = replace(problem, fit_intercept=True)  # pairs are what its equality asks for
    runs = {
        "PCG": least(early),
        "our Newton": least(lambda: solve_newton(problem)),
        "our Newton, one factorisation": least(lambda: solve_newton(problem, reuse=True)),
        "dual, pairs of variables": least(lambda: solve_dual(with_intercept, tol=1e-3)),
    }
    newton, reused = list(runs.values())[1:3]
    assert newton[1].n_iter == reused[1].n_iter
    return {name: (seconds, got.n_iter, error(got)) for name, (seconds, got) in runs.items()}


def rows():
    """Three rivals at five sizes; the last rows tell how the times grow."""
    X, y = mnist()
    results = []
    for n in SIZES:
        results.append(compare(n, X, y))
        (ours_s, _, ours_error), *_ = results[-1].values()
        growth = ""
        if n == SIZES[-1]:  # below n = 2000 the fixed cost of an iteration bends the line
            times = {k: [r[k][0] for r in results[2:]] for k in results[0]}
            times["PCG per iteration"] = [r["PCG"][0] / r["PCG"][1] for r in results[2:]]
            slopes = {k: log_slope(SIZES[2:], t) for k, t in times.items()}
            growth = "; powers of n: " + ", ".join(f"{k} {b:.2f}" for k, b in slopes.items())
        for name, (seconds, _, error) in list(results[-1].items())[1:]:
            assert ours_error <= error + SAME_ERROR, (n, name, ours_error, error)
            note = f"test error {ours_error:.1f} % against {error:.1f} %{growth}"
            yield row(RACE, f"n = {n}", ours_s, name, seconds, note)
