"""A synthetic series of images, two patterns switched on and off: in place of section 4.3.

Nothing here was recorded. A run has 60 images of rest, 30 of stimulus and 60 of rest, as the
source's; each state has a smooth pattern, the whole run drifts slowly, pixels have white noise.
"""

import numpy as np
from scipy.ndimage import gaussian_filter

from mlcompanion.classification import FDA
from mlcompanion.reduction import GatedRenormalizer, HistogramEqualizer, KernelPCA

__all__ = ["LEVELS", "image_run", "series_errors"]

LEVELS = (0.02, 0.04, 0.08, 0.16, 0.32)
STATES = np.repeat([0, 1, 0], [60, 30, 60])


def _pattern(rng, side):
    """A smooth image of length 1."""
    image = gaussian_filter(rng.standard_normal((side, side)), side / 16).ravel()
    return image / np.linalg.norm(image)


def image_run(patterns, noise, rng):
    """150 images: the pattern of the state, a drift along a third pattern, white noise."""
    time = np.linspace(-1, 1, len(STATES))
    drift = 0.5 * np.sin(np.pi * (time + rng.uniform(-0.5, 0.5)))
    clean = patterns[STATES] + drift[:, None] * patterns[2]
    return clean + noise * rng.standard_normal(clean.shape)


def series_errors(noise, seed, side=128, q=20):
    """Errors on a second run: raw, batch and gate.

    Returns
    -------
    dict
        ``raw``, ``batch``, ``gate`` and ``open``.
    """
    rng = np.random.default_rng(seed)
    patterns = np.array([_pattern(rng, side) for _ in range(3)])
    X = image_run(patterns, noise, rng)
    new = image_run(patterns, noise, rng)
    model = KernelPCA(q, kernel="rbf").fit(X)
    F = model.transform(X)
    G = model.transform(new)
    classify = FDA().fit(F, STATES)
    gate = GatedRenormalizer(FDA()).fit(F, model.leave_one_out(), STATES)
    cured = {"raw": G, "batch": HistogramEqualizer().fit(F).transform(G), "gate": gate.transform(G)}
    row = {name: float(np.mean(classify.predict(P) != STATES)) for name, P in cured.items()}
    return row | {"open": int(gate.open_)}
