"""Regret with losses that bound their own slopes: searches for a counterexample to the theorems.

Shalev-Shwartz (2007), Theorems 1 and 2, Lemma 3 and Corollary 4, on online regression with the
squared loss. A violation exceeds its bound by more than 1e-9 of it.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.convex import Euclidean
from mlcompanion.losses import Squared
from mlcompanion.online import FixedScale, LossScale, best_in_hindsight, dual_ascent
from mlcompanion.online.bounds.duality import (
    anytime_self_bounded_bound,
    bounded_loss_bound,
    root_increment_sides,
    self_bounded_bound,
)
from mlcompanion.online.core.tuning import bounded_loss_beta2, self_bounded_scale

from .regret_bounds import SLACK, Stream, comparators

__all__ = [
    "quarter_power_runs",
    "regression_stream",
    "self_bounded_search",
    "self_tuned_search",
    "sum_lemma_ratios",
]


def regression_stream(n_rounds, noise, random_state, *, kind="stationary", norm=1.0, n_features=10):
    """Unit instances and ``<u, x>`` plus noise; ``u`` turns round half-way if "shifted".

    Returns
    -------
    X : ndarray, shape (n_rounds, n_features)
    y : ndarray, shape (n_rounds,)
    u : ndarray, shape (n_features,)
        Of the given norm.
    """
    check_in(kind, "kind", ("stationary", "shifted", "sorted"))
    rng = check_rng(random_state)
    T = n_rounds
    X = rng.standard_normal((T, n_features))
    u = rng.standard_normal(n_features)
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    u = norm * u / np.linalg.norm(u)
    turned = np.where((kind == "shifted") & (np.arange(T) >= T // 2), -1.0, 1.0)
    y = turned * (X @ u) + noise * rng.standard_normal(T)
    if kind == "sorted":
        order = np.argsort(y)
        X = X[order]
        y = y[order]
    return X, y, u


def self_bounded_search(lengths, seeds):
    """Theorem 1 on regression streams, beside the tuning for Lipschitz losses.

    Returns
    -------
    checked, violations : int
    flat, lipschitz : ndarray, shape (n_seeds, n_lengths)
        Regret without noise of ``c`` of Theorem 1 with ``U1 = f(u)``, and of ``c = sqrt(T)``.
    """
    lengths = check_array(lengths, "lengths", ndim=1, dtype=int, low=1)
    loss = Squared()
    checked = 0
    violations = 0
    flat, slow = np.empty((2, len(seeds), len(lengths)))
    for i, seed in enumerate(seeds):
        for noise in (0.0, 0.3):
            X, y, u = regression_stream(lengths.max(), noise, seed)
            theirs = loss.value(X @ u, y).cumsum()
            complexity = u @ u / 2
            for j, T in enumerate(lengths):
                U2 = max(theirs[T - 1], 1e-9)

                def regret(c, X=X[:T], y=y[:T], paid=theirs[T - 1]):
                    run = dual_ascent(X, y, loss=loss, scale=FixedScale(float(c)))[1]
                    return run.losses.sum() - paid

                for factor in (1, 2, 10):
                    U1 = factor * complexity
                    found = regret(self_bounded_scale(1.0, U1, U2))
                    violations += int(found > self_bounded_bound(1.0, U1, U2) * SLACK)
                    checked += 1
                    if noise == 0 and factor == 1:
                        flat[i, j] = found
                if noise == 0:
                    slow[i, j] = regret(np.sqrt(T))
    return checked, violations, flat, slow


def self_tuned_search(lengths, seeds, count=20, whole=False):
    """Corollary 4 on a ball and Theorem 2 on the whole space, at prefixes of regression streams.

    The longest length is played without noise only, the others by prefixes of a quarter of it;
    all of them to the longest if ``whole``.

    Returns
    -------
    dict
        ``n_checked``, ``viol_cor4``, ``viol_thm2``, and ``quiet``, shape (n_seeds, n_lengths): the
        regret of Corollary 4's learner without noise, ``U = 2``.
    """
    lengths = check_array(lengths, "lengths", ndim=1, dtype=int, low=1)
    loss = Squared()
    found = {"n_checked": 0, "viol_cor4": 0, "viol_thm2": 0, "quiet": []}
    cases = [(n, k) for n in (0.0, 0.1, 0.5) for k in ("stationary", "shifted", "sorted")]
    for seed in seeds:
        for (noise, kind), U, beta2 in (
            (case, U, b) for case in cases for U, b in ((0.5, 0.3), (2.0, 1.0), (8.0, 3.0))
        ):
            quiet = noise == 0 and kind == "stationary" and U == 2.0
            T = lengths.max() if quiet or whole else lengths.max() // 4
            rng = np.random.default_rng([seed, 7])
            radius = np.sqrt(2 * U)
            X, y, _ = regression_stream(T, noise, rng, kind=kind, norm=0.9 * radius)
            marks = lengths[lengths <= T]
            vectors, _ = comparators(Euclidean(radius), U, count, X.shape[1], rng)
            small = np.linalg.qr(np.column_stack([X, y]), mode="r")  # the same least squares
            best = best_in_hindsight(small[:, :-1], small[:, -1], loss, radius=radius)
            vectors = np.vstack([best, vectors])
            totals = Stream(X, y, loss, None).comparator_totals(vectors, marks)
            largest = max(1.0, (radius + np.abs(y).max()) ** 2 / 2)
            scale = LossScale(largest, bounded_loss_beta2(1.0, U))
            run = dual_ascent(X, y, Euclidean(radius), loss, scale)[1]
            regret = run.losses.cumsum()[marks - 1, None] - totals
            bound = bounded_loss_bound(totals, 1.0, U, largest)
            found["viol_cor4"] += int((regret > bound * SLACK).sum())
            if quiet:
                found["quiet"].append(regret[:, 0])
            run = dual_ascent(X, y, Euclidean(), loss, LossScale(1.0, beta2))[1]
            worst = np.maximum.accumulate(run.losses)[marks - 1]
            theirs = run.losses.cumsum()[marks - 1, None] - totals
            bound = np.transpose([
                anytime_self_bounded_bound(u @ u / 2, total, 1.0, 1.0, beta2, worst)
                for u, total in zip(vectors, totals.T)
            ])  # fmt: skip
            found["viol_thm2"] += int((theirs > bound * SLACK).sum())
            found["n_checked"] += 2 * regret.size
    found["quiet"] = np.array(found["quiet"])
    return found


def sum_lemma_ratios(count, random_state, n_climbs=40):
    """Left over right side of Lemma 3, with and without its factor, on random sequences.

    Even, exponential, heavy-tailed and mostly-zero increments, 1 to 50 of them, beta log-uniform
    from 1 to 1,000; the worst sequences are then improved coordinate by coordinate.

    Returns
    -------
    worst, worst_short : float
    """
    rng = check_rng(random_state)
    n = count
    kinds = rng.integers(4, size=(n, 1))
    rise = rng.exponential(size=(n, 50))
    rise = np.select([kinds == 0, kinds == 1, kinds == 2], [1.0, rise, np.exp(rise)], rise)
    rise *= (np.arange(50) < rng.integers(1, 51, (n, 1))) * 10 ** rng.uniform(-2, 2, (n, 1))
    rise *= (kinds != 3) | (rng.random((n, 50)) < 0.1)
    rise[:, 0] += 1e-3
    beta = 10 ** rng.uniform(0, 3, n)
    before = np.cumsum(rise, axis=1) - rise
    left = (rise / np.sqrt(beta[:, None] + before)).sum(axis=1)
    total = rise.sum(axis=1)
    short = 2 * total / (np.sqrt(beta + total) + np.sqrt(beta))
    ratio = left / (short * np.sqrt(1 + rise.max(axis=1) / beta))
    worst = float(ratio.max())
    worst_short = float((left / short).max())
    for k in np.argsort(ratio)[-5:]:
        steps = rise[k].copy()
        best = ratio[k]
        for _ in range(n_climbs):
            trial = steps.copy()
            trial[rng.integers(50)] *= 10 ** rng.normal()
            a, b = root_increment_sides(trial.cumsum(), beta[k])
            if a / b > best:
                steps = trial
                best = a / b
        worst = max(worst, float(best))
    return worst, worst_short


def quarter_power_runs(lengths, seeds):
    """Theorem 1 where the comparator's loss is close to the root of T.

    Noise of size ``sqrt(2)`` in about ``sqrt(T)`` rounds, none in the others.

    Returns
    -------
    regret, bound : ndarray, shape (n_seeds, n_lengths)
    """
    regret, bound = np.empty((2, len(seeds), len(lengths)))
    for i, seed in enumerate(seeds):
        for j, T in enumerate(lengths):
            X, y, u = regression_stream(T, 0.0, seed)
            rng = np.random.default_rng([seed, T])
            noisy = rng.choice(T, round(np.sqrt(T)), replace=False)
            y[noisy] += np.sqrt(2) * rng.choice([-1.0, 1.0], len(noisy))
            theirs = Squared().value(X @ u, y).sum()
            c = FixedScale(float(self_bounded_scale(1.0, u @ u / 2, theirs)))
            run = dual_ascent(X, y, loss=Squared(), scale=c)[1]
            regret[i, j] = run.losses.sum() - theirs
            bound[i, j] = self_bounded_bound(1.0, u @ u / 2, theirs)
    return regret, bound
