"""The optimum of a ranker trained on preferences, against a solver of the primal problem.

Wu, Xu, Li and Oyama (2011), Eqs. (10) to (15).
"""

import warnings

import numpy as np
from scipy import linalg

from mlcompanion._validation import check_rng
from mlcompanion.datasets import make_click_log
from mlcompanion.kernel_methods import RobustRanker
from mlcompanion.kernel_methods.search.robust_ranker import preference_gram

from .search_runs import ClickSearch

__all__ = ["dual_and_primal", "hinge_by_barrier"]


def hinge_by_barrier(X, lam, growth=100.0, accuracy=1e-7):
    """Minimise the sum of slacks plus lam/2 |w|² with slack >= 0 and slack >= 1 - X w.

    Newton's method on the problem with logarithmic barriers for both constraints of each slack,
    whose best value given w is the root of a quadratic.

    Returns
    -------
    float
        The value of the criterion without barriers at the last point.
    """
    M, n = X.shape
    w = np.zeros(n)
    t = 1.0

    def slack(a, t):
        return (t * a + 2 + np.sqrt((t * a) ** 2 + 4)) / (2 * t)

    def value(w, t):
        a = 1 - X @ w
        s = slack(a, t)
        return np.sum(s - (np.log(s) + np.log(s - a)) / t) + lam / 2 * w @ w

    best = np.inf
    while 2 * M / t > accuracy * min(best, M):
        t *= growth
        for _ in range(40):
            a = 1 - X @ w
            s = slack(a, t)
            # they add up to 1
            push = 1 / (t * (s - a))
            keep = 1 / (t * s)
            slope = lam * w - X.T @ push
            curve = t / (1 / push**2 + 1 / keep**2)
            step = -linalg.solve(lam * np.eye(n) + (X.T * curve) @ X, slope, assume_a="pos")
            decrease = -slope @ step
            size = 1.0
            now = value(w, t)
            while size > 1e-8 and not value(w + size * step, t) <= now - 0.1 * size * decrease:
                size /= 2
            w = w + size * step
            if decrease < 0.01 * M / t or size <= 1e-8:
                break
        best = min(best, np.maximum(1 - X @ w, 0).sum() + lam / 2 * w @ w)
    return float(best)


def dual_and_primal(sizes=(2, 10, 50, 200), repeats=20, lams=(0.1, 1.0, 10.0), random_state=0):
    """The ranker against a free expansion over all points, solved in the primal.

    Preferences come from generated logs; every third problem repeats some, every third contradicts.

    Returns
    -------
    dict
        The measurements of the claim *dual-optimum*.
    """
    rng = check_rng(random_state)
    search = ClickSearch(make_click_log(20, traffic=4, random_state=rng))
    busy = [q for q in range(len(search.KQ)) if len(search.task(q, max_pairs=10**6).pairs) >= 200]
    gaps = []
    gains = []
    scores = []
    singular = 0
    bound = 0
    for case in range(len(sizes) * repeats):
        M = sizes[case % len(sizes)]
        lam = lams[case % len(lams)]
        task = search.task(rng.choice(busy), max_pairs=10**6)
        pairs = task.pairs[rng.permutation(len(task.pairs))[:M]]
        if case // len(sizes) % 3 == 1:
            pairs[M // 2 :] = pairs[: M - M // 2]
        elif case // len(sizes) % 3 == 2:
            pairs[M // 2 :] = pairs[: M - M // 2, [0, 2, 1]]
        KQ, KD, base = search.kernels(task)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the gap tells how good the end is
            ranker = RobustRanker(lam, tol=1e-8, max_iter=100_000).fit(KQ, KD, base, pairs)
        gaps.append(ranker.gap_ / ranker.objective_)
        values = np.linalg.eigvalsh(preference_gram(KQ, KD, base, pairs))
        singular += bool(values[0] < 1e-10 * values[-1])
        beta = lam * ranker.dual_coef_
        bound += bool(((beta > 1 - 1e-9).any()) and ((beta > 1e-9) & (beta < 1 - 1e-9)).any())
        free = _free_expansion(KQ, KD, base, pairs, lam)
        gains.append((ranker.objective_ - free) / ranker.objective_)
        plain, size = _plain_sum(KQ, KD, base, pairs, ranker.dual_coef_)
        ours = ranker.decision_function(KQ, KD, base)
        scores.append(abs(ours - plain).max() / size.max())
    return {
        "gap": float(max(gaps)),
        "free_gain": float(max(gains, key=abs)),
        "score_dev": float(max(scores)),
        "singular": int(singular),
        "at_bound": bound / len(gaps),
    }


def _free_expansion(KQ, KD, base, pairs, lam):
    """Least criterion over free coefficients of all points of the preferences."""
    points, where = np.unique(
        np.r_[pairs[:, [0, 1]], pairs[:, [0, 2]]], axis=0, return_inverse=True
    )
    g = base[tuple(points.T)]
    K = np.outer(g, g) * KQ[np.ix_(*[points[:, 0]] * 2)] * KD[np.ix_(*[points[:, 1]] * 2)]
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-12 * values[-1]
    F = vectors[:, kept] * np.sqrt(values[kept])
    better = where[: len(pairs)]
    worse = where[len(pairs) :]
    return hinge_by_barrier(F[better] - F[worse], lam)


def _plain_sum(KQ, KD, base, pairs, theta):
    """Scores by Eq. (11), preference by preference, and the sum of the sizes of its parts."""
    scores = np.zeros_like(base)
    sizes = np.zeros_like(base)
    for (q, better, worse), weight in zip(pairs, theta):
        for page, sign in ((better, 1.0), (worse, -1.0)):
            vote = weight * base[q, page] * base * np.outer(KQ[:, q], KD[:, page])
            scores += sign * vote
            sizes += abs(vote)
    return scores, sizes
