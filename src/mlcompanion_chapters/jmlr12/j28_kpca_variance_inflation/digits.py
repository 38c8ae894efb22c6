"""Digit 8 against the rest from ten images of each digit: section 4.2 on MNIST for USPS.

Pixels from -1 (paper) to 1 (ink); the kernel's width and the number of components by the source's
rules. ``"blocks"`` are 14 x 14 means, nearest to USPS's 16 x 16; ``"pixels"`` the full 28 x 28.
"""

from functools import cache

import numpy as np

from mlcompanion.classification import FDA
from mlcompanion.datasets import load_digits_14, load_mnist_5k
from mlcompanion.reduction import (
    AffineRenormalizer,
    GatedRenormalizer,
    HistogramEqualizer,
    KernelPCA,
    QuantileRenormalizer,
    mi_permutation_test,
)

__all__ = ["IMAGES", "digit_errors", "digit_split", "rejected_pairs"]

IMAGES = ("blocks", "pixels")


@cache
def _images(kind):
    """All 5,000 images and their digits."""
    if kind == "blocks":
        drawn = load_digits_14(0, 300, 200)
        return drawn.data, drawn.target
    mnist = load_mnist_5k()
    return mnist.data / 127.5 - 1, mnist.target


def digit_split(seed, kind="blocks", noise=0.0, each=10):
    """Training and test images, ``each`` of every digit, and whether they are an 8."""
    data, target = _images(kind)
    rng = np.random.default_rng(seed)
    picks = np.array([rng.permutation(np.flatnonzero(target == d))[: 2 * each] for d in range(10)])
    parts = []
    for rows in (picks[:, :each].ravel(), picks[:, each:].ravel()):
        noisy = data[rows] + noise * rng.standard_normal((len(rows), data.shape[1]))
        parts += [noisy, (target[rows] == 8).astype(int)]
    return parts


def digit_errors(seed, kind="blocks", noise=0.0):
    """Test errors of one split: raw, batch, map of single points, rescaled, gates.

    Returns
    -------
    dict
        ``raw``, ``batch``, ``map``, ``affine``, ``gate``, and ``lenient``, a gate whose classifier
        knows the left-out label; ``skew_raw``, ``skew_batch``, ``skew_affine``, errors of a batch
        of all eights and one of each other digit, where the shares are not those of training;
        ``open_gate`` and ``open_lenient``, whether they were; ``q`` components and the width ``c``
        of :math:`e^{-|x-y|^2/c}`.
    """
    X, y, X_new, truth = digit_split(seed, kind, noise)
    model = KernelPCA(0.85, kernel="rbf").fit(X)
    F = model.transform(X)
    G = model.transform(X_new)
    left_out = model.leave_one_out()
    classify = FDA().fit(F, y)
    gates = {
        name: GatedRenormalizer(FDA(), baseline=0.1, refit=refit).fit(F, left_out, y)
        for name, refit in (("gate", True), ("lenient", False))
    }
    cured = {
        "raw": G,
        "batch": HistogramEqualizer().fit(F).transform(G),
        "map": QuantileRenormalizer().fit(F, left_out).transform(G),
        "affine": AffineRenormalizer().fit(F, left_out).transform(G),
        **{name: gate.transform(G) for name, gate in gates.items()},
    }
    row = {name: float(np.mean(classify.predict(P) != truth)) for name, P in cured.items()}
    # the digits stand in blocks of ten: of the others the first image
    few = truth.astype(bool)
    few[::10] = True
    skewed = {
        "raw": G[few],
        "batch": HistogramEqualizer().fit(F).transform(G[few]),
        "affine": cured["affine"][few],
    }
    for name, P in skewed.items():
        row[f"skew_{name}"] = float(np.mean(classify.predict(P) != truth[few]))
    row |= {f"open_{name}": int(gate.open_) for name, gate in gates.items()}
    return row | {"q": len(model.eigenvalues_), "c": 2 * model.sigma_**2}


def rejected_pairs(seed, draws=200, components=10):
    """Share of pairs of the first components that the permutation test calls dependent."""
    X = digit_split(seed)[0]
    F = KernelPCA(components, kernel="rbf").fit_transform(X)
    return mi_permutation_test(F, draws, random_state=seed).rejected()
