r"""Leaving out blocks of neighbours without refitting: De Brabanter et al. (2011), Definition 5.

With :math:`C` the part of the inverse of the bordered system of :mod:`.ls_svm` that maps outputs to
dual variables, the residuals of a block that is left out solve :math:`C_{BB}\,e_B=\alpha_B` (the
Schur complement of the rest). Only a band of C is needed, and one band serves all blocks.
"""

import numpy as np

__all__ = []


def without_constant(band, ones):
    """The band of C from that of the inverse kernel matrix, and the inverse's product with ones.

    C is the part of the bordered inverse that belongs to the dual variables.
    """
    if ones is None:
        return band
    n = band.shape[1]
    less = np.zeros_like(band)
    for away in range(len(band)):
        less[away, : n - away] = ones[: n - away] * ones[away:]
    return band - less / ones.sum()


def inverse_band(vectors, spectra, lag):
    r"""Entries of :math:`U\,\mathrm{diag}(d)\,U^\top` up to ``lag`` off the diagonal.

    Shape (lag + 1, n, number of spectra), zero where an entry would lie outside: a band costs
    O(n^2) an entry's distance, the whole matrix O(n^3).
    """
    n = len(vectors)
    band = np.zeros((lag + 1, n, spectra.shape[1]))
    for away in range(lag + 1):
        band[away, : n - away] = (vectors[: n - away] * vectors[away:]) @ spectra
    return band


def _middle_rows(band, lag):
    r"""Of each block's inverse, the row of its middle, from a band (at least ``lag`` twice, n).

    Blocks at the ends are shorter: what lies outside is the identity, and its part of the row zero.
    """
    n = band.shape[1]
    offsets = np.arange(-lag, lag + 1)
    away = np.abs(np.subtract.outer(offsets, offsets))
    upper = np.minimum.outer(offsets, offsets)
    rows = np.empty((n, len(offsets)))
    side = max(1, 2**21 // len(offsets) ** 2)  # blocks that are solved at once
    for start in range(0, n, side):
        middles = np.arange(start, min(start + side, n))
        places = middles[:, None] + offsets
        outside = (places < 0) | (places >= n)
        blocks = band[away, np.clip(middles[:, None, None] + upper, 0, n - 1)]
        blocks[outside] = 0.0
        blocks.transpose(0, 2, 1)[outside] = 0.0
        where, which = np.nonzero(outside)
        blocks[where, which, which] = 1.0
        middle = np.zeros((len(places), len(offsets), 1))
        middle[:, lag] = 1.0
        rows[start : start + len(places)] = np.linalg.solve(blocks, middle)[:, :, 0]
    return rows


def left_out(band, alpha, lag):
    """Residuals of the middles of all left-out blocks, for the columns of ``alpha``."""
    if lag == 0:
        return alpha / band[0][:, None]
    rows = _middle_rows(band, lag)
    n = len(alpha)
    residuals = np.zeros_like(alpha)
    for place, offset in enumerate(range(-lag, lag + 1)):
        there = slice(max(0, -offset), min(n, n - offset))
        beside = slice(max(0, offset), min(n, n + offset))
        residuals[there] += rows[there, place, None] * alpha[beside]
    return residuals
