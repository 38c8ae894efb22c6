"""Quasi-additive learners side by side: r-of-k functions, links and geometries.

Shalev-Shwartz (2007), Section 5.1. The loop of Figure 5.1 is written out here apart from the
engine, so that the two can be compared; so is the fitting of Winnow's scale to its own mistakes.
"""

import numpy as np
from sklearn.datasets import load_breast_cancer

from mlcompanion._validation import check_array, check_count, check_in, check_rng
from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator, make_r_of_k
from mlcompanion.online import (
    FixedScale,
    Perceptron,
    PNormPerceptron,
    SelfTunedWinnow,
    dual_ascent,
)
from mlcompanion.online.bounds.mistakes import (
    perceptron_bound,
    r_of_k_bound,
    r_of_k_comparator,
)
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "LINKS",
    "cancer_stream",
    "figure_loop",
    "geometry_mistakes",
    "hindsight_winnow",
    "link_errors",
    "r_of_k_run",
    "template_differences",
]


def _p_norm_link(p):
    def link(theta):
        norm = np.linalg.norm(theta, p)
        return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2) if norm else theta

    return link


def _winnow_link(theta):
    return np.exp(theta - theta.max())  # a positive factor changes no sign


#: Links of Figure 5.1, the complexity that each belongs to, and its conjugate from the definition.
LINKS = {
    "Perceptron": (lambda theta: theta, Euclidean(), lambda t: t @ t / 2),
    "Winnow": (_winnow_link, Entropy(), lambda t: np.log(np.mean(np.exp(t)))),
} | {
    f"p = {p}": (
        _p_norm_link(p),
        PNorm(p),
        lambda t, p=p: np.linalg.norm(t, p) ** 2 / (2 * (p - 1)),
    )
    for p in (2, 3, 6)
}


def figure_loop(X, y, link, inverse_rate=1.0):
    """Predictions of Figure 5.1, round by round, in plain NumPy.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
        -1 and 1.
    link : callable
        From the dual vector to weights, up to a positive factor.
    inverse_rate : float
        The scale c.

    Returns
    -------
    ndarray, shape (T,)
        Signs of the scores, 0 for a tie, which counts as a mistake.
    """
    X = check_array(X, "X", ndim=2)
    y = check_array(y, "y", shape=(len(X),), among=(-1, 1))
    c = inverse_rate
    theta = np.zeros(X.shape[1])
    signs = np.empty(len(X))
    w = link(theta)
    for t, (x, target) in enumerate(zip(X, y)):
        signs[t] = np.sign(w @ x)  # 1
        if signs[t] != target:
            theta = theta + target * x / c  # 2
            w = link(theta)
    return signs


def cancer_stream(random_state):
    """Breast-cancer data in random order: standardised, a constant appended, rows of norm 1."""
    data = load_breast_cancer()
    X = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    X = np.column_stack([X, np.ones(len(X))])
    order = check_rng(random_state).permutation(len(X))
    X = X[order] / np.linalg.norm(X[order], axis=1, keepdims=True)
    return X, np.where(data.target[order] == 1, 1.0, -1.0)


def template_differences(n_rounds, seeds, scales=(1 / 64, 1.0, 64.0)):
    """Rounds in which predictions differ that should not, and one kind that should.

    Figure 5.1 against dual ascent in its mistakes, three scales against each other, and p = 2
    against the Perceptron, on noisy separators (30 features, 10 % flips) and breast cancer.

    Returns
    -------
    dict of int
        ``fig_diff``, ``c_perceptron``, ``c_pnorm``, ``c_winnow``, ``p2_diff``.
    """
    found = dict.fromkeys(("fig_diff", "c_perceptron", "c_pnorm", "c_winnow", "p2_diff"), 0)
    keys = {"Perceptron": "c_perceptron", "Winnow": "c_winnow"}
    for seed in seeds:
        noisy = make_noisy_separator(n_rounds, 30, flip=0.1, random_state=seed)
        for X, y in ((noisy.data, noisy.target.astype(float)), cancer_stream(seed)):
            signs = {}
            for name, (link, geometry, _) in LINKS.items():
                for c in scales:
                    run = dual_ascent(X, y, geometry, scale=FixedScale(c), conservative=True)[1]
                    signs[name, c] = np.sign(run.scores)
                    found["fig_diff"] += int((signs[name, c] != figure_loop(X, y, link, c)).sum())
                changed = [signs[name, c] != signs[name, scales[0]] for c in scales[1:]]
                found[keys.get(name, "c_pnorm")] += int(np.sum(changed))
            found["p2_diff"] += int((signs["p = 2", 1.0] != signs["Perceptron", 1.0]).sum())
    return found


def link_errors(n_points, random_state, n_features=6, step=1e-5):
    """Largest distance of the unit vectors along a link and along the slope of its conjugate.

    Returns
    -------
    dict of float
        By the names of ``LINKS``; slopes are central differences.
    """
    rng = check_rng(random_state)
    found = {}
    for name, (link, _, conjugate) in LINKS.items():
        worst = 0.0
        for theta in rng.standard_normal((n_points, n_features)):
            slope = numerical_gradient(conjugate, theta, step)
            along = link(theta) / np.linalg.norm(link(theta))
            worst = max(worst, np.abs(slope / np.linalg.norm(slope) - along).max())
        found[name] = float(worst)
    return found


def hindsight_winnow(X, y, tol=0.05, max_runs=40):
    """Winnow with the c of hindsight, ``X sqrt(|M| / (2 log n))``, fitted to its own mistakes.

    Runs are repeated with the geometric mean of the old and the demanded c until the two agree.

    Parameters
    ----------
    X, y : array_like, shapes (T, n) and (T,)
    tol : float
        Largest relative difference of the c that was used and the c that its mistakes demand.
    max_runs : int

    Returns
    -------
    n_mistakes : int
    c : float

    Raises
    ------
    ValueError
        If no c fits within ``max_runs`` runs.
    """
    X = check_array(X, "X", ndim=2)
    size = np.abs(X).max()
    logn = np.log(X.shape[1])
    c = 1.0
    for _ in range(max_runs):
        made = dual_ascent(X, y, Entropy(), scale=FixedScale(c), conservative=True)[1].n_mistakes
        wanted = size * np.sqrt(max(made, 1) / (2 * logn))
        if abs(wanted / c - 1) <= tol:
            return made, float(c)
        c = float(np.sqrt(c * wanted))
    raise ValueError(f"max_runs={max_runs} runs found no c that fits its own mistakes")


def r_of_k_run(n, n_rounds, seed, r=3, k=5):
    """All learners on one stream of ``n - 1`` fair bits and a last coordinate -1.

    Returns
    -------
    dict
        Mistakes: ``winnow`` (c of hindsight, which is ``c``), ``self_tuned``, ``p_norm`` (p = 2 log
        n), ``perceptron``; ``bound`` and ``perceptron_bound``; ``margin``, the least ``y <u, x>``
        of the text's u in units of ``1 / (r + k - 1/2)``.
    """
    stream = make_r_of_k(n_rounds, n - 1, r, k, random_state=seed)
    X = stream.data
    y = stream.target.astype(float)
    u, gamma = r_of_k_comparator(range(k), r, n)
    winnow, c = hindsight_winnow(X, y)
    plain = {"fit_intercept": False}
    longest = np.sqrt(np.einsum("ij,ij->i", X, X).max())
    return {
        "winnow": winnow,
        "c": c,
        "self_tuned": SelfTunedWinnow(balanced=False, **plain).fit(X, y).n_mistakes_,
        "p_norm": PNormPerceptron(2 * np.log(n), **plain).fit(X, y).n_mistakes_,
        "perceptron": Perceptron(**plain).fit(X, y).n_mistakes_,
        "bound": r_of_k_bound(r, k, n),
        "perceptron_bound": float(perceptron_bound(0.0, np.linalg.norm(u) / gamma, longest)),
        "margin": float((y * (X @ u)).min() * (r + k - 0.5)),
    }


def geometry_mistakes(n, relevant, instances, seed, n_rounds=1000):
    """Mistakes of p-norm algorithms and of balanced self-tuned Winnow, by name.

    Labels come from a hyperplane of ``relevant`` random signs among n weights; a tie is 1.

    Parameters
    ----------
    n, relevant : int
    instances : {"dense", "sparse"}
        All features -1 or 1; or three drawn with replacement, the first from the relevant ones,
        are -1 or 1, and the others 0.
    seed : int
    n_rounds : int

    Returns
    -------
    dict of int
        ``"p = 2"`` is the Perceptron; then ``"p = 4"``, ``"p = 2 log n"`` and ``"Winnow"``.
    """
    rng = check_rng(seed)
    T = n_rounds
    u = np.zeros(n)
    u[: check_count(relevant, "relevant", low=1, high=n)] = rng.choice([-1.0, 1.0], relevant)
    if check_in(instances, "instances", ("dense", "sparse")) == "dense":
        X = rng.choice([-1.0, 1.0], (T, n))
    else:
        X = np.zeros((T, n))
        active = rng.integers(n, size=(T, 3))
        active[:, 0] = rng.integers(relevant, size=T)
        np.put_along_axis(X, active, rng.choice([-1.0, 1.0], (T, 3)), axis=1)
    y = np.where(X @ u >= 0, 1.0, -1.0)
    powers = {"p = 2": 2.0, "p = 4": 4.0, "p = 2 log n": 2 * np.log(n)}
    made = {
        name: PNormPerceptron(p, fit_intercept=False).fit(X, y).n_mistakes_
        for name, p in powers.items()
    }
    return made | {"Winnow": SelfTunedWinnow(fit_intercept=False).fit(X, y).n_mistakes_}
