"""What the page counts: packings, balls in boxes, and an SVM's C.

The errata are settled by geometry written down here: nothing of the library is used for them.
"""

from itertools import product

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from mlcompanion.bandits.trees import (
    lattice_packing,
    near_optimality_dimension,
    step_payoff,
)

TRIPLES = [(1, 2, 2), (2, 2, 2), (1, 2, 1), (2, 2, 1), (1, 2, 0.5), (1, 1.5, 0.75)]
SHARES = (1, 16)
RADII = np.geomspace(1e-3, 1e-7, 17)


def peak_dimensions():
    """Near-optimality dimensions of peaks: the six triples (D, a, b) for c = 1, then for c = 16."""
    found = []
    for c, (dimension, a, b) in product(SHARES, TRIPLES):
        packings = [lattice_packing((c * e) ** (1 / a), e ** (1 / b), dimension) for e in RADII]
        found.append(near_optimality_dimension(RADII, packings))
    return found


def peak_lipschitz(a, n_grid=201):
    """Largest ``|y|^a / (2 |x|^a + eps)`` that a search over x, y and eps finds (Example 4)."""
    x = np.linspace(0, 1, n_grid)[1:, None, None]
    eps = np.concatenate([[0], np.geomspace(1e-6, 1, 30)])[None, :, None]
    reach = (x**a + eps) ** (1 / a)  # how far y may be from x
    y = np.minimum(1.0, x + np.linspace(-1, 1, n_grid) * reach)
    return float((np.abs(y) ** a / (2 * x**a + eps)).max())


def ball_excess(dimension, nu2, n_side=5):
    """Largest ``nu2 rho^h`` over the largest radius that fits, over depths 2 D to 4 D.

    Boxes are halved along the longest side; the radius is sought over a grid of centres, with
    ``rho = 2^(-1/D)`` and the largest-coordinate norm.
    """
    worst = 0.0
    for h in range(2 * dimension, 4 * dimension + 1):
        cuts = [(h + dimension - 1 - k) // dimension for k in range(dimension)]
        sides = 0.5 ** np.array(cuts)
        shares = np.linspace(0, 1, n_side)
        places = np.array(list(product(shares, repeat=dimension))) * sides
        fits = np.minimum(places, sides - places).min(axis=1).max()
        worst = max(worst, nu2 * 2.0 ** (-h / dimension) / fits)
    return float(worst)


def hoelder_exponent(alpha):
    """``(d + 1) / (d + 2)`` with the packing dimension d of [0, 1] under ``|x - y|^alpha``."""
    eps = np.geomspace(1e-1, 1e-3, 20)
    counts = np.floor(0.5 / eps ** (1 / alpha)) + 1  # intervals of radius eps^(1/alpha), touching
    d = np.polyfit(np.log(1 / eps), np.log(counts), 1)[0]
    return float((d + 1) / (d + 2))


def svm_payoff(n_levels=64, seed=0):
    """Held-out accuracy of an SVM on breast_cancer as a payoff of the arm x in [0, 1].

    x stands for ``C = 10^(-4 + 8 x)``; a reward is whether one held-out row, drawn at random, is
    classified rightly. The accuracy is taken for constant on ``n_levels`` equal cells.
    """
    X, y = load_breast_cancer(return_X_y=True)
    rows, held, targets, held_targets = train_test_split(
        X, y, train_size=150, random_state=seed, stratify=y
    )
    scaler = StandardScaler().fit(rows)
    rows = scaler.transform(rows)
    held = scaler.transform(held)
    middles = (np.arange(n_levels) + 0.5) / n_levels
    accuracy = [
        SVC(C=C, gamma=0.1).fit(rows, targets).score(held, held_targets)
        for C in 10 ** (-4 + 8 * middles)
    ]
    return step_payoff(np.linspace(0, 1, n_levels + 1), accuracy)
