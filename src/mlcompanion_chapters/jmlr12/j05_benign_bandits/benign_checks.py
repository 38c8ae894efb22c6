"""Statements of the paper as searches for counterexamples, and its slips of the pen."""

import math
from itertools import combinations

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.bandits.linear import run_bandit
from mlcompanion.bandits.linear.engine import estimate_into, reservoir_place
from mlcompanion.convex.barriers import BallBarrier

from .benign_games import benign_costs, bodies

__all__ = [
    "bias_of_estimates",
    "coordinate_reservoir",
    "curvature_on_segments",
    "drift_of_means",
    "greatest_weighted_sum",
    "harmonic_slips",
    "instability_bound",
    "instability_runs",
    "mean_variation",
    "reservoir_chi_square",
    "reservoir_spread",
    "theta_slopes",
]


def _random_vectors(rng, shape):
    vectors = rng.normal(size=shape)
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def outcomes_of_a_round(barrier, total, x, cost, memory):
    """All ``2 n`` plays of an ellipsoid round and the package's estimates, shape (2n, n) each."""
    plays, estimates = np.zeros((2, 2 * barrier.n, barrier.n))
    for end in range(2 * barrier.n):
        value, vector = barrier.axis(total, x, end // 2)
        step = (-1) ** end / math.sqrt(value)
        plays[end] = x + step * vector
        surprise = (cost - memory) @ plays[end]
        estimate_into(memory, surprise, step, vector, estimates[end])
    return plays, estimates


def bias_of_estimates(n_cases, seed):
    """Averages over all ``2 n`` outcomes of an ellipsoid round, in random cases.

    Returns
    -------
    dict
        ``bias_f``, ``bias_y``, ``outside``, ``control`` as the claims file says.
    """
    rng = np.random.default_rng(seed)
    sets = [(n, barrier) for n in (2, 3, 5, 10) for barrier in bodies(n, seed).values()]
    found = {"bias_f": 0.0, "bias_y": 0.0, "outside": 0, "control": math.inf}
    for case in range(n_cases):
        n, barrier = sets[case % len(sets)]
        cost, away = _random_vectors(rng, (2, n))
        cost *= rng.random()
        memory = cost + rng.uniform(0.1, 1.0) * away
        total = 10 ** rng.uniform(-2, 4) * rng.normal(size=n)  # large: close to the boundary
        x = barrier.minimize_linear(total)
        plays, estimates = outcomes_of_a_round(barrier, total, x, cost, memory)
        scale = np.linalg.norm(estimates, axis=1).max()
        bias_f = np.linalg.norm(estimates.mean(axis=0) - cost) / scale
        bias_y = np.linalg.norm(plays.mean(axis=0) - x)
        control = np.linalg.norm((memory + (estimates - memory) / n).mean(axis=0) - cost)
        found["bias_f"] = max(found["bias_f"], float(bias_f))
        found["bias_y"] = max(found["bias_y"], float(bias_y))
        found["outside"] += int((~barrier.contains(plays, 1e-12)).sum())
        found["control"] = min(found["control"], float(control))
    return found


@njit
def kept_items(draws, k, slack):
    """Items in the reservoir after a stream; ``slack`` 1 keeps item t with ``k/(t - 1)``."""
    kept = np.zeros(k, dtype=np.int64)
    for t in range(1, len(draws) + 1):
        keep = draws[t - 1, 0] * (t - slack) / t
        place = reservoir_place(t, k, keep, draws[t - 1, 1])
        if place >= 0:
            kept[place] = t
    return kept


def _chi_square(counts, n_runs, n_cells):
    expected = n_runs / n_cells
    return float(((np.array(counts) - expected) ** 2 / expected).sum())


def reservoir_chi_square(n_runs, seed, slack=0):
    """Chi-square statistic of the 56 subsets of three among eight items."""
    counts = dict.fromkeys(combinations(range(1, 9), 3), 0)
    draws = np.random.default_rng(seed).random((n_runs, 8, 2))
    for own in draws:
        counts[tuple(sorted(kept_items(own, 3, slack).tolist()))] += 1
    return _chi_square(list(counts.values()), n_runs, 56)


def coordinate_reservoir(n_runs, seed):
    """Chi-square statistic of the 15 pairs of rounds stored for a coordinate by Algorithm 1.

    Costs are powers of two, so that the remembered mean tells which two rounds it is made of.
    """
    costs = np.column_stack([0.5 ** np.arange(1.0, 7), np.zeros(6)])
    trace = run_bandit(costs, BallBarrier(2), k=2, gamma=0.5, n_repeats=n_runs, random_state=seed)
    sums = 2 * trace.memory[:, 5, 0]
    values = [costs[i, 0] + costs[j, 0] for i, j in combinations(range(6), 2)]
    return _chi_square([int((sums == value).sum()) for value in values], n_runs, 15)


@njit
def follow_reservoir(stream, draws, k, checkpoints, means):
    """Mean of the reservoir at the checkpoints, written into ``means``; the items touched."""
    kept = np.zeros(k)
    touched = 0
    at = 0
    for t in range(1, len(stream) + 1):
        place = reservoir_place(t, k, draws[t - 1, 0], draws[t - 1, 1])
        if place >= 0:
            kept[place] = stream[t - 1]
            touched += 1
        if t == checkpoints[at]:
            means[at] = np.mean(kept)
            at += 1
    return touched


def reservoir_spread(n_runs, seed, k=7, checkpoints=(10, 100, 1000)):
    """Variance of the reservoir's mean over ``Q_t/(k t)``; items touched, in standard errors."""
    rng = np.random.default_rng(seed)
    stream = rng.normal(size=checkpoints[-1])
    means = np.empty((n_runs, len(checkpoints)))
    touched = np.empty(n_runs)
    places = np.array(checkpoints)
    for run in range(n_runs):
        touched[run] = follow_reservoir(stream, rng.random((len(stream), 2)), k, places, means[run])
    bounds = [((stream[:t] - stream[:t].mean()) ** 2).sum() / (k * t) for t in checkpoints]
    expected = k + sum(k / t for t in range(k + 1, len(stream) + 1))
    error = touched.std(ddof=1) / math.sqrt(n_runs)
    return (means.var(axis=0) / bounds).tolist(), float((touched.mean() - expected) / error)


def instability_bound(variation, eta=1 / 75, n=3):
    """The bound ``128 eta n^2 Q + 4 log(Q + 1) + 8`` on the sum of instabilities."""
    return 128 * eta * n**2 * variation + 4 * math.log(variation + 1) + 8


def instability_runs(n_rounds, variation, n_repeats):
    """Sum of instabilities with and without memory, and the largest excess over Eq. (4).

    Returns
    -------
    stable, unstable : ndarray, shape (n_repeats,)
    excess : float
    actual : float
        Mean of the actual variations.
    """
    ball = BallBarrier(3)
    eta = 1 / 75
    stable, unstable = np.empty((2, n_repeats))
    excess = -math.inf
    actual = 0.0
    for seed in range(n_repeats):
        costs = benign_costs(n_rounds, 0.46, variation, [seed, 0])
        trace = run_bandit(costs, ball, eta=eta, random_state=np.random.default_rng([seed, 1]))
        plain = run_bandit(
            costs, ball, eta=eta, memory=False, random_state=np.random.default_rng([seed, 1])
        )
        stable[seed] = trace.instability.sum()
        unstable[seed] = plain.instability.sum()
        means = np.cumsum(costs, axis=0) / np.arange(1, n_rounds + 1)[:, None]
        x = trace.x[0]
        memory = trace.memory[0]
        drift = 2 * (means[:-1] * (x[:-1] - x[1:])).sum(axis=1)
        apart = ((costs - means) ** 2).sum(axis=1) + ((means - memory) ** 2).sum(axis=1)
        left = trace.instability[0, :-1] - 64 * eta * 9 * apart[:-1] - drift
        excess = max(excess, float(left[~trace.explored[0, :-1]].max()))
        actual += ((costs - means[-1]) ** 2).sum() / n_repeats
    return stable, unstable, excess, float(actual)


def _sequences(rng, n_sequences):
    """Random, switching and slowly turning sequences of vectors of length at most 1."""
    for number in range(n_sequences):
        n_rounds = int(rng.integers(2, 1001))
        kind = number % 3
        if kind == 0:
            yield rng.random((n_rounds, 1)) * _random_vectors(rng, (n_rounds, 3))
        elif kind == 1:
            ends = _random_vectors(rng, (2, 3))
            yield ends[(np.arange(n_rounds) >= rng.integers(1, n_rounds)).astype(int)]
        else:
            angle = rng.uniform(0.001, 0.1) * np.arange(n_rounds)
            yield np.column_stack([np.cos(angle), np.sin(angle)])


def _mean_ratios(f):
    """Squared distances to the running mean, with the round and before it, over Q."""
    rounds = np.arange(1, len(f) + 1)[:, None]
    means = np.cumsum(f, axis=0) / rounds
    variation = ((f - means[-1]) ** 2).sum()
    with_round = ((f - means) ** 2).sum() / variation
    before = ((f[1:] - means[:-1]) ** 2).sum() / variation
    return float(with_round), float(before)


def mean_variation(n_sequences, seed):
    """Lemma 10: largest ratio to Q, that of independent vectors, least one of the control."""
    rng = np.random.default_rng(seed)
    over, before = zip(*(_mean_ratios(f) for f in _sequences(rng, n_sequences)))
    iid = _mean_ratios(_random_vectors(rng, (1000, 3)))[0]
    return max(over), iid, min(before)


def _tails(n_rounds):
    """Sums ``1 + ... + 1/k`` and ``sum over t > k of 1/t^2`` up to ``n_rounds``, for every k."""
    t = np.arange(1.0, n_rounds + 1)
    harmonic = np.append(0.0, np.cumsum(1 / t))
    squares = np.append(np.cumsum((1 / t**2)[::-1])[::-1], 0.0)
    return harmonic, squares


def greatest_weighted_sum(variations, n_rounds):
    """Lemma 16: the exact maximum of ``sum x_t/t`` under ``0 <= x <= 1``, ``sum x^2 <= Q``.

    The solution is ``min(1, c/t)``; c is found by bisection.
    """
    harmonic, squares = _tails(n_rounds)
    variations = np.asarray(variations, dtype=float)
    low = np.zeros_like(variations)
    high = np.full_like(variations, float(n_rounds))
    for _ in range(200):
        c = (low + high) / 2
        whole = np.floor(c).astype(int)
        too_much = whole + c**2 * squares[whole] > variations
        low = np.where(too_much, low, c)
        high = np.where(too_much, c, high)
    whole = np.floor(low).astype(int)
    return harmonic[whole] + low * squares[whole]


def drift_of_means(n_sequences, seed):
    """Lemma 12: largest excess, at the centres that make the drift largest and at a player's."""
    rng = np.random.default_rng(seed)
    excess = -math.inf
    for f in _sequences(rng, n_sequences):
        means = np.cumsum(f, axis=0) / np.arange(1, len(f) + 1)[:, None]
        variation = ((f - means[-1]) ** 2).sum()
        turns = np.linalg.norm(np.diff(means, axis=0), axis=1).sum()
        worst = turns + np.linalg.norm(means[0]) + np.linalg.norm(means[-1])
        excess = max(excess, float(worst - 2 * math.log(variation + 1) - 4))
    for seed_of_run in range(10):
        costs = benign_costs(1000, 0.46, 100.0, [seed, seed_of_run])
        x = run_bandit(costs, BallBarrier(3), random_state=seed_of_run).x[0]
        means = np.cumsum(costs, axis=0) / np.arange(1, 1001)[:, None]
        variation = ((costs - means[-1]) ** 2).sum()
        drift = (means[:-1] * (x[:-1] - x[1:])).sum()
        excess = max(excess, float(drift - 2 * math.log(variation + 1) - 4))
    return excess


def curvature_on_segments(n_samples, seed):
    """Least ``h' H(xi) h`` and least rise above the tangent, for steps of local norm 1/2."""
    rng = np.random.default_rng(seed)
    # of -log x, from 1 to 1.5
    low = 0.25 / 1.5**2
    rise = 0.5 - math.log(1.5)
    sets = [barrier for n in (2, 3, 10) for barrier in bodies(n, seed).values()]
    for barrier in sets:
        size = n_samples // len(sets) + 1
        away = _random_vectors(rng, (size, barrier.n))
        reach = barrier.gauge(np.tile(barrier.centre, (size, 1)), away)
        x = barrier.centre + (0.99 * rng.random(size) * reach)[:, None] * away
        h = _random_vectors(rng, (size, barrier.n))
        h *= 0.5 / barrier.local_norm(x, h)[:, None]
        for share in np.linspace(0, 1, 11):
            low = min(low, float((barrier.local_norm(x + share * h, h) ** 2).min()))
        slope = (barrier.gradient(x) * h).sum(axis=1)
        rise = min(rise, float((barrier.value(x + h) - barrier.value(x) - slope).min()))
    return low, rise


def harmonic_slips(k_max, n_rounds):
    """How often the printed lines of Lemma 16's proof are false, and the lemma on its sequences."""
    harmonic, squares = _tails(n_rounds)
    k = np.arange(1, k_max + 1)
    value = harmonic[k] + k * squares[k]
    variation = k + k**2 * squares[k]
    return (
        int((harmonic[k] > np.log(k + 1)).sum()),
        int((value > np.log(k + 1) + 1).sum()),
        int((value > np.log(variation + 1) + 1).sum()),
    )


def theta_slopes(n=10, variation=1e12, horizon=1e12):
    """Slope of the logarithm of the proof's bound against that of theta: printed step, proof's."""
    theta = np.logspace(3, 5, 9)
    log_t = math.log(horizon)
    printed = math.sqrt(log_t / (n**2 * variation))
    proof = np.sqrt(theta * log_t / (n**2 * variation))
    slopes = []
    for eta in (np.minimum(printed, 1 / (25 * n)), np.minimum(proof, 1 / (25 * n))):
        bound = 128 * eta * n**2 * variation + 2 * theta / eta * log_t
        slopes.append(float(np.polyfit(np.log(theta), np.log(bound), 1)[0]))
    return slopes
