r"""Checks on Sugiyama (2016), chapter 14: optimism, its corrections, divergences, misprints.

Where a mean difference is small beside its scatter, the same samples' mean log-density under the
best parameter, whose expectation is known, is taken off: the expectation stays, the noise goes.
"""

import numpy as np
from scipy.optimize import minimize
from scipy.stats import multivariate_normal

from mlcompanion._validation import check_rng
from mlcompanion.experiments.gaussian_choices import (
    fold_scores,
    loo_scores,
    parameter_counts,
    picks,
    three_fits,
    training_scores,
)
from mlcompanion.linalg import one_blas_thread
from mlcompanion.probability import MultivariateNormal, Normal, Wishart

__all__ = [
    "LAWS",
    "aic_corrections",
    "cross_validation_bias",
    "cross_validation_sign",
    "divergence_axioms",
    "likelihood_chain",
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
    steps, wins, fresh = [], 0, 0
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
    return normal * rng.uniform(0.5, 2, d) if kind == 1 else normal @ rng.standard_normal((d, d))


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
    rng, draw = check_rng(random_state), LAWS[law][0]
    columns = [[] for _ in sizes]
    for repeats, length in plans:
        used = [n for n in sizes if n <= length]
        starts = [0, *used[:-1]]
        for first in range(0, repeats, 2000):
            x = draw((min(2000, repeats - first), length), rng)
            for column, pair in zip(columns, _gaps(x, used, starts)):
                column.append(pair)
    gap, penalty, error = [], [], []
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

    The truth is N(0, I). The fit is a function of the sample mean and the scatter matrix, which
    are drawn from their laws: N(0, I / n) and, independently, Wishart with n - 1 degrees.
    """
    rng, found = check_rng(random_state), []
    for n in sizes:
        mean = rng.standard_normal((repeats, d)) / np.sqrt(n)
        S = Wishart(np.eye(d), n - 1).rvs(repeats, rng) / n
        inverse = np.linalg.inv(S)
        total = np.trace(S, axis1=1, axis2=2) + np.square(mean).sum(axis=1)
        expected = np.trace(inverse, axis1=1, axis2=2)
        expected += np.einsum("ij,ijk,ik->i", mean, inverse, mean)
        gap = 0.5 * (expected - d) + 0.5 * (total - d)
        found.append(n * gap.mean() / parameter_counts(d)[2])
    return np.array(found)


def small_sample_picks(sizes=(8, 10, 15, 1000), d=5, repeats=4000, random_state=None):
    """Picks of the three models on N(0, I) by AIC and by leave-one-out cross validation.

    Returns
    -------
    aic, loo : ndarray, shape (len(sizes), 3)
    """
    rng, aic, loo = check_rng(random_state), [], []
    for n in sizes:
        blocks = []
        for _ in range(0, repeats, 500):
            X = rng.standard_normal((500, n, d))
            scores = training_scores(three_fits(X)[1]) - parameter_counts(d) / n
            blocks.append((picks(scores), picks(loo_scores(X))))
        a, c = np.mean(blocks, axis=0)
        aic.append(a)
        loo.append(c)
    return np.array(aic), np.array(loo)


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
    mean, covariances = three_fits(X)
    reached = _expected(mean, covariances[:, 2])
    scores = {
        "naive": training_scores(covariances)[:, 2],
        "folds": fold_scores(X, folds)[:, 2],
        "loo": loo_scores(X)[:, 2],
    }
    found = {name: np.mean(score - noise - reached) for name, score in scores.items()}
    fewer, covariances = three_fits(rng.standard_normal((repeats, n - n // folds, d)))
    fresh = _expected(fewer, covariances[:, 2])
    held_out = scores["folds"] - noise
    error = np.sqrt((held_out.var() + fresh.var()) / repeats)
    return {**found, "z": (held_out.mean() - fresh.mean()) / error}


def _expected(mean, S):
    """Expected log-density under N(0, I) of normal laws."""
    d, inverse = S.shape[-1], np.linalg.inv(S)
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
    rng, rows, law = check_rng(random_state), [], Normal(0.0, 1.0)
    for _ in range(repeats):
        x = rng.standard_normal(n)
        score = j = 0.0
        for out in np.array_split(x, folds):
            left = (x.sum() - out.sum()) / (n - len(out))
            spread = np.sqrt((x @ x - out @ out) / (n - len(out)) - left**2)
            new = rng.standard_normal(fresh // folds)
            score += np.mean(law.logpdf((out - left) / spread) - np.log(spread)) / folds
            j -= np.mean(law.logpdf((new - left) / spread) - np.log(spread)) / folds
        rows.append((score, j))
    score, j = np.transpose(rows)
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
    shape = (triples, 3, 3)
    weight = rng.dirichlet(np.ones(3), shape[:2]) * (
        np.arange(3) < rng.integers(1, 4, (*shape[:2], 1))
    )
    weight /= weight.sum(axis=-1, keepdims=True)
    mean, sd = rng.uniform(-3, 3, shape), rng.uniform(0.4, 2, shape)
    grid = np.linspace(-20, 20, 1001)
    logs = _log_mixture(grid, weight, mean, sd)
    halved = weight * [0.5, 1, 1]
    parts = (np.concatenate([a, a[..., :1]], axis=-1) for a in (halved, mean, sd))
    same = _divergence(logs, _log_mixture(grid, *parts), grid)
    D = np.array([[_divergence(logs[:, i], logs[:, j], grid) for j in range(3)] for i in range(3)])
    i, j = np.triu_indices(3, 1)
    there, back = D[i, j], D[j, i]
    return {
        "low": min(there.min(), back.min()),
        "same": np.abs(same).max(),
        "asym": np.mean(np.abs(there - back) > 0.01 * np.maximum(there, back)),
        "tri": int(np.sum(D[0, 2] > D[0, 1] + D[1, 2])),
    }


def _log_mixture(grid, weight, mean, sd):
    """Log-density of mixtures (..., k) on a grid of m points, shape (..., m)."""
    total = -np.inf
    for k in range(weight.shape[-1]):
        z = (grid - mean[..., k, None]) / sd[..., k, None]
        with np.errstate(divide="ignore"):
            height = np.log(weight[..., k] / sd[..., k]) - 0.5 * np.log(2 * np.pi)
        total = np.logaddexp(total, height[..., None] - 0.5 * z**2)
    return total


def _divergence(log_p, log_q, grid):
    return np.sum(np.exp(log_p) * (log_p - log_q), axis=-1) * (grid[1] - grid[0])


def likelihood_chain(repeats=200, confirmed=20, n=50, d=5, random_state=None):
    """Negative log-likelihoods along six nested normal models, on N(0, I) (after Eq. 14.3).

    Spherical, diagonal, then covariances free among the first two, three, four and five features.

    Returns
    -------
    dict
        ``rises``, ``falls``, ``opt_gap`` and ``sum_turns`` as in the claim; ``counts`` of
        parameters and ``curves``, shape (repeats, 6), of negative log-likelihoods.
    """
    rng, curves, gaps = check_rng(random_state), [], []
    counts = np.array([d + 1, *(2 * d + k * (k - 1) // 2 for k in range(1, d + 1))])
    for repeat in range(repeats):
        X = rng.standard_normal((n, d))
        mean, (round_, _, S) = three_fits(X)
        fits = [round_, *(_free_among(S, k) for k in range(1, d + 1))]
        curve = [-multivariate_normal(mean, fit).logpdf(X).sum() for fit in fits]
        curves.append(curve)
        if repeat < confirmed:
            found = [_optimized(mean, S, n, k) for k in range(d + 1)]
            gaps.append(np.max(np.abs(np.subtract(curve, found)) / curve))
    curves = np.array(curves)
    return {
        "rises": int(np.sum(np.diff(curves, axis=1) > 1e-6)),
        "falls": int(np.sum(curves[:, -1] < curves[:, 0] - 1)),
        "opt_gap": max(gaps),
        "sum_turns": int(np.sum((curves + counts).argmin(axis=1) < len(counts) - 1)),
        "counts": counts,
        "curves": curves,
    }


def _free_among(S, k):
    """The covariance with what lies outside the first k features' block set to zero."""
    fit = np.diag(np.diag(S))
    fit[:k, :k] = S[:k, :k]
    return fit


def _optimized(mean, S, n, k):
    """Least negative log-likelihood by BFGS on differences; k = 0 is the spherical model.

    The free numbers are the mean, the logarithms of the factor's diagonal (one if spherical), and
    the factor's entries below it within the first k features.
    """
    d, data_root = len(mean), np.linalg.cholesky(S)
    row, column = np.tril_indices(k, -1)
    free = 1 if k == 0 else d

    def heights(thetas):
        root = np.zeros((len(thetas), d, d))
        root[:, range(d), range(d)] = np.exp(thetas[:, d : d + free])
        root[:, row, column] = thetas[:, d + free :]
        inverse = np.linalg.inv(root)
        squares = np.square(inverse @ data_root).sum(axis=(1, 2))
        squares += np.square(inverse @ (mean - thetas[:, :d])[:, :, None]).sum(axis=(1, 2))
        log_det = 2 * np.log(np.diagonal(root, axis1=1, axis2=2)).sum(axis=1)
        return 0.5 * n * (d * np.log(2 * np.pi) + log_det + squares)

    def slope(theta):
        steps = 1e-6 * np.eye(len(theta))
        return (heights(theta + steps) - heights(theta - steps)) / 2e-6

    start = np.zeros(d + free + len(row))
    found = minimize(lambda t: heights(t[None])[0], start, jac=slope, options={"gtol": 1e-2})
    return found.fun
