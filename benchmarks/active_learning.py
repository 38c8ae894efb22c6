"""Labels bought until a threshold is found: A2, DHM and noisy halving against uncertainty sampling.

On a line of 100 cells labels are +1 from some cell on, and wrong at a rate. Every learner reads the
same pools. What is raced are label–error curves, not equal answers: the note of a row has the mean
number of labels after which the excess error stays at most 0.02, and how many runs stayed above.
The peers sample by least confidence with a logistic regression, and are given the labels of the two
ends; noisy halving is told the rate and asks in any cell. modAL's ``teach`` asks scikit-learn for
an argument that is gone, hence a new ``ActiveLearner`` for every label.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression

from _race import peer, row, timed
from mlcompanion.learning_theory import A2, DHM, probabilistic_bisection
from mlcompanion_chapters.jmlr12.j35_agnostic_active.active_runs import transect

TITLE = "Labels until an error"
CHAPTER = "jmlr12/35_agnostic_active"

K = 100
POOL = 3000
RUNS = 5
LABELS = 150
LEVEL = 0.02
CELLS = (np.arange(K) + 0.5)[:, None] / K
BEYOND = ~np.tri(K + 1, K, -1, dtype=bool)  # row h: +1 from cell h on


def logistic():
    """The peers' classifier: nearly without a penalty, since a threshold is a steep step."""
    return LogisticRegression(C=1e3)


def labels_needed(bought, predictions, first, noise):
    """Labels after which the excess error stays at most LEVEL; infinite if it never does.

    Parameters
    ----------
    bought : array_like of int, shape (t,)
        Labels bought when each prediction was made.
    predictions : array_like of bool, shape (t, K)
    first : int
        The first positive cell.
    noise : float
        Rate of wrong labels.
    """
    excess = (1 - 2 * noise) * np.mean(np.asarray(predictions) != BEYOND[first], axis=1)
    large = np.flatnonzero(excess > LEVEL)
    start = large[-1] + 1 if len(large) else 0
    return float(bought[start]) if start < len(bought) else np.inf


def run_a2(pool, y, first, noise, rng):
    """A2 with Hoeffding's bound."""
    history = A2(BEYOND, growth=0.02).fit_pool(pool, y.__getitem__).history_
    return [h["labels"] for h in history], BEYOND[[h["returned"] for h in history]]


def run_dhm(pool, y, first, noise, rng):
    """DHM with a third of the caution that its theorem asks for."""
    learner = DHM(BEYOND, c=0.3).fit_pool(pool, y.__getitem__)
    return np.cumsum(~learner.guessed_), BEYOND[learner.path_]


def run_halving(pool, y, first, noise, rng):
    """Noisy halving: K + 1 places for the threshold, the cells are the borders between them."""

    def answer(x):
        cell = np.rint(x * (K + 1)).astype(int) - 1
        return np.where((cell >= first) == (rng.random(len(x)) >= noise), 1, -1)

    edge = 0.5 - noise
    n_labels = round(5 / edge**2)  # with many more, the posterior rounds to a single cell
    asked = probabilistic_bisection(answer, n_labels, K + 1, edge).asked[:, 0]
    # Before it asks at a border, the median of its posterior is there.
    return np.arange(n_labels), BEYOND[np.rint(asked * (K + 1)).astype(int)]


def run_skactiveml(pool, y, first, noise, rng):
    """Uncertainty sampling of scikit-activeml."""
    classifier = peer("skactiveml.classifier", "scikit-activeml").SklearnClassifier(
        logistic(), classes=[-1, 1]
    )
    sampling = peer("skactiveml.pool", "scikit-activeml").UncertaintySampling(random_state=0)
    X = CELLS[pool]
    known = np.full(len(pool), np.nan)
    known[[pool.argmin(), pool.argmax()]] = -1, 1
    predictions = []
    for _ in range(LABELS):
        place = sampling.query(X, known, classifier.fit(X, known), fit_clf=False)
        predictions.append(classifier.predict(CELLS) > 0)
        known[place] = y[place]
    return 2 + np.arange(LABELS), predictions


def run_modal(pool, y, first, noise, rng):
    """Uncertainty sampling of modAL."""
    learner = peer("modAL.models", "modAL-python").ActiveLearner
    X = CELLS[pool]
    bought = [int(pool.argmin()), int(pool.argmax())]
    labels = [-1, 1]
    free = np.setdiff1d(np.arange(len(pool)), bought)
    predictions = []
    for _ in range(LABELS):
        trained = learner(logistic(), X_training=X[bought], y_training=np.array(labels))
        place = int(trained.query(X[free])[0][0])
        predictions.append(trained.predict(CELLS) > 0)
        bought.append(int(free[place]))
        labels.append(int(y[free[place]]))
        free = np.delete(free, place)
    return 2 + np.arange(LABELS), predictions


OURS = {"A2": run_a2, "DHM, c = 0.3": run_dhm, "noisy halving": run_halving}
PEERS = {
    "scikit-activeml": ("skactiveml.pool", run_skactiveml),
    "modAL-python": ("modAL.models", run_modal),
}


def measured(run, noise):
    """Seconds of all runs, and their labels until the error."""
    needed = []
    total = 0.0
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        first = int(rng.integers(20, 80))
        pool, y = transect(K, POOL, first - 1, noise, rng)
        task = (pool, y, first, noise, rng)
        seconds, found = timed(lambda task=task: run(*task))
        total += seconds
        needed.append(labels_needed(*found, first, noise))
    return total, np.array(needed)


def words(name, needed):
    """Mean labels of the runs that arrived, and how many did not."""
    arrived = needed[np.isfinite(needed)]
    missed = len(needed) - len(arrived)
    said = f"{name} {arrived.mean():.0f} labels" if len(arrived) else name
    return said + (f" ({missed} of {len(needed)} runs stay above)" if missed else "")


def rows():
    """Two rates of wrong labels."""
    peers = {name: run for name, (module, run) in PEERS.items() if peer(module, name) is not None}
    for noise in (0.1, 0.3):
        ours = {name: measured(run, noise) for name, run in OURS.items()}
        theirs = {name: measured(run, noise) for name, run in peers.items()}
        for name, (seconds, needed) in ours.items():
            for other, (their_seconds, their_needed) in theirs.items():
                yield row(
                    f"{name}: labels until an excess error of {LEVEL}",
                    f"{K} cells, {noise:.0%} wrong labels, {RUNS} pools of {POOL:,}",
                    seconds, f"{other}, uncertainty sampling of {LABELS}", their_seconds,
                    note=f"{words(name, needed)}; {words('the peer', their_needed)}",
                )  # fmt: skip
