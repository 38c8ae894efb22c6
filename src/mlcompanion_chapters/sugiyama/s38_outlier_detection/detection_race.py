"""Six scores on generated data and two sets of measurements: who ranks outliers first?"""

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score

from mlcompanion.datasets import load_mnist_5k
from mlcompanion.density import KernelDensity, RelativeDensityRatio, cross_validate_bandwidth
from mlcompanion.density.contrasts import KLIEP
from mlcompanion.density.contrasts.kernel_choices import median_widths
from mlcompanion.outliers import LOF, SVDD

__all__ = ["BLIND", "DATA", "INFORMED", "areas", "areas_by_width", "split"]

BLIND = ("density", "lof", "svdd")
INFORMED = ("clean density", "kliep", "ulsif")
DATA = ("generated", "breast cancer", "digit one")
_WIDTHS = np.geomspace(0.1, 3.0, 15)


def split(data, seed):
    """Clean points, tested points, and which of the tested are clean.

    Parameters
    ----------
    data : str
        One of ``DATA``.
    seed : int

    Returns
    -------
    clean, test : ndarray, shapes (n', d) and (n, d)
    usual : ndarray of bool, shape (n,)
    """
    rng = np.random.default_rng([38, DATA.index(data), seed])
    if data == "generated":
        clean = rng.normal(size=(200, 2))
        test = np.vstack([rng.normal(size=(190, 2)), rng.uniform(-6, 6, size=(10, 2))])
        return clean, test, np.arange(200) < 190
    if data == "breast cancer":
        cells, benign = load_breast_cancer(return_X_y=True)
        inliers, others = cells[benign == 1], cells[benign == 0]
    else:
        digits = load_mnist_5k()
        inliers, others = digits.data[digits.target == 1], digits.data[digits.target != 1]
    inliers = inliers[rng.permutation(len(inliers))[:300]].astype(float)
    others = others[rng.permutation(len(others))[:15]].astype(float)
    clean, test = inliers[:150], np.vstack([inliers[150:], others])
    center = clean.mean(axis=0)
    if data == "breast cancer":
        spread = clean.std(axis=0)
        clean, test = (clean - center) / spread, (test - center) / spread
    else:
        axes = np.linalg.svd(clean - center, full_matrices=False)[2][:20].T
        clean, test = (clean - center) @ axes, (test - center) @ axes
    return clean, test, np.arange(165) < 150


def _density(sample, points, rng):
    """Log-density at points, the width by cross validation over shares of the data's spread."""
    widths = _WIDTHS * np.sqrt(sample.var(axis=0).mean())
    scores = cross_validate_bandwidth(sample, widths, random_state=rng)
    return KernelDensity(widths[scores.argmax()]).fit(sample).score_samples(points)


def areas(data, seed):
    """Areas under the ROC curve of the six scores on one split.

    Parameters
    ----------
    data : str
    seed : int

    Returns
    -------
    dict
        An area for each of ``BLIND`` and ``INFORMED``.
    """
    clean, test, usual = split(data, seed)
    rng = np.random.default_rng(seed)
    n, d = test.shape
    scores = {
        "density": _density(test, test, rng),
        "lof": -LOF(20).fit(test).factors_,
        "svdd": SVDD(1 / (0.1 * n), np.sqrt(d / 2) * test.std()).fit(test).score_samples(test),
        "clean density": _density(clean, test, rng),
        "kliep": KLIEP(random_state=rng).fit(clean, test).log_ratio(test),
        "ulsif": RelativeDensityRatio(0.0, random_state=rng).fit(clean, test).predict(test),
    }
    return {name: float(roc_auc_score(usual, score)) for name, score in scores.items()}


def areas_by_width(data, seeds, shares):
    """Areas of the ratio by KLIEP over its width, and what cross validation takes.

    Parameters
    ----------
    data : str
    seeds : iterable of int
    shares : tuple of float
        Widths, as multiples of the median distance between points.

    Returns
    -------
    areas : ndarray, shape (splits, widths)
    taken : list of float
        The multiples that cross validation takes of its five.
    """
    found = []
    taken = []
    for seed in seeds:
        clean, test, usual = split(data, seed)
        unit = median_widths(clean, test)[2]  # the middle one of five is the median itself
        taken.append(float(KLIEP(random_state=seed).fit(clean, test).sigma_ / unit))
        fits = [KLIEP(unit * share, random_state=seed).fit(clean, test) for share in shares]
        found.append([roc_auc_score(usual, fit.log_ratio(test)) for fit in fits])
    return np.array(found), taken
