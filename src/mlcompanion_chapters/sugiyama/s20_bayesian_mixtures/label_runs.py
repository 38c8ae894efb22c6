"""Runs of the label sampler, and the errata in its weights, its centre, its scale and its prior.

Sugiyama (2016), sections 20.1.1 and 20.1.3, Figs 20.5 and 20.6.
"""

from itertools import islice

import numpy as np
from scipy.integrate import quad
from scipy.special import logsumexp
from scipy.stats import multivariate_normal, multivariate_t, wishart

from mlcompanion.bayes.mixtures import (
    CollapsedGibbsGMM,
    MixturePrior,
    PartitionPrior,
    dirichlet_partition,
    label_states,
)
from mlcompanion.datasets import make_two_bells

from .evidence import (
    canonical_sizes,
    label_log_joints,
    posterior_parts,
    set_log_evidence,
)
from .vb_runs import BOOK

__all__ = [
    "centre_case",
    "disc_masses",
    "drawn_case",
    "ellipse_spread",
    "exponent_case",
    "listing_chain",
    "occupied_case",
    "printed_chains",
    "weight_case",
]

CENTRE = np.array([2.0, 0.0])


def listing_chain(seed, book_rule, n_sweeps=100):
    """The listing's data and chain, by its rule or by the right one.

    Returns
    -------
    dict
        ``sizes``: points of the components after the last sweep, from large to small; ``occupied``:
        how many have points, after each sweep.
    """
    X = make_two_bells(random_state=np.random.default_rng([seed, 0])).data
    prior = {**BOOK, "nu0": 1.0} if book_rule else BOOK
    rng = np.random.default_rng([seed, 206])
    model = CollapsedGibbsGMM(
        5, n_sweeps=n_sweeps, book_rule=book_rule, random_state=rng, **prior
    ).fit(X)
    return {"sizes": np.sort(model.sizes_)[::-1], "occupied": model.n_occupied_}


def printed_chains(seeds, n_sweeps=100, m=5):
    """The program of Fig. 20.5 to the letter, on all seeds side by side.

    With n0 = 1 in the plane the t law has as many degrees of freedom as a component has points,
    and its gamma functions and power of them cancel to 1/2. The centre is the plain mean.

    Returns
    -------
    ndarray of int, shape (n_seeds, m)
        Points of the components after the last sweep, from large to small.
    """
    rngs = [np.random.default_rng([seed, 206]) for seed in seeds]
    X = np.array([make_two_bells(random_state=np.random.default_rng([s, 0])).data for s in seeds])
    n = X.shape[1]
    z = np.array([rng.permutation(n) % m for rng in rngs])
    products = np.stack([X[..., 0] ** 2, X[..., 0] * X[..., 1], X[..., 1] ** 2], axis=-1)
    rows = np.concatenate([np.ones((*X.shape[:2], 1)), X, products], axis=2)
    inside = (z[..., None] == np.arange(m)).astype(float)
    sums = np.einsum("rik,rif->rkf", inside, rows)  # count, sums, sums of products
    chain = np.arange(len(seeds))
    for _ in range(n_sweeps):
        uniforms = np.array([rng.random(n) for rng in rngs])
        for i in range(n):
            sums[chain, z[:, i]] -= rows[:, i]
            t = np.round(sums[..., 0])
            held = np.maximum(t, 1.0)
            b = 1.0 + t
            factor = (b + 1) / b / held
            first = factor * (1.0 + sums[..., 3] - sums[..., 1] ** 2 / b)
            cross = factor * (sums[..., 4] - sums[..., 1] * sums[..., 2] / b)
            second = factor * (1.0 + sums[..., 5] - sums[..., 2] ** 2 / b)
            det = first * second - cross**2
            x = X[:, i, None, 0] - sums[..., 1] / held
            y = X[:, i, None, 1] - sums[..., 2] / held
            square = (x * x * second - 2 * x * y * cross + y * y * first) / det
            p = t / np.sqrt(det) * (1 + square / held) ** (-(held + 2) / 2)
            levels = np.cumsum(p, axis=1)
            z[:, i] = (levels <= uniforms[:, i, None] * levels[:, -1:]).sum(axis=1)
            sums[chain, z[:, i]] += rows[:, i]
    sizes = np.round(sums[..., 0]).astype(int)
    return np.sort(sizes, axis=1)[:, ::-1]


def six_points(seed):
    """Three points about (0, 0), three about (4, 0)."""
    X = np.random.default_rng([seed, 207]).normal(size=(6, 2))
    X[3:, 0] += 4.0
    return X


def log_student(X, x, beta0, W0, nu0):
    """Log predictive density of x after rows X, by SciPy's t law."""
    beta, h, V, nu = posterior_parts(X, beta0, W0, nu0)
    freedom = nu - len(x) + 1
    return multivariate_t(h, (beta + 1) / (beta * freedom) * V, freedom).logpdf(x)


def weight_case(seed, m=3, n_labels=10, beta0=0.5, nu0=3.0):
    """Formula of the conditional, with the right and the printed weight, against exact joints.

    Returns
    -------
    dict
        ``right``: largest difference of probabilities; ``printed``: the differences with the
        printed weight, one for each labelling; ``expected``: exact expected number of components
        with points.
    """
    X = six_points(seed)
    rng = np.random.default_rng([seed, 208])
    labels, logs = label_log_joints(X, m, beta0=beta0, nu0=nu0)
    joint = np.exp(logs - logsumexp(logs))
    place = m ** np.arange(5, -1, -1)
    right = []
    printed = []
    for z in labels[rng.choice(len(joint), n_labels, p=joint)]:
        i = rng.integers(6)
        others = np.arange(6) != i
        at = z @ place - z[i] * place[i] + np.arange(m) * place[i]
        exact = joint[at] / joint[at].sum()
        count = np.array([np.sum(z[others] == k) for k in range(m)])
        density = np.exp(
            [log_student(X[others][z[others] == k], X[i], beta0, np.eye(2), nu0) for k in range(m)]
        )
        for weight, gaps in ((1.0 + count, right), (1.0 + count - 1.0, printed)):
            share = weight * density / np.sum(weight * density)
            gaps.append(np.abs(share - exact).max())
    return {"right": max(right), "printed": printed, "expected": joint @ canonical_sizes(labels)}


def occupied_case(seed, m=3, n_sweeps=5000, burn_in=500, beta0=0.5, nu0=3.0):
    """Mean number of components with points: the sampler with the right weight, with the printed.

    Returns
    -------
    dict
        ``right``, ``printed``.
    """
    X = six_points(seed)
    prior = MixturePrior(1.0, beta0, np.zeros(2), np.eye(2), nu0)
    found = {}
    for name, partition in (
        ("right", dirichlet_partition(1.0, m)),
        ("printed", PartitionPrior(0.0, 0.0, float(m))),
    ):
        rng = np.random.default_rng([seed, 209])
        start = rng.permutation(6) % m
        states = label_states(X, start, prior, partition, thin=burn_in + n_sweeps, random_state=rng)
        trace = next(islice(states, 1, None)).n_occupied
        found[name] = trace[burn_in:].mean()
    return found


def centre_case(seed, beta0=1.0, nu0=3.0):
    """Student density, right and with each printed part, against a ratio of evidences.

    Returns
    -------
    dict
        ``right``, ``centre``, ``scale``: absolute differences of log densities.
    """
    rng = np.random.default_rng([seed, 210])
    W0 = np.diag([0.5, 2.0])
    n = rng.integers(1, 7)
    X = rng.normal(size=(n, 2)) + CENTRE
    x = rng.normal(size=2) + CENTRE
    exact = set_log_evidence(np.vstack([X, x]), beta0, W0, nu0) - set_log_evidence(
        X, beta0, W0, nu0
    )
    beta, h, V, nu = posterior_parts(X, beta0, W0, nu0)
    freedom = nu - 1
    factor = (beta + 1) / (beta * freedom)
    printed_scale = np.linalg.inv(W0 + X.T @ X - n**2 / beta * np.outer(X.mean(0), X.mean(0)))
    forms = {
        "right": (h, factor * V),
        "centre": (X.mean(axis=0), factor * V),
        "scale": (h, factor * printed_scale),
    }
    return {
        name: abs(multivariate_t(centre, scale, freedom).logpdf(x) - exact)
        for name, (centre, scale) in forms.items()
    }


def drawn_case(n_draws=1_000_000, seed=0):
    """Ratio of evidences over the mean normal density of posterior draws, minus 1."""
    rng = np.random.default_rng([seed, 211])
    W0 = np.diag([0.5, 2.0])
    X = rng.normal(size=(4, 2)) + CENTRE
    x = np.array([2.5, 0.5])
    ratio = np.exp(
        set_log_evidence(np.vstack([X, x]), 1.0, W0, 3.0) - set_log_evidence(X, 1.0, W0, 3.0)
    )
    beta, h, V, nu = posterior_parts(X, 1.0, W0, 3.0)
    root = np.linalg.cholesky(np.linalg.inv(V))
    a = np.sqrt(rng.chisquare(nu, n_draws))  # S = (root A)(root A)', A Bartlett's triangle
    c = np.sqrt(rng.chisquare(nu - 1, n_draws))
    b = rng.normal(size=n_draws)
    noise = rng.normal(size=(2, n_draws)) / np.sqrt(beta)
    # A' root' (x - mu) with mu = h + (root A)^-T noise
    gap = root.T @ (x - h)
    first = a * gap[0] + b * gap[1] - noise[0]
    second = c * gap[1] - noise[1]
    density = a * c * np.linalg.det(root) / (2 * np.pi) * np.exp(-0.5 * (first**2 + second**2))
    return ratio / density.mean() - 1


def exponent_case(d, n_draws=1000):
    """Deviation over draws of (log density by SciPy - log kernel), right power and printed."""
    rng = np.random.default_rng([d, 212])
    root = rng.normal(size=(d, d))
    W0 = root @ root.T + 0.5 * np.eye(d)
    nu0 = d + 2.0
    beta0 = 0.5
    S = wishart.rvs(nu0, W0, n_draws, random_state=rng).reshape(n_draws, d, d)
    covariances = np.linalg.inv(beta0 * S)
    noise = rng.normal(size=(n_draws, d))
    mu = np.einsum("nab,nb->na", np.linalg.cholesky(covariances), noise)
    density = wishart.logpdf(S.transpose(1, 2, 0).squeeze(), nu0, W0)
    density += [multivariate_normal.logpdf(m, None, C) for m, C in zip(mu, covariances)]
    rest = -0.5 * beta0 * np.einsum("na,nab,nb->n", mu, S, mu)
    rest -= 0.5 * np.einsum("ab,nba->n", np.linalg.inv(W0), S)
    log_det = np.linalg.slogdet(S)[1]
    return {
        "right": np.std(density - rest - (nu0 - d) / 2 * log_det),
        "printed": np.std(density - rest - ((nu0 - d) / 2 - 1) * log_det),
    }


def disc_masses(nu0, radii):
    """Mass within discs of an empty component's Student law in the plane, without its constant.

    Its density is (1 + s)^(-(u + 2) / 2) with u = nu0 - 1 degrees of freedom, s the squared
    distance from its centre in units of u times its scale, which is finite at u = 0 as well.

    Parameters
    ----------
    nu0 : float
    radii : sequence of float

    Returns
    -------
    list of float
    """
    power = 0.5 * (nu0 + 1)

    def ring(v):
        # the radius is e^v: its logarithm makes the tail as easy as the middle
        return 2 * np.pi * np.exp(2 * v - power * np.logaddexp(0.0, 2 * v))

    return [quad(ring, -30.0, np.log(radius), epsabs=0, limit=200)[0] for radius in radii]


def ellipse_spread(seed, n_points=100):
    """Largest over smallest squared Mahalanobis distance along the programs' ellipses.

    Returns
    -------
    dict
        ``printed``: of Fig. 20.3; ``turned``: of Fig. 20.5, with the eigenvectors transposed;
        ``right``: with one over the roots of the eigenvalues.
    """
    rng = np.random.default_rng([seed, 209])
    turn = np.linalg.qr(rng.normal(size=(2, 2)))[0]
    precision = turn @ np.diag(rng.uniform(0.2, 2, 2)) @ turn.T
    values, vectors = np.linalg.eigh(precision)
    angles = np.linspace(0, 2 * np.pi, n_points)
    circle = np.array([np.cos(angles), np.sin(angles)])
    found = {}
    for name, axes, sides in (
        ("printed", vectors, 1 / values),
        ("turned", vectors.T, 1 / values),
        ("right", vectors, 1 / np.sqrt(values)),
    ):
        curve = axes @ (sides[:, None] * circle)
        squares = np.sum(curve * (precision @ curve), axis=0)
        found[name] = squares.max() / squares.min()
    return found
