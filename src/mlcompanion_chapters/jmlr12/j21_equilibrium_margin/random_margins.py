"""Searches for a counterexample to Theorems 5 and 6 and Lemma 8 of Wang et al. (2011)."""

from decimal import Decimal, getcontext

import numpy as np

from mlcompanion.ensemble.equilibrium import emargin, emargin_curve, least_margin_bound
from mlcompanion.probability.distances import kl_inverse

__all__ = [
    "beta_mixture",
    "largest_residual",
    "lemma_violations",
    "pair_counts",
    "positive_margins",
    "sharper_counts",
]

KINDS = ("uniform", "beta", "two points", "ties")


def positive_margins(kind, n, least, rng):
    """A sample of margins from ``least`` to 1 of one of four kinds, shape (n,)."""
    if kind == "uniform":
        share = rng.random(n)
    elif kind == "beta":
        share = rng.beta(rng.uniform(0.3, 4), rng.uniform(0.3, 4), n)
    elif kind == "two points":
        share = rng.random(n) < rng.random()
    else:
        share = rng.integers(0, 6, n) / 5
    margins = least + (1 - least) * share
    margins[0] = least
    return margins


def sharper_counts(samples, seed):
    """Theorem 5 on random samples of positive margins that meet the conditions of Theorem 2.

    Returns
    -------
    dict
        ``bad``, samples whose Emargin bound exceeds Breiman's by more than 1e-9; ``below``, samples
        with Breiman's bound below 1; ``strict``, those of them whose Emargin bound is smaller by
        more than a tenth.
    """
    rng = np.random.default_rng(seed)
    counts = {"bad": 0, "below": 0, "strict": 0}
    made = 0
    while made < samples:
        n = int(np.exp(rng.uniform(np.log(50), np.log(1e5))))
        log_size = rng.uniform(np.log(40), np.log(1e12))
        delta = np.exp(rng.uniform(np.log(0.001), np.log(0.5)))
        least = rng.uniform(0.02, 1)
        breiman = least_margin_bound(least, n, log_size, delta)
        if not np.isfinite(breiman):
            continue
        margins = positive_margins(KINDS[made % 4], n, least, rng)
        ours = emargin(margins, log_size, delta).bound
        made += 1
        counts["bad"] += ours > breiman + 1e-9
        counts["below"] += breiman < 1
        counts["strict"] += breiman < 1 and ours < 0.9 * breiman
    return {name: int(count) for name, count in counts.items()}


def lemma_violations(pairs, seed):
    """How many random (q, u) violate one of the three simpler forms by more than 1e-12."""
    rng = np.random.default_rng(seed)
    q = np.where(rng.random(pairs) < 0.5, rng.random(pairs), 10 ** rng.uniform(-12, 0, pairs))
    u = 10 ** rng.uniform(-10, np.log10(200), pairs)
    bad = kl_inverse(0.0, u) > u + 1e-12
    bad |= kl_inverse(q, u) > q + np.sqrt(u / 2) + 1e-12
    bad |= kl_inverse(q / 2, q / 8) > q + 1e-12
    return int(bad.sum())


def largest_residual(pairs, seed):
    """Largest relative error of D(q||p) = u in 50 digits, u up to 200 and q up to 0.999."""
    getcontext().prec = 50
    rng = np.random.default_rng(seed)
    worst = 0.0
    for q, u in zip(rng.uniform(0.001, 0.999, pairs), 10 ** rng.uniform(-6, np.log10(200), pairs)):
        s = Decimal(kl_inverse(q, u, log1m=True))
        share = Decimal(float(q))
        # the logarithm of 1 - p is -s itself: its exponential may have no digits left
        value = share * (share.ln() - (1 - (-s).exp()).ln()) + (1 - share) * ((1 - share).ln() + s)
        worst = max(worst, abs(float(value / Decimal(float(u))) - 1))
    return worst


def beta_mixture(n, rng, above=-1.0):
    """Margins on [-1, 1] from a mixture of two beta laws, one of them above a level, shape (n,)."""
    while True:
        shapes = rng.uniform(0.5, 8, size=(2, 2))
        first = rng.random(n) < rng.random()
        margins = 2 * np.where(first, rng.beta(*shapes[0], n), rng.beta(*shapes[1], n)) - 1
        if margins.max() > above:
            return margins


def pair_counts(pairs, n, seed):
    """Theorem 6 on pairs of random samples of one size and one class.

    The bounds' order comes from the curve over every q, Emargins from the routine under test.

    Returns
    -------
    dict
        ``covered``, pairs with one Emargin not smaller, its error not larger, and one of
        the two strictly; ``bad``, covered pairs with the larger bound; ``min_wrong``, pairs in
        which the sample with the larger least margin has the larger bound.
    """
    rng = np.random.default_rng(seed)
    counts = {"covered": 0, "bad": 0, "min_wrong": 0}
    for _ in range(pairs):
        log_size = rng.uniform(np.log(40), np.log(1e12))
        usable = np.sqrt(8) * np.exp(-log_size / 2)  # Theorem 3 asks for one margin above it
        samples = [beta_mixture(n, rng, usable) for _ in range(2)]
        bounds = [emargin_curve(margins, log_size)[2].min() for margins in samples]
        found = [emargin(margins, log_size) for margins in samples]
        least = [margins.min() for margins in samples]
        for a, b in ((0, 1), (1, 0)):
            better = found[a].margin >= found[b].margin and found[a].error <= found[b].error
            strict = found[a].margin > found[b].margin or found[a].error < found[b].error
            if better and strict:
                counts["covered"] += 1
                counts["bad"] += bounds[a] > bounds[b] + 1e-9
            counts["min_wrong"] += least[a] > least[b] and bounds[a] > bounds[b]
    return {name: int(count) for name, count in counts.items()}
