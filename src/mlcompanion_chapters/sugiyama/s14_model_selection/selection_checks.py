r"""Checks on Sugiyama (2016), chapter 14: optimism, its corrections, divergences.

Where a mean difference is small beside its scatter, the same samples' mean log-density under the
best parameter, whose expectation is known, is taken off: the expectation stays, the noise goes.
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.density import loo_gaussian
from mlcompanion.linalg import one_blas_thread
from mlcompanion.probability import MultivariateNormal, Normal
from mlcompanion.stats.selection.criteria import aic

from .gaussian_choices import (
    fold_scores,
    loo_scores,
    parameter_counts,
    picks,
    three_fits,
    training_scores,
)

__all__ = [
    "LAWS",
    "aic_corrections",
    "cross_validation_bias",
    "cross_validation_sign",
    "divergence_axioms",
    "nested_likelihoods",
    "optimism",
    "small_sample_picks",
]

#: Draws with mean 0 and variance 1, and the limit of their optimism under the normal model.
LAWS = {
    "normal": (lambda size, rng: rng.standard_normal(size), 2.0),
    "Laplace": (
        lambda size, rng: (
            (rng.standard_exponential(size) - rng.standard_exponential(size)) / np.sqrt(2)
        ),
        3.5,
    ),
    "uniform": (lambda size, rng: np.sqrt(3) * (2 * rng.random(size) - 1), 1.4),
}


def nested_likelihoods(repeats=1000, random_state=None):
    """The three models on random data sets: training and fresh log-likelihoods (Fig. 14.2).

    Returns
    -------
    dict
        ``drop``, the smallest increase of the log-likelihood from a model to the next; ``wins``
        and ``fresh``, in how many data sets the full model is best on training and fresh samples.
    """
    rng = check_rng(random_state)
    steps = []
    wins = 0
    fresh = 0
    with one_blas_thread():
        for repeat in range(repeats):
            d = rng.integers(2, 11)
            n = rng.integers(d + 2, 201)
            rows = _rows(repeat % 5, n + 1000, d, rng)
            mean, covariances = three_fits(rows[:n])
            heights = [MultivariateNormal(mean, S).logpdf(rows) for S in covariances]
            seen, unseen = ([h[part].sum() for h in heights] for part in (slice(n), slice(n, None)))
            steps.append(min(np.diff(seen)))
            wins += np.argmax(seen) == 2
            fresh += np.argmax(unseen) == 2
    return {"drop": min(steps), "wins": int(wins), "fresh": int(fresh)}


def _rows(kind, m, d, rng):
    """Spherical, diagonal or full normal, Laplace or uniform rows."""
    if kind == 3:
        return rng.laplace(size=(m, d))
    if kind == 4:
        return rng.random((m, d))
    normal = rng.standard_normal((m, d))
    if kind == 0:
        return normal * rng.uniform(0.5, 2)
    if kind == 1:
        return normal * rng.uniform(0.5, 2, d)
    return normal @ rng.standard_normal((d, d))


def optimism(law, sizes=(25, 50, 100, 200, 400), plans=((60_000, 400), (40_000, 200)),
             random_state=None):  # fmt: skip
    """Training minus expected log-likelihood of the normal model in one dimension (Eq. 14.4).

    Parameters
    ----------
    law : str
        A key of ``LAWS``.
    sizes : tuple of int
        Increasing; a sample is the beginning of the next larger one.
    plans : tuple of (int, int)
        Repeats, and the length up to which they are drawn.
    random_state : int, Generator or None

    Returns
    -------
    dict
        Of arrays over the sizes: ``gap``, the mean difference per sample; ``penalty``, the mean of
        Takeuchi's tr(Q G^-1); ``error``, the standard error of their difference per sample.

    Notes
    -----
    All follows from the first four moments. Cost: O(repeats n).
    """
    rng = check_rng(random_state)
    draw = LAWS[law][0]
    columns = [[] for _ in sizes]
    for repeats, length in plans:
        used = [n for n in sizes if n <= length]
        starts = [0, *used[:-1]]
        for first in range(0, repeats, 250):  # as many as fit a cache
            x = draw((min(250, repeats - first), length), rng)
            for column, pair in zip(columns, _gaps(x, used, starts)):
                column.append(pair)
    gap = []
    penalty = []
    error = []
    for column, n in zip(columns, sizes):
        g, p = np.concatenate(column, axis=1)
        gap.append(g.mean())
        penalty.append(p.mean())
        error.append((p / n - g).std() / np.sqrt(len(g)))
    return {"gap": np.array(gap), "penalty": np.array(penalty), "error": np.array(error)}


def _gaps(x, sizes, starts):
    """For each prefix of the rows: gap, less its noise at the best parameter, and tr(Q G^-1)."""
    square = x * x
    powers = (x, square, square * x, square * square)
    sums = [np.add.reduceat(power, starts, axis=1).cumsum(axis=1) for power in powers]
    m1, m2, m3, m4 = (total / sizes for total in sums)
    variance = m2 - m1**2
    fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
    gap = 0.5 * ((1 + m1**2) / variance - 1 + m2 - 1)
    penalty = 0.5 * (1 + fourth / variance**2)
    return zip(gap.T, penalty.T)


def aic_corrections(sizes=(15, 30, 100, 1000), d=5, repeats=20_000, random_state=None):
    """n times the mean optimism of the full model, divided by its number of parameters.

    Samples from N(0, I); the expected log-density of a fit is known in closed form.

    Returns
    -------
    ndarray, shape (len(sizes),)

    Notes
    -----
    Cost: O(repeats n d^2) for each size.
    """
    rng = check_rng(random_state)
    found = []
    batch = 100  # as many as fit a cache
    for n in sizes:
        gaps = []
        for first in range(0, repeats, batch):
            # the samples of a feature lie beside each other: the sums over them are faster
            X = rng.standard_normal((min(batch, repeats - first), d, n)).swapaxes(1, 2)
            noise = 0.5 * (d - np.einsum("rni,rni->r", X, X) / n)  # at the truth, expectation 0
            mean, S = _full_fit(X)
            gaps.append(training_scores(S) - noise - _expected(mean, S))
        found.append(n * np.mean(np.concatenate(gaps)) / parameter_counts(d)[2])
    return np.array(found)


def small_sample_picks(sizes=(8, 10, 15, 1000), d=5, repeats=4000, random_state=None):
    """Picks of the three models on N(0, I) by AIC and by leave-one-out cross validation.

    Returns
    -------
    aic, loo : ndarray, shape (len(sizes), 3)
    """
    rng = check_rng(random_state)
    by_aic = []
    by_loo = []
    for n in sizes:
        blocks = []
        for _ in range(0, repeats, 50):  # as many as fit a cache
            X = rng.standard_normal((50, n, d))
            scores = -aic(n * training_scores(three_fits(X)[1]), parameter_counts(d))
            blocks.append((picks(scores), picks(loo_scores(X))))
        a, c = np.mean(blocks, axis=0)
        by_aic.append(a)
        by_loo.append(c)
    return np.array(by_aic), np.array(by_loo)


def cross_validation_bias(d, n=50, folds=5, repeats=20_000, random_state=None):
    """Bias of scores as estimates of the expected log-density of the full fit, truth N(0, I).

    Returns
    -------
    dict
        ``naive``, ``folds`` and ``loo``: mean of the training, the ``folds``-fold and the
        leave-one-out score minus the mean expected log-density of the fit on all n samples;
        ``z``: the ``folds``-fold score minus that of fits on n (1 - 1 / folds) fresh samples, in
        standard errors.
    """
    rng = check_rng(random_state)
    X = rng.standard_normal((repeats, n, d))
    noise = 0.5 * (d - np.square(X).sum(axis=2).mean(axis=1))  # at the truth, expectation 0
    mean, S = _full_fit(X)
    reached = _expected(mean, S)
    scores = {
        "naive": training_scores(S),
        "folds": fold_scores(X, folds),
        "loo": loo_gaussian(X).mean(axis=-1),
    }
    found = {name: np.mean(score - noise - reached) for name, score in scores.items()}
    fresh = _expected(*_full_fit(rng.standard_normal((repeats, n - n // folds, d))))
    held_out = scores["folds"] - noise
    error = np.sqrt((held_out.var() + fresh.var()) / repeats)
    return {**found, "z": (held_out.mean() - fresh.mean()) / error}


def _full_fit(X):
    mean, covariances = three_fits(X)
    return mean, covariances[:, 2]


def _expected(mean, S):
    """Expected log-density under N(0, I) of normal laws."""
    d = S.shape[-1]
    inverse = np.linalg.inv(S)
    squares = np.trace(inverse, axis1=1, axis2=2) + np.einsum("ij,ijk,ik->i", mean, inverse, mean)
    return -0.5 * (d * np.log(2 * np.pi) + np.linalg.slogdet(S)[1] + squares)


def cross_validation_sign(repeats=2000, n=100, folds=5, fresh=10_000, random_state=None):
    """The printed score and the printed J, on N(0, 1) with the normal model (section 14.5).

    Returns
    -------
    dict
        ``score``, ``j`` and ``se``, the standard error of their sum. J of the fits of a repeat
        comes from ``fresh`` samples, an equal share of them for each fold.
    """
    rng = check_rng(random_state)
    pairs = []
    law = Normal(0.0, 1.0)
    for _ in range(repeats // 50):
        x = rng.standard_normal((50, folds, n // folds))
        new = rng.standard_normal((50, folds, fresh // folds))
        kept = n - n // folds
        left = (x.sum(axis=(1, 2))[:, None] - x.sum(axis=2)) / kept
        squares = np.square(x)
        squares = (squares.sum(axis=(1, 2))[:, None] - squares.sum(axis=2)) / kept
        left, spread = left[..., None], np.sqrt(squares - left**2)[..., None]
        score, j = (
            (law.logpdf((rows - left) / spread) - np.log(spread)).mean(axis=(1, 2))
            for rows in (x, new)
        )
        pairs.append((score, -j))
    score, j = np.concatenate(pairs, axis=1)
    return {
        "score": score.mean(),
        "j": j.mean(),
        "se": (score + j).std(ddof=1) / np.sqrt(repeats),
    }


def divergence_axioms(triples=2000, random_state=None):
    """Search for counterexamples to the axioms of a distance, by quadrature (Eq. 14.1).

    Triples of mixtures of one to three normal densities.

    Returns
    -------
    dict
        ``low``, least divergence of 6 pairs a triple; ``same``, largest from a density to itself
        written with its first component split; ``asym``, share of pairs whose directions differ
        by more than 1 % of the larger; ``tri``, number of triples that break the triangle
        inequality.
    """
    rng = check_rng(random_state)
    grid = np.linspace(-20, 20, 1001)
    blocks = [_block_of_triples(min(50, triples - k), grid, rng) for k in range(0, triples, 50)]
    D, same = (np.concatenate(part, axis=-1) for part in zip(*blocks))
    i, j = np.triu_indices(3, 1)
    there = D[i, j]
    back = D[j, i]
    return {
        "low": min(there.min(), back.min()),
        "same": np.abs(same).max(),
        "asym": np.mean(np.abs(there - back) > 0.01 * np.maximum(there, back)),
        "tri": int(np.sum(D[0, 2] > D[0, 1] + D[1, 2])),
    }


def _block_of_triples(m, grid, rng):
    """Divergences (3, 3, m) between the densities of m triples, and (3, m) from each to itself."""
    shape = (m, 3, 3)
    few = np.arange(3) < rng.integers(1, 4, (m, 3, 1))
    weight = rng.dirichlet(np.ones(3), shape[:2]) * few
    weight /= weight.sum(axis=-1, keepdims=True)
    mean = rng.uniform(-3, 3, shape)
    sd = rng.uniform(0.4, 2, shape)
    logs = _log_mixture(grid, weight, mean, sd)
    halved = weight * [0.5, 1, 1]
    split = (np.concatenate([a, a[..., :1]], axis=-1) for a in (halved, mean, sd))
    same = _divergence(logs, _log_mixture(grid, *split), grid)
    D = [[_divergence(logs[:, i], logs[:, j], grid) for j in range(3)] for i in range(3)]
    return np.array(D), same.T


def _log_mixture(grid, weight, mean, sd):
    """Log-density of mixtures (..., k) on a grid of m points, shape (..., m)."""
    with np.errstate(divide="ignore"):
        height = np.log(weight / sd) - 0.5 * np.log(2 * np.pi)
    parts = height[..., None] - 0.5 * np.square((grid - mean[..., None]) / sd[..., None])
    top = parts.max(axis=-2)
    return top + np.log(np.exp(parts - top[..., None, :]).sum(axis=-2))


def _divergence(log_p, log_q, grid):
    return np.sum(np.exp(log_p) * (log_p - log_q), axis=-1) * (grid[1] - grid[0])
