"""Theorem 2 on dictionaries whose moments are known: excess risks without a test sample.

Functions take values in [-1, 1], and so does Y, a sign. With the matrix G of the functions' second
moments and the vector c of their products with Y, the risk of a mixture is
theta' G theta - 2 c' theta + 1.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion.ensemble.aggregation import segment_minimum, simplex_least_squares

__all__ = ["AGREEMENTS", "FACTORS", "KINDS", "LEADS", "Dictionary", "excesses", "worst_quantiles"]

#: Leads of the best function, in units of the root of log M / n.
LEADS = (0.0, 0.5, 1.0, 2.0)
AGREEMENTS = (0.7, 0.9, 0.99)
KINDS = ("independent", *(f"agree {a:g}" for a in AGREEMENTS), "disturbed")
#: Factors c of the preselection: Remark 4 with b = 1, and the one of Figure 2.
FACTORS = (4 * (1 + 9), 2.0)


class Dictionary(NamedTuple):
    """A dictionary by its law: moments, and how to draw from it."""

    kind: str
    M: int
    lead: float

    @property
    def shared(self):
        """Second moment that two functions have in common."""
        if self.kind == "independent":
            return 0.0
        if self.kind == "disturbed":
            return 0.81
        return 2 * float(self.kind.split()[1]) - 1

    @property
    def own(self):
        """Second moment of a function beyond what it shares."""
        return 0.01 if self.kind == "disturbed" else 1 - self.shared

    @property
    def bias(self):
        """Probability that Y follows the first function's own part."""
        return min(self.lead / (0.1 if self.kind == "disturbed" else self.own), 1.0)

    def moments(self):
        """G and c."""
        G = np.full((self.M, self.M), self.shared) + self.own * np.eye(self.M)
        first = np.arange(self.M) == 0
        if self.kind == "disturbed":
            return G, 0.1 * self.bias * first
        return G, self.bias * G[0]

    def sample(self, n, rng):
        """Functions' values, shape (M, n), and outputs, shape (n,)."""
        signs = rng.integers(0, 2, (self.M, n), dtype=np.int8) * 2.0 - 1
        noise = rng.integers(0, 2, n, dtype=np.int8) * 2.0 - 1
        F = signs
        if self.kind != "independent":
            common = rng.integers(0, 2, n, dtype=np.int8) * 2.0 - 1
            if self.kind == "disturbed":
                F = 0.9 * common + 0.1 * signs
            else:  # each copies the common sign with probability r: two agree by r squared
                copies = rng.random((self.M, n)) < np.sqrt(self.shared)
                F = np.where(copies, common, signs)
        leader = signs[0] if self.kind == "disturbed" else F[0]
        return F, np.where(rng.random(n) < self.bias, leader, noise)


def _centre(G, c, places):
    """Moments about the best of some functions: its place, risks above it, squared distances."""
    risks = np.diagonal(G)[places] - 2 * c[places]
    best = places[int(np.argmin(risks))]
    sizes = np.diagonal(G)
    distances = np.maximum(sizes[best] + sizes - 2 * G[best], 0.0)
    leads = sizes - 2 * c - (sizes[best] - 2 * c[best])
    return best, leads, distances


def _star(G, c, best, kept):
    """Weights of the star aggregate from empirical moments."""
    _, leads, distances = _centre(G, c, np.array([best]))
    lam, gain = segment_minimum(0.0, leads, distances)
    other = int(np.argmin(np.where(kept, gain, np.inf)))
    theta = np.zeros(len(c))
    theta[best] += lam[other]
    theta[other] += 1 - lam[other]
    return theta


def _segment(G, c, kept):
    """Weights of the segment aggregate."""
    places = np.flatnonzero(kept)
    sizes = np.diagonal(G)[places]
    risks = sizes - 2 * c[places]
    distances = np.maximum(sizes[:, None] + sizes - 2 * G[np.ix_(places, places)], 0.0)
    lam, risk = segment_minimum(risks[:, None], risks, distances)
    i, j = np.unravel_index(np.argmin(risk), risk.shape)
    theta = np.zeros(len(c))
    theta[places[i]] += lam[i, j]
    theta[places[j]] += 1 - lam[i, j]
    return theta


def _hull(G, c, kept):
    """Weights of the hull aggregate."""
    places = np.flatnonzero(kept)
    theta = np.zeros(len(c))
    theta[places] = simplex_least_squares(G[np.ix_(places, places)], -c[places]).weights
    return theta


def excesses(law, n, rng, factors=FACTORS):
    """Exact excess risks over the best function, of one sample of 2n.

    Returns
    -------
    dict
        ``erm`` by all 2n observations; ``(aggregate, factor)`` for star, seg and hull.
    """
    G, c = law.moments()
    base = (np.diagonal(G) - 2 * c).min()
    F, y = law.sample(2 * n, rng)
    halves = []
    for rows in (slice(0, n), slice(n, None)):
        halves.append((F[:, rows] @ F[:, rows].T / n, F[:, rows] @ y[rows] / n))
    (G1, c1), (G2, c2) = halves
    everything = np.arange(law.M)
    best_of_all, _, _ = _centre(G1 + G2, c1 + c2, everything)
    found = {"erm": float(G[best_of_all, best_of_all] - 2 * c[best_of_all] - base)}
    best, leads, distances = _centre(G1, c1, everything)
    phi = np.sqrt((np.log(law.M) + 1) / n)
    known = {}
    for factor in factors:
        kept = leads <= factor * np.maximum(phi * np.sqrt(distances), phi**2)
        key = kept.tobytes()
        if key not in known:
            mixtures = {"star": _star(G2, c2, best, kept), "seg": _segment(G2, c2, kept),
                        "hull": _hull(G2, c2, kept)}  # fmt: skip
            known[key] = {
                name: float(theta @ G @ theta - 2 * c @ theta - base)
                for name, theta in mixtures.items()
            }
        found |= {(name, factor): value for name, value in known[key].items()}
    return found


def worst_quantiles(M, n, repeats, seed=0):
    """Largest 95 % quantiles over the family, in units of log M / n.

    Returns
    -------
    dict
        ``erm``; ``star``, ``seg`` and ``hull`` over both factors, and under the theory's factor
        alone as ``star_theory`` and so on.
    """
    worst = {}
    unit = np.log(M) / n
    for k, kind in enumerate(KINDS):
        for lead in LEADS:
            law = Dictionary(kind, M, lead * np.sqrt(unit))
            runs = [
                excesses(law, n, np.random.default_rng([seed, M, n, k, int(10 * lead), run]))
                for run in range(repeats)
            ]
            for key in runs[0]:
                method, factor = (key, None) if key == "erm" else key
                quantile = float(np.quantile([run[key] for run in runs], 0.95)) / unit
                worst[method] = max(worst.get(method, -np.inf), quantile)
                if factor == FACTORS[0]:
                    name = f"{method}_theory"
                    worst[name] = max(worst.get(name, -np.inf), quantile)
    return worst
