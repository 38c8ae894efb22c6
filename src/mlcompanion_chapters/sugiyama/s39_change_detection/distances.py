"""Distances of known densities by integration, and of histograms by linear programming.

Nothing here uses the estimates of the library: it is what they are held against.
"""

from itertools import pairwise
from math import exp, log, pi, sqrt

import numpy as np
from scipy.integrate import quad
from scipy.optimize import linprog


def bell(t, mean, deviation):
    """Normal density at a number."""
    return exp(-0.5 * ((t - mean) / deviation) ** 2) / (deviation * sqrt(2 * pi))


#: One-to-one mappings: forward, inverse, slope of the inverse.
MAPPINGS = {
    "none": (lambda x: x, lambda y: y, lambda y: 1.0),
    "exp": (exp, log, lambda y: 1 / y),
    "sinh": (np.sinh, np.arcsinh, lambda y: 1 / sqrt(1 + y * y)),
    "logistic": (
        lambda x: 1 / (1 + exp(-x)),
        lambda y: log(y / (1 - y)),
        lambda y: 1 / (y * (1 - y)),
    ),
}
DIVERGENCES = {
    "KL": lambda p, q: p * log(p / q) if p > 0 and q > 0 else 0.0,
    "Pearson": lambda p, q: (p - q) ** 2 / q if q > 0 else 0.0,
    "L1": lambda p, q: abs(p - q),
    "L2": lambda p, q: (p - q) ** 2,
}


def mapped_distances(first, second, mapping):
    """The four divergences of two normals, (mean, deviation) each, after a one-to-one mapping.

    The density of the mapped input by change of variables; the integral over the mapped variable,
    between images of points one deviation apart.
    """
    forward, inverse, slope = MAPPINGS[mapping]
    deviation = first[1]
    low = min(first[0], second[0]) - 8 * deviation
    steps = int(np.ceil((max(first[0], second[0]) + 8 * deviation - low) / deviation))
    ends = [float(forward(low + i * deviation)) for i in range(steps + 1)]

    def density(y, law):
        return bell(inverse(y), *law) * slope(y)

    values = {}
    for name, of in DIVERGENCES.items():
        pieces = (
            quad(lambda y, of=of: of(density(y, first), density(y, second)), a, b, epsrel=1e-8)[0]
            for a, b in pairwise(ends)
        )
        values[name] = sum(pieces)
    return values


def invariance(repeats, random_state):
    """Largest change of the invariant divergences, and how much L2 moves, over random pairs."""
    rng = np.random.default_rng(random_state)
    largest = 0.0
    moves = []
    for _ in range(repeats):
        deviation = rng.uniform(0.5, 1.5)
        mean = rng.uniform(-1, 1)
        pair = (mean, deviation), (mean + rng.uniform(0.2, 1), deviation)
        values = {name: mapped_distances(*pair, name) for name in MAPPINGS}
        plain = values.pop("none")
        changes = {
            name: [abs(other[name] / plain[name] - 1) for other in values.values()]
            for name in DIVERGENCES
        }
        largest = max(largest, *(max(changes[name]) for name in ("KL", "Pearson", "L1")))
        moves.append(max(changes["L2"]))
    return largest, min(moves)


def squared_inputs():
    """KL of N(-1, 1) and N(1, 1) before and after squaring, both branches of the root counted."""

    def squared(y, mean):
        root = sqrt(y)
        return (bell(root, mean, 1.0) + bell(-root, mean, 1.0)) / (2 * root)

    before = quad(lambda t: DIVERGENCES["KL"](bell(t, -1, 1), bell(t, 1, 1)), -12, 12)[0]
    after = quad(lambda y: DIVERGENCES["KL"](squared(y, -1), squared(y, 1)), 1e-12, 100)[0]
    return before, after


def squared_l2(laws):
    """Squared L2 distance of each pair of normals, by the trapezoidal rule; laws (..., 2)."""
    grid = np.linspace(-20, 20, 801)
    laws = np.asarray(laws)
    z = (grid - laws[..., :1]) / laws[..., 1:]
    densities = np.exp(-0.5 * z**2) / (laws[..., 1:] * np.sqrt(2 * np.pi))
    return [
        ((densities[..., i, :] - densities[..., j, :]) ** 2).sum(axis=-1) * (grid[1] - grid[0])
        for i, j in ((0, 1), (1, 2), (0, 2))
    ]


def triangle_violations(repeats, random_state):
    """Triples of normals that violate the triangle inequality, without the root and with it."""
    rng = np.random.default_rng(random_state)
    laws = np.stack([rng.uniform(-3, 3, (repeats, 3)), rng.uniform(0.5, 2, (repeats, 3))], axis=-1)
    squares = np.sort(np.stack(squared_l2(laws)), axis=0)
    roots = np.sqrt(squares)
    return (
        int(np.sum(squares[2] > squares[0] + squares[1])),
        int(np.sum(roots[2] > roots[0] + roots[1] + 1e-9)),
    )


def least_hinge(p, q):
    """Least sum of the two mean hinge losses over all functions on the cells."""
    cells = len(p)
    eye = np.eye(cells)
    none = np.zeros((cells, cells))
    # losses are at least 1 - f and 1 + f
    A = -np.block([[eye, none, eye], [none, eye, -eye]])
    bounds = [(0, None)] * (2 * cells) + [(None, None)] * cells
    cost = np.concatenate([p, q, np.zeros(cells)])
    return linprog(cost, A, -np.ones(2 * cells), bounds=bounds).fun


def histogram_pairs(repeats, random_state):
    """Pairs of histograms on 2 to 20 cells: ten equal, ten disjoint, the others at random."""
    rng = np.random.default_rng(random_state)
    for i in range(repeats):
        cells = rng.integers(2, 21)
        p = rng.dirichlet(np.ones(cells))
        q = rng.dirichlet(np.ones(cells))
        if i < 10:
            yield "equal", p, p
        elif i < 20:
            yield "apart", np.append(p, np.zeros(cells)), np.append(np.zeros(cells), q)
        else:
            yield "random", p, q


def hinge_bounds(repeats, random_state):
    """The printed bound, the loss once, and the L1 distance of histograms."""
    found = {"over": -np.inf, "equal": [], "apart": [], "once": 0.0}
    for kind, p, q in histogram_pairs(repeats, random_state):
        loss = least_hinge(p, q)
        l1 = np.abs(p - q).sum()
        found["over"] = max(found["over"], 2 - 2 * loss - l1)
        found["once"] = max(found["once"], abs(2 - loss - l1))
        if kind != "random":
            found[kind].append(2 - 2 * loss)
    return found
