"""Searches for a counterexample to the statements about the online game and its mistake bounds.

Shalev-Shwartz (2007), chapter 2. Every search plays streams, fixed or made against the learner,
and compares what happened with an inequality of the text, for many comparators at once.
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_rng
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Absolute, Hinge, Squared, ZeroOne
from mlcompanion.online import FixedScale, best_in_hindsight, dual_ascent, play
from mlcompanion.online.bounds.mistakes import comparator_losses
from mlcompanion.online.bounds.perceptron import comparator_bounds
from mlcompanion.online.core.mirror_descent import root_steps
from mlcompanion.online.core.regret import hindsight_objective
from mlcompanion.online.core.stream_descent import strongly_convex_run
from mlcompanion.online.games.environments import (
    coin,
    drifting_regression,
    fixed_stream,
    zero_one_adversary,
)
from mlcompanion.online.games.plain_learners import MajorityVote, MeanVote
from mlcompanion_chapters.checks.streams import opposed_labels

__all__ = [
    "MistakeSearch",
    "conservative_search",
    "expected_vote_regret",
    "hinge_regret_ratio",
    "hinge_regret_ratios",
    "labelled_streams",
    "labels_fixed_beforehand",
    "perceptron_mistakes",
    "perceptron_search",
    "root_inequality_largest",
    "scaled_directions",
    "separable_orders",
    "separable_stream",
    "squared_regrets",
    "surrogate_check",
    "zero_one_minimax",
]


class MistakeSearch(NamedTuple):
    """What a search for a violated mistake bound found.

    Attributes
    ----------
    checked, violations : int
        Pairs of a sequence and a comparator.
    mistakes : ndarray of int
        Mistakes on each sequence.
    """

    checked: int
    violations: int
    mistakes: np.ndarray


def scaled_directions(directions, lengths):
    """Every direction at every length, shape (n_lengths * n_directions, n)."""
    directions = check_array(directions, "directions", ndim=2)
    lengths = check_array(lengths, "lengths", ndim=1, low=0)
    unit = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    return (lengths[:, None, None] * unit).reshape(-1, directions.shape[1])


def perceptron_mistakes(X, y):
    """Rounds in which the Perceptron errs in one pass, shape (T,)."""
    return dual_ascent(X, y, loss=Hinge(), conservative=True)[1].mistakes


def perceptron_search(X, y, comparators, n_orders, random_state):
    """Compare the Perceptron's mistakes with its bound, in random orders of the same examples.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
    comparators : array_like, shape (k, n)
    n_orders : int
    random_state : int or Generator

    Returns
    -------
    MistakeSearch
        A violation exceeds the bound by more than 1e-9 of it.
    """
    rng = check_rng(random_state)
    violations = 0
    mistakes = []
    for _ in range(n_orders):
        order = rng.permutation(len(y))
        wrong = order[perceptron_mistakes(X[order], y[order])]
        bounds = comparator_bounds(comparators, X[wrong], y[wrong])
        violations += int((len(wrong) > bounds * (1 + 1e-9)).sum())
        mistakes.append(len(wrong))
    return MistakeSearch(n_orders * len(comparators), violations, np.array(mistakes))


def zero_one_minimax(n_rounds):
    """Least regret in mistakes that a deterministic learner can be sure of, against two constants.

    Backward induction over the number of answers +1 so far: the learner minimises, the answer
    maximises. O(T^2).
    """
    ups = np.arange(n_rounds + 1)
    regret = -np.minimum(ups, n_rounds - ups)  # less the mistakes of the better constant
    while len(regret) > 1:
        # the next answer is -1, or +1
        down = regret[:-1]
        up = regret[1:]
        regret = np.minimum(np.maximum(1 + down, up), np.maximum(down, 1 + up))
    return int(regret[0])


def labels_fixed_beforehand(n_rounds, random_state):
    """Four sequences of answers that look at no coin: dict of name to shape (n_rounds,)."""
    t = np.arange(1, n_rounds + 1)
    tosses = [y for _, y in zip(t, list(coin(n_rounds, 0.5, random_state))[1::2])]
    return {
        "alternating": np.where(t % 2 == 1, 1.0, -1.0),
        "blocks of doubling length": np.where(np.log2(t).astype(int) % 2 == 0, 1.0, -1.0),
        "fair coin": np.array(tosses),
        "what ruins the majority": play(
            MajorityVote(), zero_one_adversary(n_rounds), ZeroOne()
        ).targets,
    }


def expected_vote_regret(labels):
    """Expected 0-1 regret of the randomised vote after every round of fixed labels.

    A coin of mean m errs with probability ``|m - y| / 2``; the better of the two constants is the
    comparator.

    Returns
    -------
    ndarray, shape (T,)
    """
    log = play(MeanVote(), fixed_stream(np.ones((len(labels), 1)), labels), Absolute())
    rounds = np.arange(1, len(labels) + 1)
    return np.cumsum(log.losses / 2) - (rounds - np.abs(np.cumsum(labels))) / 2


def surrogate_check(n_triples, random_state):
    """Compare hinge and 0-1 loss on random vectors in 1 to 20 dimensions.

    Returns
    -------
    dict
        ``gap``, ``touch``: least difference of hinge and 0-1 loss, and the largest at scores of
        exactly 0; ``convex_viol``, ``zero_one_viol``: largest excess of the hinge at a midpoint
        over the mean of its ends, and the number of midpoints where the 0-1 loss exceeds it.
    """
    rng = check_rng(random_state)
    n = n_triples
    used = np.arange(20) < rng.integers(1, 21, (n, 1))
    a, b, x = used * rng.standard_normal((3, n, 20)) * rng.exponential(2, (3, n, 1))
    a[: n // 100] = 0  # scores of exactly 0
    y = rng.choice([-1.0, 1.0], n)
    ends = [(a * x).sum(axis=1), (b * x).sum(axis=1)]
    ends.append((ends[0] + ends[1]) / 2)
    hinge, wrong = ([loss.value(s, y) for s in ends] for loss in (Hinge(), ZeroOne()))
    zero = ends[0] == 0
    return {
        "gap": float(min(np.min(h - w) for h, w in zip(hinge, wrong))),
        "convex_viol": float(np.max(hinge[2] - (hinge[0] + hinge[1]) / 2)),
        "zero_one_viol": int((wrong[2] > (wrong[0] + wrong[1]) / 2).sum()),
        "touch": float(np.abs(hinge[0] - wrong[0])[zero].max()),
    }


def labelled_streams(n_rounds, random_state, n_features=20):
    """Separators with 0, 10 and 30 % of flips, fair-coin labels, labels against the Perceptron."""
    rng = check_rng(random_state)
    streams = {}
    for flip in (0.0, 0.1, 0.3):
        data = make_noisy_separator(n_rounds, n_features, flip=flip, random_state=rng)
        streams[f"flips {flip:.0%}"] = data.data, data.target.astype(float)
    streams["fair coin"] = data.data, rng.choice([-1.0, 1.0], n_rounds)
    streams["opposed"] = data.data, opposed_labels(data.data)
    return streams


def conservative_search(X, y, comparators, scales):
    """Inequality 2.1 for a hinge learner that is shown its mistakes only.

    Parameters
    ----------
    X, y : array_like, shapes (T, n) and (T,)
    comparators : array_like, shape (k, n)
    scales : sequence of float
        Values of c.

    Returns
    -------
    search : MistakeSearch
    moved : bool
        Whether the vector changed in a round without a mistake.
    """
    violations = 0
    mistakes = []
    moved = False
    for c in scales:
        run = dual_ascent(X, y, loss=Hinge(), scale=FixedScale(c), conservative=True)[1]
        theirs = comparator_losses(comparators, X, y, rounds=run.mistakes)
        regret = run.losses[run.mistakes].sum() - theirs
        mistakes.append(run.n_mistakes)
        violations += int((mistakes[-1] > (theirs + regret) * (1 + 1e-9)).sum())
        moved |= bool(run.steps[~run.mistakes].any())
    return MistakeSearch(len(scales) * len(comparators), violations, np.array(mistakes)), moved


def hinge_regret_ratio(X, y, length, directions, *, in_ball=True):
    """Largest hinge regret of the tuned learner, in units of ``X |u| sqrt(T)``.

    Parameters
    ----------
    X, y : array_like, shapes (T, n) and (T,)
    length : float
        ``|u|``, to which ``c = X sqrt(T) / |u|`` is tuned.
    directions : array_like, shape (k, n)
        Comparators are these, scaled to the length.
    in_ball : bool
        Bound the regret against the best vector of the ball as well, by the least value of
        ``c |u|^2 / 2`` plus losses, which is at most that vector's losses plus ``c length^2 / 2``.

    Returns
    -------
    float
    """
    radius = np.linalg.norm(X, axis=1).max()
    c = radius * np.sqrt(len(y)) / length
    paid = dual_ascent(X, y, loss=Hinge(), scale=FixedScale(c))[1].losses.sum()
    least = comparator_losses(scaled_directions(directions, [length]), X, y).min()
    if in_ball:
        with warnings.catch_warnings():  # LIBLINEAR may miss its tolerance by 1e-7 of the value
            warnings.simplefilter("ignore", ConvergenceWarning)
            u = best_in_hindsight(X, y, Hinge(), l2=c)
        least = min(least, hindsight_objective(u, X, y, Hinge(), c) - c * length**2 / 2)
    return float((paid - least) / (radius * length * np.sqrt(len(y))))


def hinge_regret_ratios(lengths, norms, random_state, n_features=20):
    """:func:`hinge_regret_ratio` on four streams, the largest for each pair of T and ``|u|``.

    Three noisy separators with 0, 10 and 30 % of flipped labels, and one instance answered against
    the learner, each with 50 random directions and the whole ball.

    Returns
    -------
    ndarray, shape (n_lengths, n_norms)
    """
    rng = check_rng(random_state)
    directions = rng.standard_normal((50, n_features))
    found = []
    for T in lengths:
        streams = [
            make_noisy_separator(T, n_features, flip=flip, random_state=rng)
            for flip in (0.0, 0.1, 0.3)
        ]
        streams = [(s.data, s.target.astype(float)) for s in streams]
        same = np.tile(np.eye(n_features)[:1], (T, 1))
        streams.append((same, np.where(np.arange(T) % 2, 1.0, -1.0)))
        found.append([max(hinge_regret_ratio(*s, u, directions) for s in streams) for u in norms])
    return np.array(found)


def root_inequality_largest(b, c):
    """The largest x with ``x - b sqrt(x) - c <= 0``, found by bisection and not by any formula."""
    b, c = np.broadcast_arrays(check_array(b, "b", low=0), check_array(c, "c", low=0))
    low = np.zeros(b.shape)
    high = 4 * (1 + b) ** 2 * (1 + c)
    for _ in range(120):
        middle = (low + high) / 2
        inside = middle - b * np.sqrt(middle) - c <= 0
        low = np.where(inside, middle, low)
        high = np.where(inside, high, middle)
    return low


def separable_stream(margin, n_rounds, random_state, n_features=20):
    """Unit vectors at least ``margin`` away from the hyperplane through 0 whose normal is ``e_1``.

    The Perceptron's run does not change when all points turn, so that one normal stands for all.
    The squared distance of a random unit vector has a beta law; only distances are drawn again
    until they keep the margin.

    Returns
    -------
    X : ndarray, shape (n_rounds, n_features)
    y : ndarray, shape (n_rounds,)
    """
    T = n_rounds
    d = n_features
    rng = check_rng(random_state)
    kept = np.empty(0)
    while len(kept) < T:
        drawn = np.sqrt(rng.beta(0.5, (d - 1) / 2, 2 * T))
        kept = np.append(kept, drawn[drawn >= margin])
    distance = kept[:T]
    y = rng.choice([-1.0, 1.0], T)
    X = rng.standard_normal((T, d))
    X[:, 0] = 0
    X *= (np.sqrt(1 - distance**2) / np.sqrt(np.einsum("ij,ij->i", X, X)))[:, None]
    X[:, 0] = y * distance
    return X, y


def separable_orders(margin, lengths, random_state, n_features=20):
    """Mistakes of one pass over separable points, in three orders and at several lengths.

    Returns
    -------
    ndarray of int, shape (n_lengths, 3)
        As drawn, sorted by label, smallest margin first.
    """
    lengths = check_array(lengths, "lengths", ndim=1, dtype=int, low=1)
    X, y = separable_stream(margin, lengths.max(), random_state, n_features)
    found = np.empty((len(lengths), 3), int)
    for j, T in enumerate(lengths):
        for k, key in enumerate((y[:T], np.abs(X[:T, 0]))):
            order = np.argsort(key, kind="stable")
            found[j, k + 1] = perceptron_mistakes(X[order], y[order]).sum()
    found[:, 0] = perceptron_mistakes(X, y).cumsum()[lengths - 1]
    return found


def _opposed_targets(X, step):
    """Targets of sign opposite to the predictions of projected descent, streams side by side."""
    w = np.zeros((len(X), X.shape[2]))
    y = np.empty(X.shape[:2])
    for t, eta in enumerate(root_steps(step, X.shape[1])):
        score = (w * X[:, t]).sum(axis=1)
        y[:, t] = np.where(score > 0, -1.0, 1.0)
        w -= (2 * eta * (score - y[:, t]))[:, None] * X[:, t]
        w /= np.maximum(1.0, np.sqrt((w * w).sum(axis=1)))[:, None]
    return y


def squared_regrets(lengths, seeds, *, n_features=10, step=0.5):
    """Regret of projected gradient descent with the squared loss in the unit ball.

    Parameters
    ----------
    lengths : array_like of int, shape (m,)
    seeds : sequence of int, length k
    n_features : int
    step : float
        Steps are ``step / sqrt(t)``.

    Returns
    -------
    dict of ndarray, shape (k, m)
        Regret against the best vector of the ball. Targets are clipped to [-1, 1]: stationary;
        drifting, with one turn of the true vector in the longest stream; sorted by target; opposed
        in sign to the prediction; frozen, the stationary stream and a learner that stays at 0.
    """
    lengths = check_array(lengths, "lengths", ndim=1, dtype=int, low=1)
    longest = lengths.max()
    loss = Squared(2.0)
    etas = root_steps(step, longest)

    def paid(X, y):
        return strongly_convex_run(X, y, loss, eta=etas[: len(y)], radius=1.0).losses

    def best(X, y):
        small = np.linalg.qr(np.column_stack([X, y]), mode="r")  # the same least squares problem
        u = best_in_hindsight(small[:, :-1], small[:, -1], loss, radius=1.0)
        return loss.value(X @ u, y).sum()

    still, turning = (
        [drifting_regression(longest, n_features, drift, 0.3, seed) for seed in seeds]
        for drift in (0.0, 1.0)
    )
    opposed = _opposed_targets(np.array([data.data for data in still]), step)
    rows = {k: [] for k in ("stationary", "drifting", "sorted", "opposed", "frozen")}
    for data, other, against in zip(still, turning, opposed):
        X = data.data
        y = np.clip(data.target, -1, 1)
        moved = np.clip(other.target, -1, 1)
        orders = [np.argsort(y[:T]) for T in lengths]
        least = np.array([best(X[:T], y[:T]) for T in lengths])
        rows["stationary"].append(paid(X, y).cumsum()[lengths - 1] - least)
        rows["sorted"].append([paid(X[o], y[o]).sum() for o in orders] - least)
        rows["frozen"].append(loss.value(0 * y, y).cumsum()[lengths - 1] - least)
        for name, questions, answers in (("drifting", other.data, moved), ("opposed", X, against)):
            least = [best(questions[:T], answers[:T]) for T in lengths]
            rows[name].append(paid(questions, answers).cumsum()[lengths - 1] - least)
    return {name: np.array(values) for name, values in rows.items()}
