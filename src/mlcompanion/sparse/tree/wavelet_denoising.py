r"""Denoising of images by shrinking wavelet coefficients on a quad-tree.

An orthonormal, periodic wavelet transform, five penalties, and the choice of the amount of
shrinkage that an oracle would make. Jenatton et al. (2011), section 5.3 and Table 1.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real
from mlcompanion.prox import soft_threshold
from mlcompanion.prox.tree.groups import TreeGroups
from mlcompanion.prox.tree.tree_norm import prox_tree

__all__ = [
    "SHRINKAGES",
    "OracleShrinkage",
    "inverse_wavelet2",
    "oracle_shrinkage",
    "psnr",
    "shrink_wavelets",
    "universal_lambda",
    "wavelet2",
    "wavelet_tree_denoise",
]

#: Penalties of Table 1: hard, hard on trees, soft, and the hierarchical norms.
SHRINKAGES = ("l0", "l0_tree", "l1", "tree_l2", "tree_linf")

_ROOT10 = np.sqrt(10.0)
_ROOT = np.sqrt(5 + 2 * _ROOT10)
#: Low-pass filters; Daubechies' with three vanishing moments in closed form.
_LOW_PASS = {
    "haar": np.array([1.0, 1.0]) / np.sqrt(2),
    "db3": np.array(
        [
            1 + _ROOT10 + _ROOT,
            5 + _ROOT10 + 3 * _ROOT,
            10 - 2 * _ROOT10 + 2 * _ROOT,
            10 - 2 * _ROOT10 - 2 * _ROOT,
            5 + _ROOT10 - 3 * _ROOT,
            1 + _ROOT10 - _ROOT,
        ]
    )
    / (16 * np.sqrt(2)),
}


def _filters(wavelet):
    """Low-pass and high-pass filter, each with the shift that keeps its energy near its node.

    A shift by whole samples keeps the basis orthonormal if both have the same parity; it puts the
    two children of coefficient i, which are 2 i and 2 i + 1, under it.
    """
    low = _LOW_PASS[wavelet]
    # the quadrature mirror: orthogonal to the low-pass filter and its even shifts
    high = low[::-1] * (-1.0) ** np.arange(len(low))
    centre_low, centre_high = (np.arange(len(low)) @ f**2 for f in (low, high))
    shift = round(centre_low - 0.5)
    return (low, shift), (high, shift + 2 * round((centre_high - 0.5 - shift) / 2))


def _analyse(x, wavelet):
    """One level along the last axis: approximation in front, details behind."""
    bands = []
    for taps, shift in _filters(wavelet):
        half = 0.0
        for k, tap in enumerate(taps):  # a_i = sum_k h_k x_(2i + k - shift)
            half = half + tap * np.roll(x, shift - k, axis=-1)[..., ::2]
        bands.append(half)
    return np.concatenate(bands, axis=-1)


def _synthesise(x, wavelet):
    """The transpose, hence the inverse, of :func:`_analyse`."""
    out = np.zeros_like(x)
    for band, (taps, shift) in zip(np.split(x, 2, axis=-1), _filters(wavelet)):
        spread = np.zeros_like(x)
        spread[..., ::2] = band
        for k, tap in enumerate(taps):
            out += tap * np.roll(spread, k - shift, axis=-1)
    return out


def _check_image(image, levels, wavelet, name="image"):
    image = check_array(image, name, ndim=2, min_rows=2)
    check_in(wavelet, "wavelet", tuple(_LOW_PASS))
    levels = check_count(levels, "levels", low=1, high=62)
    if image.shape[0] != image.shape[1] or image.shape[0] % 2**levels:
        raise ValueError(
            f"{name} must be square with a side divisible by {2**levels}, got {image.shape}"
        )
    return image, levels


def wavelet2(image, wavelet="haar", levels=6):
    """Orthonormal, periodic wavelet transform of a square image.

    Parameters
    ----------
    image : array_like of shape (size, size)
        ``size`` must be a multiple of ``2**levels``.
    wavelet : "haar" or "db3"
    levels : int

    Returns
    -------
    ndarray of shape (size, size)
        The coarse approximation in the corner (0, 0); the children of the detail (r, c) are
        (2r, 2c), (2r + 1, 2c), (2r, 2c + 1) and (2r + 1, 2c + 1).

    Raises
    ------
    ValueError
        If the image is not square, its side does not fit, or the wavelet is unknown.

    Notes
    -----
    Cost: O(size²) times the length of the filter.
    """
    image, levels = _check_image(image, levels, wavelet)
    out = image.copy()
    size = len(image)
    for _ in range(levels):
        # rows, then columns; only the approximation in the corner is split further
        out[:size, :size] = _analyse(_analyse(out[:size, :size], wavelet).T, wavelet).T
        size //= 2
    return out


def inverse_wavelet2(coefficients, wavelet="haar", levels=6):
    """Image from its coefficients: the inverse, and the transpose, of :func:`wavelet2`."""
    coefficients, levels = _check_image(coefficients, levels, wavelet, "coefficients")
    out = coefficients.copy()
    for level in range(levels - 1, -1, -1):
        size = len(out) >> level
        out[:size, :size] = _synthesise(_synthesise(out[:size, :size].T, wavelet).T, wavelet)
    return out


def psnr(image, truth):
    r"""Peak signal-to-noise ratio :math:`10\log_{10}(255^2/\mathrm{MSE})` in dB (footnote 19).

    An orthonormal transform keeps it: coefficients will do in place of pixels.
    """
    image = check_array(image, "image", min_rows=1)
    truth = check_array(truth, "truth", shape=image.shape)
    return float(10 * np.log10(255.0**2 / np.mean(np.square(image - truth))))


def universal_lambda(i, sigma, m):
    r"""The grid of section 5.3, :math:`\lambda=2^{i/4}\sigma\sqrt{\log m}`.

    Parameters
    ----------
    i : int
        The paper has -15, …, 15 for the convex penalties and -24, …, 48 for the others, whose
        :math:`\lambda` is in squared units.
    sigma : float
        Standard deviation of the noise.
    m : int
        Number of pixels.
    """
    i = check_real(i, "i")
    m = check_count(m, "m", low=1)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return 2 ** (i / 4) * sigma * np.sqrt(np.log(m))


def shrink_wavelets(coefficients, tree, lam, penalty="tree_l2"):
    r"""Solve :math:`\min_\alpha\frac12\|\alpha-c\|^2+\lambda\psi(\alpha)` for one penalty.

    Parameters
    ----------
    coefficients : ndarray of shape (size, size)
        Laid out as by :func:`wavelet2`.
    tree : TreeGroups
        From :meth:`TreeGroups.quadtree`; weight 0 marks what is left free.
    lam : float
    penalty : one of ``SHRINKAGES``
        "l0" is hard thresholding at :math:`\sqrt{2\lambda}`, "l1" soft thresholding, "l0_tree"
        Donoho's dynamic program, "tree_l2" and "tree_linf" the hierarchical norms.

    Returns
    -------
    ndarray of shape (size, size)
    """
    check_in(penalty, "penalty", SHRINKAGES)
    lam = check_real(lam, "lam", low=0)
    tree = check_instance(tree, "tree", TreeGroups)
    coefficients = check_array(coefficients, "coefficients")
    if coefficients.size != tree.n_features:
        raise ValueError(
            f"coefficients must be {tree.n_features}, one a variable of tree, "
            f"got shape {coefficients.shape}"
        )
    c = coefficients.ravel()
    if penalty == "l0":
        # keeping an entry costs lam times its weight, dropping it c^2 / 2
        out = np.where(c**2 > 2 * lam * tree.weights, c, 0.0)
    elif penalty == "l1":
        out = soft_threshold(c, lam * tree.weights)
    else:
        out = prox_tree(c, tree, lam, {"l0_tree": "l0"}.get(penalty, penalty[5:]))
    return out.reshape(coefficients.shape)


class OracleShrinkage(NamedTuple):
    """Best point of the grid: its number ``i``, ``lam``, ``psnr`` in dB and ``coefficients``."""

    i: int
    lam: float
    psnr: float
    coefficients: np.ndarray


def oracle_shrinkage(noisy, truth, tree, sigma, penalty="tree_l2"):
    """Shrink with the point of the paper's grid that gives the best reconstruction.

    Parameters
    ----------
    noisy, truth : ndarray of shape (size, size)
        Wavelet coefficients with and without noise. Only an oracle knows the second.
    tree : TreeGroups
    sigma : float
        Standard deviation of the noise.
    penalty : one of ``SHRINKAGES``

    Returns
    -------
    OracleShrinkage

    Notes
    -----
    Bisection of the grid by pairs of neighbours takes ten to fourteen shrinkages in place of 31
    (or 73, for the penalties that count). It finds the best point where the error has a single
    valley in the amount of shrinkage, which is seen on photographs, not proved; with several
    valleys it ends in one of them.
    """
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    check_in(penalty, "penalty", SHRINKAGES)
    noisy = check_array(noisy, "noisy", min_rows=1)
    truth = check_array(truth, "truth", shape=noisy.shape)
    low, high = (-24, 48) if penalty.startswith("l0") else (-15, 15)
    tried = {}

    def quality(i):
        if i not in tried:
            lam = universal_lambda(i, sigma, noisy.size)
            found = shrink_wavelets(noisy, tree, lam, penalty)
            # kept: neighbouring pairs share a point, and the best one is asked for at the end
            tried[i] = OracleShrinkage(i, lam, psnr(found, truth), found)
        return tried[i].psnr

    while low < high:
        middle = (low + high) // 2
        if quality(middle) < quality(middle + 1):
            low = middle + 1
        else:
            high = middle
    quality(low)
    return tried[low]


def wavelet_tree_denoise(image, lam, *, wavelet="haar", penalty="tree_l2", levels=6):
    """Remove noise from an image: transform, one proximal operator, transform back.

    Parameters
    ----------
    image : array_like of shape (size, size)
    lam : float
        Amount of shrinkage, not negative; :func:`universal_lambda` gives the scale.
    wavelet : "haar" or "db3"
    penalty : one of ``SHRINKAGES``
    levels : int

    Returns
    -------
    ndarray of shape (size, size)

    Raises
    ------
    ValueError
        If the image is not square or its side is no multiple of ``2**levels``.

    Notes
    -----
    Cost: O(size²) for every penalty but "tree_linf", which has a factor of the tree's depth.
    Source: Jenatton et al. (2011), section 5.3.
    """
    lam = check_real(lam, "lam", low=0)
    coefficients = wavelet2(image, wavelet, levels)
    tree = TreeGroups.quadtree(len(coefficients), levels)
    return inverse_wavelet2(shrink_wavelets(coefficients, tree, lam, penalty), wavelet, levels)
