"""Laplacian SVM: early-stopped conjugate gradients against Newton and the dual, n up to 4000.

MNIST-5k digits, 0-4 against 5-9, 100 labels, test error on 1000 further images. The Gram matrix and
the Laplacian are computed beforehand, as in the paper's Table 3; the dual's quadratic programme is
solved by ``sklearn.svm.SVC(kernel="precomputed")``. One BLAS thread for all.
Run ``python benchmarks/lapsvm.py``. Times are printed, never asserted.
"""

from dataclasses import replace
from time import perf_counter

import numpy as np

from mlcompanion.datasets import load_mnist_5k
from mlcompanion.kernels import gram
from mlcompanion.linalg import one_blas_thread
from mlcompanion.manifold import (
    LapProblem,
    StabilityCheck,
    check_interval,
    graph_laplacian,
    solve_dual,
    solve_newton,
    solve_pcg,
)

RACE = "LapSVM, early-stopped PCG"
SIZES = (500, 1000, 2000, 2800, 4000)
LABELED, TEST = 100, 1000
SAME_ERROR = 1.5  # percentage points


def timed(function, repeats=1):
    """Shortest time of a few runs, and the last result."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = function()
        times.append(perf_counter() - start)
    return min(times), result


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
    """Times and test errors of the three solvers at one size."""
    problem, K_test = problem_of(X, y, n)
    theta = check_interval(n)

    def early():
        return solve_pcg(problem, stop=StabilityCheck(problem.y == 0, theta))

    def error(solution):
        return 100 * np.mean((K_test @ solution.alpha + solution.b > 0) != (y[-TEST:] == 1))

    with_intercept = replace(problem, fit_intercept=True)  # LIBSVM always has one
    pcg_s, pcg = timed(early, 3)
    newton_s, newton = timed(lambda: solve_newton(problem), 3 if n <= 2000 else 1)
    dual_s, dual = timed(lambda: solve_dual(with_intercept, tol=1e-3), 3 if n <= 2000 else 1)
    reuse_s, reuse = timed(lambda: solve_newton(problem, reuse=True), 3 if n <= 2000 else 1)
    assert reuse.n_iter == newton.n_iter
    found = {"pcg": (pcg_s, pcg), "newton": (newton_s, newton)}
    found |= {"newton, reused": (reuse_s, reuse), "dual": (dual_s, dual)}
    return {name: (s, solution.n_iter, error(solution)) for name, (s, solution) in found.items()}


def slope(sizes, times):
    """Exponent of a power law through times at the given sizes."""
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])


def main():
    """Run the race; return its rows."""
    X, y = mnist()
    rows, results = [], []
    print(f"{'n':>5} {'solver':14} {'seconds':>9} {'iterations':>10} {'test error %':>12}")
    for n in SIZES:
        with one_blas_thread():
            result = compare(n, X, y)
        results.append(result)
        for name, (seconds, n_iter, error) in result.items():
            print(f"{n:5d} {name:14} {seconds:9.4f} {n_iter:10d} {error:12.1f}")
        ours_s, _, ours_error = result["pcg"]
        peers = {
            "newton": "our Newton",
            "newton, reused": "our Newton, one factorisation",
            "dual": "dual, sklearn SVC",
        }
        for name, peer in peers.items():
            peer_s, _, error = result[name]
            same = ours_error <= error + SAME_ERROR
            assert same, f"n = {n}: PCG errs {ours_error:.1f} %, {name} {error:.1f} %"
            note = f"test error {ours_error:.1f} % against {error:.1f} %"
            rows.append(
                dict(
                    race=RACE,
                    size=f"n = {n}",
                    ours_s=ours_s,
                    peer=peer,
                    peer_s=peer_s,
                    ratio=peer_s / ours_s,
                    note=note,
                )
            )
    big = slice(2, None)  # below n = 2000 the fixed cost of an iteration bends the line
    per_iteration = [r["pcg"][0] / r["pcg"][1] for r in results]
    slopes = {
        "Newton": slope(SIZES[big], [r["newton"][0] for r in results][big]),
        "dual": slope(SIZES[big], [r["dual"][0] for r in results][big]),
        "PCG": slope(SIZES[big], [r["pcg"][0] for r in results][big]),
        "PCG per iteration": slope(SIZES[big], per_iteration[big]),
    }
    words = ", ".join(f"{name} {value:.2f}" for name, value in slopes.items())
    print(f"slopes from n = {SIZES[2]}: {words}")
    for row in rows[-len(peers) :]:
        row["note"] += f"; slopes: {words}"
    return rows


if __name__ == "__main__":
    main()
