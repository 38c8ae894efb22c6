"""Scores along a series, permutation tests, fits in a ball and density differences, against peers.

The slope row is no duel: seconds over the length of the series and over the window, which should
grow with the first power of each.
"""

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion.change import (
    change_scores,
    graphical_lasso_ball,
    highest_peaks,
    structural_change,
    two_sample_test,
)
from mlcompanion.density.contrasts import gaussian_overlap, lsdd, median_distance
from mlcompanion.kernels import rbf_kernel

TITLE = "Change detection"
CHAPTER = "sugiyama/39_change_detection"
WIDTHS = (0.5, 1.0, 3.0)


def level_series(length, random_state=0):
    """Unit normal noise with a level that is 3 higher in the middle third."""
    y = np.random.default_rng(random_state).normal(size=length)
    y[length // 3 : 2 * length // 3] += 3
    return y


def slides():
    """Energy distance at every split against dcor, called afresh at each."""
    dcor = peer("dcor")
    if dcor is None:
        return
    for length, n in ((1000, 10), (1000, 40)):
        y = level_series(length)
        places = range(n, length - n + 1)

        def theirs(y=y, n=n, places=places):
            return [dcor.energy_distance(y[t - n : t], y[t : t + n]) for t in places]

        yield duel(
            "energy distance at every split", f"{length} values, windows of {n}",
            lambda y=y, n=n: change_scores(y, 1, n).scores, "dcor, recomputed", theirs,
            same=equal(rtol=1e-8, atol=1e-9), note="equal scores", repeats=3,
        )  # fmt: skip


def slopes():
    """Seconds of ours over length and window."""
    seconds = {}
    for length, n in ((20_000, 10), (80_000, 10), (20_000, 40)):
        y = level_series(length)
        seconds[length, n] = least(lambda y=y, n=n: change_scores(y, 5, n))[0]
    base = seconds[20_000, 10]
    in_length = np.log(seconds[80_000, 10] / base) / np.log(4)
    in_window = np.log(seconds[20_000, 40] / base) / np.log(4)
    yield row(
        "slope of ours", "20,000 values, windows of 10", base, "itself, 4 times as long",
        seconds[80_000, 10], f"slope {in_length:.2f} in length, {in_window:.2f} in the window",
    )  # fmt: skip


def permutations():
    """The kernel test with 1000 permutations against hyppo's, at one width."""
    hyppo = peer("hyppo.ksample", "hyppo")
    if hyppo is None:
        return
    rng = np.random.default_rng(0)
    for n, d in ((60, 5), (100, 5)):
        X, Y = rng.normal(size=(n, d)), rng.normal(0.3, 1, size=(n, d))
        sigma = median_distance(X, Y)
        gamma = 1 / (2 * sigma**2)
        test = hyppo.MMD(compute_kernel="gaussian", bias=True, gamma=gamma)
        test.test(X, Y, reps=2, workers=1, auto=False)  # compiles

        def theirs(X=X, Y=Y, test=test):
            return test.test(X, Y, reps=1000, workers=1, auto=False).pvalue

        def close(ours, other):
            # both say that the samples differ, or both not, up to the draws of permutations
            assert abs(ours - other) <= 0.02

        yield duel(
            "test by 1000 permutations", f"{n} and {n} points, {d} columns",
            lambda X=X, Y=Y, sigma=sigma: two_sample_test(
                X, Y, "mmd", sigma=sigma, n_draws=1000, random_state=0
            ).pvalue,
            "hyppo", theirs, same=close, note="p-values within 0.02", repeats=1,
        )  # fmt: skip


def balls():
    """Likelihood and ratio in an l1 ball against cvxpy."""
    cvxpy = peer("cvxpy")
    if cvxpy is None:
        return
    rng = np.random.default_rng(0)
    for d in (3, 10):
        X = rng.normal(size=(50, d))
        Y = rng.normal(size=(50, d)) @ (np.eye(d) + 0.3 * np.eye(d, k=1))
        S = X.T @ X / 50

        def likelihood(S=S, d=d):
            Theta = cvxpy.Variable((d, d), symmetric=True)
            goal = cvxpy.Maximize(cvxpy.log_det(Theta) - cvxpy.trace(S @ Theta))
            problem = cvxpy.Problem(goal, [cvxpy.sum(cvxpy.abs(Theta)) <= 1.5 * d])
            problem.solve(solver="SCS", eps=1e-7, max_iters=50_000)
            return Theta.value

        yield duel(
            "precision matrix in a ball", f"{d} variables",
            lambda S=S, d=d: graphical_lasso_ball(S, 1.5 * d, tol=1e-9).precision, "cvxpy, SCS",
            likelihood, same=equal(atol=1e-3), note="equal matrices", repeats=2,
        )  # fmt: skip

        def ratio(X=X, Y=Y, S=S, d=d):
            A = cvxpy.Variable((d, d), symmetric=True)
            forms = np.einsum("ni,nj->nij", Y, Y).reshape(len(Y), -1)
            exponents = forms @ cvxpy.vec(A, order="F")
            goal = cvxpy.log_sum_exp(exponents) - cvxpy.trace(S @ A)
            problem = cvxpy.Problem(cvxpy.Minimize(goal), [cvxpy.sum(cvxpy.abs(A)) <= 1])
            problem.solve(solver="CLARABEL")
            return -2 * A.value

        yield duel(
            "change of a network in a ball", f"{d} variables",
            lambda X=X, Y=Y: structural_change(X, Y, 1.0, tol=1e-10).change, "cvxpy, Clarabel",
            ratio, same=equal(atol=1e-3), note="equal matrices", repeats=2,
        )  # fmt: skip


def grids():
    """Cross validation of the density difference: a solve for each penalty and fold instead."""
    rng = np.random.default_rng(0)
    lams = np.logspace(-3, 1, 20)
    for n in (150, 300):
        X, Y = rng.normal(size=(n, 1)), rng.normal(1, 1, size=(n, 1))
        centers = np.concatenate([X, Y])
        parts = [five_folds(n)] * 2
        folds = list(zip(*parts))

        def theirs(X=X, Y=Y, centers=centers, folds=folds):
            errors = np.zeros((len(WIDTHS), len(lams)))
            for i, sigma in enumerate(WIDTHS):
                K = [rbf_kernel(centers, Z, sigma=sigma) for Z in (X, Y)]
                U = gaussian_overlap(centers, sigma=sigma)
                for first, second in folds:
                    v, z = (
                        K[0][:, first[j]].mean(axis=1) - K[1][:, second[j]].mean(axis=1)
                        for j in (0, 1)
                    )
                    for j, lam in enumerate(lams):
                        a = np.linalg.solve(U + lam * np.eye(len(U)), v)
                        errors[i, j] += (a @ U @ a / 2 - z @ a) / 5
            return errors

        yield duel(
            "grid of 3 widths, 20 penalties, 5 folds", f"{n} and {n} points",
            lambda X=X, Y=Y, parts=parts: lsdd(
                X, Y, sigma=WIDTHS, lam=lams, folds=parts[0]
            ).cv_scores,
            "a solve for each", theirs, same=equal(rtol=1e-5, atol=1e-8), note="equal errors",
            repeats=1,
        )  # fmt: skip


def five_folds(n):
    """Five folds of n rows; both samples take the same."""
    fold = np.arange(n) % 5
    return [(np.flatnonzero(fold != i), np.flatnonzero(fold == i)) for i in range(5)]


def rivals():
    """Where ruptures puts two changes of a series, by windows and by dynamic programming."""
    ruptures = peer("ruptures")
    if ruptures is None:
        return
    y = level_series(3000)

    def ours():
        found = change_scores(y, 1, 50)
        return np.sort(found.times[highest_peaks(found.scores, 2, 100)])

    def near(one, other):
        assert np.abs(np.asarray(one) - np.asarray(other)[:2]).max() <= 10

    yield duel(
        "two changes of a level", "3000 values", ours, "ruptures, Window",
        lambda: ruptures.Window(width=100, model="l2").fit(y).predict(n_bkps=2), same=near,
        note="places within 10", repeats=2,
    )  # fmt: skip
    yield duel(
        "two changes of a level", "3000 values", ours, "ruptures, Binseg with rbf",
        lambda: ruptures.Binseg(model="rbf").fit(y).predict(n_bkps=2), same=near,
        note="places within 10", repeats=1,
    )  # fmt: skip


def rows():
    """All races."""
    yield from slides()
    yield from slopes()
    yield from permutations()
    yield from balls()
    yield from grids()
    yield from rivals()
