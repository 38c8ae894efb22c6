"""Calibration as a search for counterexamples: Blackwell's step, constants, and a lower bound."""

import numpy as np
from scipy.stats import binom

from mlcompanion._jit import njit
from mlcompanion.bandits.arms.exp3 import drawn_arm
from mlcompanion.bandits.monitoring import FlagPlayer, SignalGame
from mlcompanion.bandits.monitoring.engine import World, cell_law_into, learn, natures_move

from .hidden_games import flag_regrets

__all__ = [
    "blackwell_runs",
    "commit_constant",
    "entry_moments",
    "scaled_players",
    "search_of_moments",
    "uniform_forecasts",
]


@njit
def blackwell_rounds(plan, world, draws, checkpoints, norms):
    """Play a calibrator; fill the norms of the positive part; the largest relative product.

    The product is that of the positive part with the expected next matrix, for each of Nature's
    moves; Blackwell's condition says that it is 0.
    """
    n_cells = len(plan.responses)
    total = np.zeros((n_cells, n_cells))
    law = np.empty(n_cells)
    worst = 0.0
    at = 0
    for t in range(1, len(draws) + 1):
        cell_law_into(total, plan, law)
        norm = np.sqrt(np.sum(np.maximum(total, 0.0) ** 2))
        for move in range(plan.scores.shape[1]):
            product = 0.0
            for cell in range(n_cells):
                for other in range(n_cells):
                    gain = plan.scores[cell, move, other] - plan.scores[cell, move, cell]
                    product += law[cell] * max(total[cell, other], 0.0) * gain
            if norm > 0.0:
                worst = max(worst, abs(product) / norm)
        move = natures_move(t, law, plan, world, draws[t - 1, 0])
        cell = drawn_arm(law, draws[t - 1, 1])
        learn(total, cell, plan.scores[cell, move], 1.0)
        if t == checkpoints[at]:
            norms[at] = np.sqrt(np.sum(np.maximum(total / t, 0.0) ** 2))
            at = min(at + 1, len(checkpoints) - 1)
    return worst


def blackwell_runs(player, moves, checkpoints, n_repeats, seed):
    """Largest relative product, and mean norm of the positive part at the checkpoints."""
    game = SignalGame(player.diagram.sites)
    empty = np.empty((0, game.n_moves))
    world = World(game.signals, empty, game.rewards)
    if not isinstance(moves, str):
        world = World(game.signals, np.atleast_2d(np.asarray(moves, dtype=float)), empty)
    rng = np.random.default_rng(seed)
    norms = np.empty((n_repeats, len(checkpoints)))
    rounds = np.array(checkpoints)
    worst = 0.0
    for own in norms:
        draws = rng.random((checkpoints[-1], 2))
        worst = max(worst, blackwell_rounds(player.plan_, world, draws, rounds, own))
    return worst, norms.mean(axis=0)


def uniform_forecasts(n_rounds, n_repeats, seed):
    """Largest entry of the average comparison when forecasts are drawn blindly; 11 points."""
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, 11)
    largest = []
    for _ in range(n_repeats):
        tails = rng.random(n_rounds) < 0.7
        forecast = rng.integers(0, 11, n_rounds)
        # squared distances of laws on two outcomes are twice those of one mass
        far = 2 * (tails[:, None] - grid) ** 2
        gains = far[np.arange(n_rounds), forecast][:, None] - far
        average = np.array([gains[forecast == cell].sum(axis=0) for cell in range(11)]) / n_rounds
        largest.append(average.max())
    return float(np.mean(largest))


def entry_moments(first, second, moves, chosen):
    """Variance of an entry of the comparison, and its largest deviation, by summation.

    Parameters
    ----------
    first, second : ndarray, shape (J,)
        Forecasts that the entry compares.
    moves : ndarray, shape (J,)
        Law of the outcome.
    chosen : float
        Probability of the first forecast.
    """
    outcomes = np.eye(len(moves))
    gains = ((outcomes - first) ** 2).sum(axis=1) - ((outcomes - second) ** 2).sum(axis=1)
    mean = chosen * moves @ gains
    variance = chosen * moves @ gains**2 - mean**2
    values = gains if chosen == 1 else np.append(gains, 0.0)
    return float(variance), float(np.abs(values - mean).max())


def search_of_moments(n_cases, seed):
    """Largest variance and deviation over corners and random laws of two to four outcomes."""
    rng = np.random.default_rng(seed)
    worst = np.zeros(2)
    for case in range(n_cases):
        n = 2 + case % 3
        first, second, moves = rng.dirichlet(np.full(n, 0.5), 3)
        if case % 2:
            first, second = np.eye(n)[rng.integers(0, n, 2)]
        chosen = 1.0 if case % 5 == 0 else rng.random()
        worst = np.maximum(worst, entry_moments(first, second, moves, chosen))
    return worst.tolist()


def commit_regret(n, looks, tilts):
    """Expected average regret of looking so often and then naming the majority, (m, e).

    Looking earns nothing, the better label 1/2 + e; ties are broken by a coin.
    """
    looks = np.asarray(looks)[:, None]
    tilts = np.asarray(tilts)
    half = looks // 2
    odd = looks % 2 == 1
    below = binom.cdf(np.where(odd, half, half - 1), looks, 0.5 + tilts)
    wrong = below + np.where(odd, 0.0, 0.5 * binom.pmf(half, looks, 0.5 + tilts))
    return (looks * (0.5 + tilts) + (n - looks) * 2 * tilts * wrong) / n


def commit_constant(n):
    """Least over the number of looks of the worst expected regret, times the cube root of n."""
    looks = np.unique(np.geomspace(1, n, 400).astype(int))
    tilts = np.append(0.0, np.geomspace(1e-5, 0.5, 300))
    return float(commit_regret(n, looks, tilts).max(axis=1).min() * n ** (1 / 3))


def scaled_players(scales, sizes, n_repeats, seed):
    """Worst mean external regret plus two standard errors, times the cube root, (scale, n)."""
    game = SignalGame.label_efficient()
    found = []
    for scale in scales:
        player = FlagPlayer(game, gamma_scale=scale)
        for n in sizes:
            ends = []
            for factor in (0, 0.5, 1, 2):
                tilt = factor * n ** (-1 / 3)
                _, outer = flag_regrets(
                    player, game, [0.5 + tilt, 0.5 - tilt], (n,), n_repeats, seed
                )
                error = outer.std(ddof=1) / np.sqrt(n_repeats)
                ends.append(outer.mean() + 2 * error)
            found.append(float(max(ends) * n ** (1 / 3)))
    return found
