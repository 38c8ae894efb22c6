"""The source's three trees: runs of four methods on estimated distances, and what they miss."""

import time

import numpy as np

from mlcompanion.graphical.latent import (
    complete_tree,
    correlation_distance,
    double_star,
    hidden_chain,
    learn_latent_tree,
    relaxed_grouping,
    robinson_foulds,
    symmetric_distance,
    with_random_lengths,
)
from mlcompanion.graphical.latent_laws import (
    observed_signs,
    sample_symmetric_tree,
    tree_correlations,
)
from mlcompanion.probability import Wishart
from mlcompanion.probability.distances import gaussian_kl

__all__ = [
    "LABELS",
    "METHODS",
    "SHAPES",
    "binary_chain_distances",
    "covariance_of",
    "failing_share",
    "learn_timed",
    "random_parameters",
    "run_errors",
    "samples_needed",
]

METHODS = ("rg", "nj", "clrg", "clnj")
LABELS = {"rg": "RG", "nj": "NJ", "clrg": "CLRG", "clnj": "CLNJ"}
SHAPES = {
    "double star": double_star(80),
    "HMM": hidden_chain(80),
    "5-complete": complete_tree((5, 4, 4)),
}


def random_parameters(shape, run):
    """One of the three trees with the correlations of this run."""
    return with_random_lengths(SHAPES[shape], np.random.default_rng([run, 1]))


def covariance_of(tree, n, run):
    """Sample covariances of n rows, drawn without the rows."""
    rng = np.random.default_rng([run, n, 2])
    return Wishart(tree.correlations(), n).rvs(random_state=rng)[0] / n


def learn_timed(D, method, n):
    """A tree and the processor's seconds for it."""
    start = time.process_time()
    found = learn_latent_tree(D, method, n_samples=n)
    return found, time.process_time() - start


def run_errors(shape, n, run):
    """For the four methods: distance of trees, difference of hidden nodes, divergence, seconds."""
    tree = random_parameters(shape, run)
    S = covariance_of(tree, n, run)
    D = correlation_distance(S)
    zero = np.zeros(len(S))
    truth = tree.correlations()
    rows = []
    for method in METHODS:
        found, seconds = learn_timed(D, method, n)
        R = tree_correlations(found, observed_signs(S))
        kl = gaussian_kl(zero, truth, zero, R)
        rows.append((robinson_foulds(found, tree), found.n_hidden - tree.n_hidden, kl, seconds))
    return np.array(rows, dtype=float)


def failing_share(m, n, repeats, *, rho=0.6, epsilon=0.5, tau=3.0):
    """Share of runs in which RG with fixed thresholds misses a double star of equal edges."""
    star = double_star(m)
    star = type(star)(m, star.edges, np.full(len(star.edges), -np.log(rho)))
    law = Wishart(star.correlations(), n)
    wrong = 0
    for run in range(repeats):
        S = law.rvs(random_state=np.random.default_rng([run, n, m]))[0]
        found = relaxed_grouping(correlation_distance(S), tau=tau, epsilon=epsilon).tree
        wrong += robinson_foulds(found, star) > 0
    return wrong / repeats


def samples_needed(sizes, shares, level=0.1):
    """The sample size after which the failing share stays below a level, by interpolation."""
    sizes = np.asarray(sizes, dtype=float)
    shares = np.asarray(shares, dtype=float)
    last = int(np.flatnonzero(shares > level)[-1])
    if last + 1 == len(sizes):
        raise ValueError("the grid of sizes ends before the level is reached")
    drop = (shares[last] - level) / (shares[last] - shares[last + 1])
    return float(sizes[last] + drop * (sizes[last + 1] - sizes[last]))


def binary_chain_distances(m, n, repeats):
    """Mean distance to a hidden chain of coins, for the four methods."""
    far = np.zeros(len(METHODS))
    for run in range(repeats):
        rng = np.random.default_rng([run, 3])
        tree = with_random_lengths(hidden_chain(m), rng)
        D = symmetric_distance(sample_symmetric_tree(tree, n, 2, rng), 2)
        for place, method in enumerate(METHODS):
            far[place] += robinson_foulds(learn_latent_tree(D, method, n_samples=n), tree)
    return far / repeats
