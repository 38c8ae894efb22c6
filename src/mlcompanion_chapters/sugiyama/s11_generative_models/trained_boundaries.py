"""Boundaries that are learnt: digits in the plane, and how near a trained rule comes to the best.

Sugiyama (2016), sections 11.2 to 11.4: two digits projected to a plane, where a winding boundary
makes no training error; and two normal classes whose best error is known.
"""

import numpy as np
from scipy.optimize import linprog
from scipy.spatial import cKDTree
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.classification import (
    FDA,
    GenerativeClassifier,
    confusion_rates,
    sample_joint,
    total_risk,
)
from mlcompanion.classification.rules import bayes_rule
from mlcompanion.linalg import pca_project
from mlcompanion.probability import MultivariateNormal, Normal
from mlcompanion.resampling import bootstrap_counts

__all__ = [
    "compare_boundaries",
    "excess_risks",
    "line_neighbours",
    "separable_by_a_line",
    "spread_ratios",
    "trained_errors",
    "two_mushrooms",
]

#: Two normal classes in the plane, cap width and stem length in cm: the double and the parasol.
PRIORS = np.array([0.3, 0.7])
PLANTS = (
    MultivariateNormal([10.0, 12.0], [[9.0, 4.5], [4.5, 9.0]]),
    MultivariateNormal([16.0, 15.0], [[9.0, 4.0], [4.0, 16.0]]),
)


def spread_ratios(Z, labels, n_draws=1000, random_state=None):
    """How much wider class 1 is spread in the plane than class 0, and whether by accident.

    Parameters
    ----------
    Z : array_like, shape (n, 2)
    labels : array_like of {0, 1}, shape (n,)
    n_draws : int
        Bootstrap resamples of each class.
    random_state : int, Generator or None

    Returns
    -------
    trace, area : float
        Sum of the variances, and determinant of the covariance, of class 1 divided by class 0.
    above : float
        Share of the resamples in which the ratio of the sums is above 1.
    """
    rng = check_rng(random_state)
    Z = check_array(Z, "Z", shape=(None, 2))
    labels = check_array(labels, "labels", shape=(len(Z),), dtype=int, among=(0, 1))
    groups = [Z[labels == label] for label in (0, 1)]
    (t0, a0), (t1, a1) = ((np.trace(S), np.linalg.det(S)) for S in (np.cov(g.T) for g in groups))
    sums = []
    for group in groups:
        shares = bootstrap_counts(len(group), n_draws, rng) / len(group)
        means = shares @ group
        squares = shares @ (group**2).sum(axis=1)
        sums.append(squares - (means**2).sum(axis=1))
    return float(t1 / t0), float(a1 / a0), float(np.mean(sums[1] > sums[0]))


def separable_by_a_line(Z, labels):
    """Whether a straight line separates two classes without an error, by a linear program.

    Parameters
    ----------
    Z : array_like, shape (n, d)
    labels : array_like of {0, 1}, shape (n,)

    Returns
    -------
    bool
    """
    Z = check_array(Z, "Z", ndim=2, min_rows=1)
    labels = check_array(labels, "labels", shape=(len(Z),), dtype=int, among=(0, 1))
    signs = np.where(labels == 1, 1.0, -1.0)[:, None]
    rows = -signs * np.column_stack([Z, np.ones(len(Z))])  # sign (a'z + b) >= 1
    found = linprog(np.zeros(Z.shape[1] + 1), A_ub=rows, b_ub=-np.ones(len(Z)), bounds=(None, None))
    return found.status == 0


def compare_boundaries(images, labels, random_state=None):
    """Four boundaries in the plane of one random half of the images, tried on the other half.

    Parameters
    ----------
    images : array_like, shape (n, p)
    labels : array_like of {0, 1}, shape (n,)
    random_state : int, Generator or None
        Draws the half that trains.

    Returns
    -------
    errors : dict
        Rule -> (error on the training half, error on the other half); the rules are
        ``"1 nearest"``, ``"15 nearest"``, ``"Gaussian"`` (a density for each class) and ``"line"``
        (Fisher's).
    separable : bool
        Whether some line makes no training error.
    """
    rng = check_rng(random_state)
    images = check_array(images, "images", ndim=2, min_rows=40)
    labels = check_array(labels, "labels", shape=(len(images),), dtype=int, among=(0, 1))
    train, test = np.array_split(rng.permutation(len(images)), 2)
    Z = pca_project(images[train], 2, images)
    places = cKDTree(Z[train]).query(Z, k=15)[1]  # of the nearest training images
    votes = labels[train][places]
    decided = {"1 nearest": votes[:, 0], "15 nearest": (votes.sum(axis=1) > 7).astype(int)}
    for name, model in (("Gaussian", GenerativeClassifier()), ("line", FDA())):
        decided[name] = model.fit(Z[train], labels[train]).predict(Z)
    wrong = {name: rule != labels for name, rule in decided.items()}
    errors = {name: (float(w[train].mean()), float(w[test].mean())) for name, w in wrong.items()}
    return errors, separable_by_a_line(Z[train], labels[train])


def line_neighbours(x, labels, points, k):
    """Vote of the k nearest samples on the line, for any number of points at once.

    On the line the k nearest are always k samples in a row, and the row moves on by one where the
    point passes the middle between its first sample and the next one after its last.

    Parameters
    ----------
    x : array_like, shape (n,)
        Samples.
    labels : array_like of {0, 1}, shape (n,)
    points : array_like, shape (m,)
    k : int
        Odd, at most n.

    Returns
    -------
    ndarray of int, shape (m,)

    Notes
    -----
    Cost O((n + m) log n) for every k.
    """
    x = check_array(x, "x", ndim=1, min_rows=1)
    labels = check_array(labels, "labels", shape=x.shape, dtype=int, among=(0, 1))
    k = check_count(k, "k", low=1, high=len(x))
    order = np.argsort(x)
    x = x[order]
    votes = np.r_[0, np.cumsum(labels[order])]
    ones = votes[k:] - votes[:-k]  # of each row of k samples
    moves = (x[:-k] + x[k:]) / 2
    return (ones > k / 2).astype(int)[np.searchsorted(moves, check_array(points, "points", ndim=1))]


def trained_errors(n_train=10_000, n_test=1_000_000, random_state=None):
    """Errors of the best rule and of five trained ones for N(-1, 1) against N(1, 1).

    Parameters
    ----------
    n_train, n_test : int
    random_state : int, Generator or None

    Returns
    -------
    errors : dict
        Name of the rule -> error on the same fresh samples.
    behind : dict
        Name of a trained rule -> its error minus that of the best rule, and the standard error of
        this difference, which pairs the two rules sample by sample.
    """
    rng = check_rng(random_state)
    laws = [Normal(-1.0, 1.0), Normal(1.0, 1.0)]
    X, y = sample_joint([0.5, 0.5], laws, n_train, rng)
    fresh, truth = sample_joint([0.5, 0.5], laws, n_test, rng)
    ordered = np.argsort(fresh[:, 0])  # the searches run faster through points in order
    fresh = fresh[ordered]
    truth = truth[ordered]
    models = {
        "Gaussian densities": GenerativeClassifier(),
        "logistic regression": LogisticRegression(),
        "decision tree": DecisionTreeClassifier(random_state=0),
    }
    chosen = {"best rule": (fresh[:, 0] > 0).astype(int)}
    chosen |= {name: model.fit(X, y).predict(fresh) for name, model in models.items()}
    for k in (1, 25):
        chosen[f"{k} nearest"] = line_neighbours(X[:, 0], y, fresh[:, 0], k)
    wrong = {name: rule != truth for name, rule in chosen.items()}
    behind = {}
    for name in [*models, "1 nearest", "25 nearest"]:
        gaps = wrong[name].astype(float) - wrong["best rule"]
        behind[name] = float(gaps.mean()), float(gaps.std() / np.sqrt(n_test))
    return {name: float(np.mean(missed)) for name, missed in wrong.items()}, behind


def two_mushrooms(side=401):
    """The two classes of the plane on a grid: points, densities and the weight of a point.

    Parameters
    ----------
    side : int
        Points along each axis, over six standard deviations around the classes.

    Returns
    -------
    points : ndarray, shape (side^2, 2)
    densities : ndarray, shape (side^2, 2)
    weight : float
    """
    cap = np.linspace(-8, 34, side)
    stem = np.linspace(-12, 42, side)
    points = np.stack(np.meshgrid(cap, stem), axis=-1).reshape(-1, 2)
    densities = np.column_stack([law.pdf(points) for law in PLANTS])
    return points, densities, float((cap[1] - cap[0]) * (stem[1] - stem[0]))


def excess_risks(n_samples, repeats, random_state=None, side=401):
    """Exact risk of Gaussian plug-in rules above the Bayes risk, on the two classes of the plane.

    Parameters
    ----------
    n_samples : int
        Training samples, drawn anew until each class has three: fewer have no covariance.
    repeats : int
    random_state : int, Generator or None
    side : int
        Points of the grid along each axis.

    Returns
    -------
    excess : ndarray, shape (repeats,)
    share : ndarray, shape (repeats,)
        Estimated prior n_1 / n of the first class.
    """
    rng = check_rng(random_state)
    points, densities, weight = two_mushrooms(side)

    def risk(chosen):
        return total_risk(confusion_rates(densities, chosen, weight), PRIORS)

    best = risk(bayes_rule(densities * PRIORS))
    excess = []
    shares = []
    for _ in range(repeats):
        counts = np.zeros(2)
        while counts.min() < 3:
            X, y = sample_joint(PRIORS, PLANTS, n_samples, rng)
            counts = np.bincount(y, minlength=2)
        model = GenerativeClassifier().fit(X, y)
        excess.append(risk(model.predict(points)) - best)
        shares.append(counts[0] / n_samples)
    return np.array(excess), np.array(shares)
