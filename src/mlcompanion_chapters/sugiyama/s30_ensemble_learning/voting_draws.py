"""What the page measures of stumps, bagging and boosting on draws of the source's data."""

import numpy as np

from mlcompanion.ensemble.votes import AxisStump, Bagging, StumpBooster

from .listing import boundary_distance, fresh_points, labels, listing_stump, training_set

__all__ = [
    "bagged_errors",
    "boosting_traces",
    "disagreements",
    "enumerated_stumps",
    "heavy_and_light",
    "missed_by_the_listing",
    "out_of_bag_gaps",
    "score_variances",
    "stump_and_line",
]


def error(model, X):
    """Share of wrong answers against the true line."""
    return float(np.mean(model.predict(X) != labels(X)))


def stump_and_line(seed):
    """Errors on fresh points of one stump on a random axis, and of ridge least squares.

    Parameters
    ----------
    seed : int

    Returns
    -------
    tuple of float
    """
    X, y, _ = training_set(seed)
    fresh = fresh_points(seed)
    slope = np.linalg.solve(X.T @ X + 0.01 * np.eye(2), X.T @ y)
    of_line = np.mean(np.where(fresh @ slope > 0, 1, -1) != labels(fresh))
    return error(AxisStump(random_state=seed).fit(X, y), fresh), float(of_line)


def bagged_errors(seed, b=5000):
    """Error on fresh points of bagged stumps.

    Parameters
    ----------
    seed : int
    b : int
        Stumps.

    Returns
    -------
    float
    """
    X, y, _ = training_set(seed)
    return error(Bagging(n_estimators=b, random_state=seed).fit(X, y), fresh_points(seed))


def disagreements(pair, axis, b=500):
    """How often two classifiers from independent training sets disagree on fresh points.

    Parameters
    ----------
    pair : int
        Number of the pair of sets.
    axis : "random" or int
    b : int
        Stumps that are bagged.

    Returns
    -------
    single, bagged : float
        Shares, for one stump each and for bagged ones.
    """
    fresh = fresh_points(pair)
    answers = {"single": [], "bagged": []}
    for member in (0, 1):
        seed = 1000 + 2 * pair + member
        X, y, _ = training_set(seed)
        stump = AxisStump(axis, random_state=seed)
        answers["single"].append(stump.fit(X, y).predict(fresh))
        bag = Bagging(AxisStump(axis), b, random_state=seed)
        answers["bagged"].append(bag.fit(X, y).predict(fresh))
    return tuple(float(np.mean(a != b)) for a, b in answers.values())


def heavy_and_light(seed, rounds=200):
    """Mean distance from the line of AdaBoost's 5 heaviest samples and of its 25 lightest.

    Parameters
    ----------
    seed : int
    rounds : int
        Rounds over which weights are averaged.

    Returns
    -------
    tuple of float
    """
    X, y, _ = training_set(seed)
    options = {"axis": "random", "keep_weights": True, "random_state": seed}
    model = StumpBooster(n_estimators=rounds, **options).fit(X, y)
    order = np.argsort(model.weights_path_[:rounds].mean(axis=0))
    far = boundary_distance(X)
    return float(far[order[-5:]].mean()), float(far[order[:25]].mean())


def boosting_traces(seed, rounds=1000):
    """AdaBoost's training error, bound and smallest margin after every round.

    Parameters
    ----------
    seed : int
    rounds : int

    Returns
    -------
    dict
        ``error``, ``bound``, ``margin`` and ``loss_dev`` (each of shape (rounds,)) and the largest
        weighted error, ``largest``. The bound is the product over the weighted errors alone, the
        margin is divided by the sum of confidences.
    """
    X, y, _ = training_set(seed)
    model = StumpBooster(n_estimators=rounds, axis="random", random_state=seed).fit(X, y)
    scores = np.array(list(model.staged_decision_function(X)))
    R = model.estimator_errors_
    logs = np.cumsum(np.log(2) + 0.5 * np.log(R) + 0.5 * np.log1p(-R))
    losses = np.exp(-scores * y).mean(axis=1)
    shown = losses > 1e-200
    return {
        "error": np.mean(np.where(scores > 0, 1, -1) != y, axis=1),
        "bound": np.exp(logs),
        "margin": (scores * y).min(axis=1) / np.cumsum(model.estimator_weights_),
        "loss_dev": np.where(shown, np.abs(np.exp(logs) / np.where(shown, losses, 1) - 1), 0.0),
        "largest": float(R.max()),
    }


def out_of_bag_gaps(seed, b=500):
    """Out-of-bag error and training error of bagged stumps, each minus the fresh error.

    Parameters
    ----------
    seed : int
    b : int
        Stumps.

    Returns
    -------
    tuple of float
    """
    X, y, _ = training_set(2000 + seed)
    model = Bagging(n_estimators=b, oob=True, random_state=seed).fit(X, y)
    fresh = error(model, fresh_points(seed))
    return 1 - model.oob_score_ - fresh, 1 - model.score(X, y) - fresh


def score_variances(sizes, sets, start=0):
    """Variance of a bagged score over training sets, and that of single stumps.

    Parameters
    ----------
    sizes : sequence of int
        Numbers of stumps.
    sets : int
        Training sets.
    start : int
        Number of the first one.

    Returns
    -------
    measured : ndarray, shape (len(sizes),)
    variance, covariance : float
        Of one stump, and of two of one set; these two are in no vote.
    """
    points = fresh_points(99, 200)
    votes = np.empty((len(sizes), sets, len(points)))
    single = np.empty((2, sets, len(points)))
    for s in range(sets):
        X, y, _ = training_set(5000 + start + s)
        bag = Bagging(n_estimators=max(sizes) + 2, random_state=start + s).fit(X, y)
        single[:, s] = [stump(points) for stump in bag.estimators_[:2]]
        for k, b in enumerate(sizes):
            votes[k, s] = (bag.vote_.first(b + 2)(points) - single[:, s].sum(axis=0)) / b
    centred = single - single.mean(axis=1, keepdims=True)
    variance = (centred**2).sum(axis=1).mean() / (sets - 1)
    covariance = (centred[0] * centred[1]).sum(axis=0).mean() / (sets - 1)
    measured = votes.var(axis=1, ddof=1).mean(axis=1)
    return measured, float(variance), float(covariance)


def enumerated_stumps(n, seed=0):
    """Labelings of ``n`` points on an axis by stumps, over a grid of thresholds.

    Parameters
    ----------
    n : int
    seed : int

    Returns
    -------
    both, one_sign : set of tuple
        With both signs, and with the positive one alone.
    """
    x = np.random.default_rng([32, seed]).normal(size=n)
    gap = np.diff(np.sort(x)).min()
    grid = np.arange(x.min() - 1, x.max() + 1, gap / 3)
    one = {tuple(np.where(x > t, 1, -1).tolist()) for t in grid}
    return one | {tuple(-v for v in pattern) for pattern in one}, one


def missed_by_the_listing(repeats, n=10):
    """In how many draws of labels the listing's stump errs more often than the best labeling.

    Parameters
    ----------
    repeats : int
    n : int
        Samples, each positive with probability 0.9.

    Returns
    -------
    int
    """
    rng = np.random.default_rng(33)
    missed = 0
    for _ in range(repeats):
        x = rng.normal(size=n)
        y = np.where(rng.random(n) < 0.9, 1.0, -1.0)
        threshold, sign = listing_stump(x, y)
        errors = np.sum(np.where(sign * (x - threshold) > 0, 1, -1) != y)
        cuts = [-np.inf, *x]
        best = min(np.sum(s * np.where(x > t, 1, -1) != y) for t in cuts for s in (-1, 1))
        missed += int(errors > best)
    return missed
