"""From regret to risk, checked where every risk is exact.

Shalev-Shwartz (2007), Appendix B.3. A *hard family* has hypotheses w in [-1, 1], loss ``1 + z w``,
and z = -1 or 1 with mean ``-kappa / sqrt(T)``: the tuned learner has the regret bound ``sqrt(T)``,
and its excess risk is of the same order. A finite population drawn with replacement is a
distribution whose risks are means over its rows.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import binom
from sklearn.datasets import load_breast_cancer

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.convex import Euclidean
from mlcompanion.datasets import load_spambase, make_noisy_separator
from mlcompanion.learning_theory import bernstein_risk_bound, online_loss_bound, risk_certificate
from mlcompanion.losses import Hinge
from mlcompanion.online import FixedScale, best_in_hindsight, dual_ascent
from mlcompanion.online.core.paths import hypothesis_path
from mlcompanion.online.games.adversaries import interval_weights

__all__ = [
    "PopulationRuns",
    "bernstein_check",
    "block_failures",
    "certificate_check",
    "confidence_excess",
    "hard_weights",
    "index_sets",
    "lemma22_violations",
    "population",
    "population_runs",
    "printed_failures",
    "stopped_weights",
    "stopping_share",
    "unit_rows",
]

HINGE = Hinge()


def unit_rows(X):
    """Rows with a constant 1 behind them, scaled to norm 1."""
    X = np.column_stack([X, np.ones(len(X))])
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def population(name, flip=0.0):
    """A finite population: rows of norm 1 and labels -1 and 1.

    Parameters
    ----------
    name : {"made up", "breast cancer", "spambase"}
        2,000 points on a sphere in 10 dimensions, 569 standardised rows, or the logarithms of 4,597
        rows.
    flip : float
        Share of the labels to flip, once.

    Returns
    -------
    X : ndarray, shape (N, n)
    y : ndarray, shape (N,)
    """
    name = check_in(name, "name", ("made up", "breast cancer", "spambase"))
    if name == "made up":
        data = make_noisy_separator(2000, 10, random_state=0)
        X = data.data
        y = data.target.astype(float)
    elif name == "breast cancer":
        data = load_breast_cancer()
        X = unit_rows((data.data - data.data.mean(axis=0)) / data.data.std(axis=0))
        y = 2.0 * data.target - 1
    else:
        data = load_spambase()
        X = unit_rows(np.log1p(data.data))
        y = np.where(data.target == 1, 1.0, -1.0)
    turned = np.random.default_rng(0).permutation(len(y))[: round(flip * len(y))]
    y[turned] *= -1
    return X, y


def hard_weights(n_rounds, kappa, count, random_state, *, cautious=1.0, horizon=None):
    """Weights of the tuned learner on the hard family, before every round.

    Parameters
    ----------
    n_rounds : int
        Rounds to play.
    kappa : float
        The mean of z is ``-kappa / sqrt(horizon)``.
    count : int
        Independent runs.
    random_state : int or Generator
    cautious : float
        Factor of the scale ``c = sqrt(n_rounds)``; 1 is the tuned learner.
    horizon : int, optional
        Of the family; default ``n_rounds``.

    Returns
    -------
    ndarray, shape (count, n_rounds)
        The excess risk of w is ``kappa (1 - w) / sqrt(horizon)``.
    """
    rng = check_rng(random_state)
    T = n_rounds
    mean = -kappa / np.sqrt(T if horizon is None else horizon)
    z = np.where(rng.random((count, T)) < (1 + mean) / 2, 1, -1).astype(np.int8)
    return interval_weights(z, float(cautious * np.sqrt(T)))


class PopulationRuns(NamedTuple):
    """Runs over independent draws from a finite population; each array has shape (n_runs,).

    Attributes
    ----------
    online, after : ndarray
        Mean loss before and after each update.
    mean_risk, average_risk : ndarray
        Of all hypotheses on average, and of the averaged hypothesis.
    best : float
        Least risk in the ball.
    """

    online: np.ndarray
    after: np.ndarray
    mean_risk: np.ndarray
    average_risk: np.ndarray
    best: float


def population_runs(X, y, n_rounds, count, random_state, *, radius=5.0):
    """Run the hinge learner of Corollary 1 on draws with replacement from the rows of ``X``.

    Parameters
    ----------
    X : array_like, shape (N, n)
        Rows of norm 1.
    y : array_like, shape (N,)
    n_rounds, count : int
    random_state : int or Generator
    radius : float
        Of the ball of hypotheses; ``c = sqrt(T L / U)`` with ``L = 1/2`` and ``U = radius^2 / 2``.

    Returns
    -------
    PopulationRuns
    """
    rng = check_rng(random_state)
    ball = Euclidean(radius)
    scale = FixedScale(float(np.sqrt(n_rounds) / radius))
    rows = []
    for _ in range(count):
        drawn = rng.integers(len(X), size=n_rounds + 1)
        Z = X[drawn]
        target = y[drawn]
        _, run = dual_ascent(Z, target, ball, HINGE, scale)
        path = hypothesis_path(Z, run, ball)
        late = HINGE.value(np.einsum("ti,ti->t", path[1:], Z[:-1]), target[:-1]).mean()
        margins = (y[:, None] * X) @ path[:-1].T
        risks = np.maximum(np.subtract(1, margins, out=margins), 0, out=margins).mean()
        mean = path[:-1].mean(axis=0)
        rows.append((run.losses[:-1].mean(), late, risks, HINGE.value(X @ mean, y).mean()))
    u = best_in_hindsight(X, y, HINGE, radius=radius)
    return PopulationRuns(*np.transpose(rows), float(HINGE.value(X @ u, y).mean()))


def stopped_weights(n_rounds, kappa, count, random_state, *, cautious=1.0, horizon=None):
    """Weight of the learner on the hard family before a random round, uniform in the run.

    The parameters are those of :func:`hard_weights`. Only the number of positive z before that
    round matters, which has a binomial law.

    Returns
    -------
    ndarray, shape (count,)
    """
    rng = check_rng(random_state)
    T = n_rounds
    mean = -kappa / np.sqrt(T if horizon is None else horizon)
    before = rng.integers(T, size=count)
    theta = before - 2 * rng.binomial(before, (1 + mean) / 2)
    return np.clip(theta / (cautious * np.sqrt(T)), -1, 1)


def stopping_share(n_rounds, kappa, delta, count, random_state, *, cautious=1.0):
    """Share of runs in which the hypothesis at a random time exceeds ``B(T) / (delta T)``.

    Parameters
    ----------
    n_rounds : int
    kappa : float
    delta : array_like, shape (k,)
    count : int
    random_state : int or Generator
    cautious : float

    Returns
    -------
    ndarray, shape (k,)
    """
    chosen = stopped_weights(n_rounds, kappa, count, random_state, cautious=cautious)
    # excess kappa (1 - w) / sqrt(T) against 1 / (delta sqrt(T)); a hair against rounding
    return np.array([np.mean(kappa * (1 - chosen) > 1 / d + 1e-9) for d in delta])


def index_sets(n_rounds, n_blocks, printed=False):
    """Index sets (from 0) from which Theorem 12 takes one hypothesis each.

    Parameters
    ----------
    n_rounds, n_blocks : int
        T and s.
    printed : bool
        ``h_{is+1}, ..., h_{is+s}`` as printed, in place of ``h_{(i-1)T/s+1}, ..., h_{iT/s}``.

    Returns
    -------
    list of ndarray
    """
    T = n_rounds
    s = n_blocks
    if printed:
        return [np.arange(i * s, i * s + s) for i in range(1, s + 1)]
    return [np.arange(i * (T // s), (i + 1) * (T // s)) for i in range(s)]


def block_failures(n_rounds, n_blocks, kappa, count, random_state, *, cautious=1.0):
    """Share of runs in which every hypothesis chosen misses ``e s B(T/s) / T`` (Theorem 12).

    The learner is restarted in each of the blocks, tuned for a block, and one hypothesis is drawn
    from each.

    Returns
    -------
    float
    """
    rng = check_rng(random_state)
    s = n_blocks
    missed = np.ones(count, dtype=bool)
    for _ in range(s):
        w = stopped_weights(
            n_rounds // s, kappa, count, rng, cautious=cautious, horizon=n_rounds
        )  # fmt: skip
        missed &= kappa * (1 - w) > np.e * np.sqrt(s) + 1e-9
    return float(missed.mean())


def printed_failures(n_rounds, n_blocks, kappa, count, random_state):
    """The share of :func:`block_failures` with the index sets as printed.

    Returns
    -------
    float
    """
    rng = check_rng(random_state)
    sets = index_sets(n_rounds, n_blocks, printed=True)
    size = n_rounds // n_blocks
    runs = [hard_weights(size, kappa, count, rng, horizon=n_rounds) for _ in range(n_blocks)]
    W = np.hstack(runs)
    missed = np.ones(count, dtype=bool)
    for indices in sets:
        w = W[np.arange(count), rng.choice(indices, count)]
        missed &= kappa * (1 - w) > np.e * np.sqrt(n_blocks) + 1e-9
    return float(missed.mean())


def confidence_excess(X, y, count, random_state, *, n_rounds=2000, n_blocks=5, radius=10.0):
    """Excess risks of validation and of random stopping, on draws with replacement.

    Validation restarts the learner in the blocks of the first 80 % of the draws and chooses on the
    rest; random stopping runs through all of them.

    Parameters
    ----------
    X : array_like, shape (N, n)
        Rows of norm 1.
    y : array_like, shape (N,)
    count : int
    random_state : int or Generator
    n_rounds, n_blocks : int
    radius : float
        Of the ball of hypotheses.

    Returns
    -------
    ndarray, shape (count, 2)
    """
    rng = check_rng(random_state)
    ball = Euclidean(radius)
    size = int(0.8 * n_rounds) // n_blocks
    found = []
    u = best_in_hindsight(X, y, HINGE, radius=radius)
    best = HINGE.value(X @ u, y).mean()

    def hypothesis(rows, horizon):
        """The state after some rows, of the learner tuned for a horizon."""
        if not len(rows):
            return np.zeros(X.shape[1])
        scale = FixedScale(float(np.sqrt(horizon) / radius))
        return dual_ascent(X[rows], y[rows], ball, HINGE, scale)[0].weights

    for _ in range(count):
        rows = rng.integers(len(X), size=n_rounds)
        blocks = rows[: size * n_blocks].reshape(n_blocks, size)
        stops = rng.integers(size, size=n_blocks)
        drawn = np.array([hypothesis(b[:r], size) for b, r in zip(blocks, stops)])
        fresh = rows[size * n_blocks :]
        losses = HINGE.value(X[fresh] @ drawn.T, y[fresh, None]).mean(axis=0)
        kept = drawn[losses.argmin()], hypothesis(rows[: rng.integers(n_rounds)], n_rounds)
        found.append([HINGE.value(X @ w, y).mean() - best for w in kept])
    return np.array(found)


def bernstein_check(risks, lengths, deltas):
    """Lemma 21 for losses 0 or 1: probabilities from the binomial law, over delta.

    Returns
    -------
    worst, worst_short : float
        Largest ratio with the limit, and with its last term left out.
    """
    r, T, d = np.meshgrid(risks, lengths, deltas, indexing="ij")
    limit = bernstein_risk_bound(r, T, d)
    short = limit + 2 * np.log(d) / (3 * T)
    return tuple(
        float(np.max(binom.sf(np.floor(T * bound + 1e-9), T, r) / d)) for bound in (limit, short)
    )


def lemma22_violations(count, random_state):
    """Lemma 22 on random constants: what B.7 and Lemma 21 allow against the limit derived.

    Returns
    -------
    viol, viol_short : int
        With the limit, and with ``3 ln(1/delta)`` left out of its last constant.
    """
    rng = check_rng(random_state)
    n = count
    r = 10 ** rng.uniform(-5, -0.05, n)
    d = 10 ** rng.uniform(-3, -0.3, n)
    T = 10 ** rng.uniform(1, 5, n)
    mu, nu = 10 ** rng.uniform(-3, 3, (2, n))
    b = bernstein_risk_bound(r, T, d)
    largest = b + mu * np.sqrt(b / T) + nu / T
    limit = online_loss_bound(r, mu, nu, T, d)
    short = limit + 3 * np.log(d) / T
    return tuple(int((largest > bound * (1 + 1e-12)).sum()) for bound in (limit, short))


def certificate_check(risks, lengths, deltas):
    """Theorem 13 for a constant hypothesis with losses 0 or 1: exact probabilities over delta.

    Returns
    -------
    worst, worst_short : float
        Largest ratio with the certificate, and with ``3 ln((T+3)/delta)`` left out.
    """
    r = check_array(risks, "risks", ndim=1)
    found = np.zeros(2)
    for T in lengths:
        k = np.arange(T + 1)
        for delta in deltas:
            whole = risk_certificate(k / T, T, delta)
            short = whole - 3 * np.log((T + 3) / delta) / T
            for i, certificate in enumerate((whole, short)):
                missed = np.searchsorted(certificate, r) - 1  # largest k with certificate < r
                found[i] = max(found[i], np.max(binom.cdf(missed, T, r) / delta))
    return float(found[0]), float(found[1])
