r"""Leave-one-out log-densities of the normal model without refitting (Sugiyama 2016, section 14.4).

Taking one sample out changes the scatter matrix by rank one, so that its determinant and the
distance of the sample from the others' mean follow from one number, the leverage of the sample.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in

__all__ = ["loo_gaussian"]


def loo_gaussian(X, covariance="full"):
    r"""Log-density of each sample under the normal density that is fitted to the others.

    With the scatter :math:`A=\sum_ic_ic_i^\top` of the centred samples, r = n/(n - 1) and the
    leverage :math:`\ell_i=c_i^\top A^{-1}c_i`, leaving out sample i gives

    .. math:: \det A_{-i}=(1-r\ell_i)\det A,\qquad
        (x_i-\hat\mu_{-i})^\top A_{-i}^{-1}(x_i-\hat\mu_{-i})=\frac{r^2\ell_i}{1-r\ell_i}.

    Parameters
    ----------
    X : array_like, shape (..., n, d)
        Several data sets may be given at once.
    covariance : {"full", "diag", "spherical"}
        As for :class:`GaussianDensity` without ridge.

    Returns
    -------
    ndarray, shape (..., n)
        The mean is the leave-one-out cross-validated log-likelihood per sample.

    Raises
    ------
    ValueError
        If there are fewer than 3 samples, or d + 2 for a full covariance, or the covariance without
        one of the samples is singular.

    Notes
    -----
    Cost: O(n d^2 + d^3) for a full covariance, else O(n d); refitting takes O(n^2 d^2).
    Derived from the matrix determinant lemma and the formula of Sherman and Morrison.

    Examples
    --------
    >>> loo_gaussian([[0.0], [1.0], [2.0], [4.0]]).round(3)
    array([-2.89 , -1.597, -1.469, -7.466])
    """
    kind = check_in(covariance, "covariance", ("full", "diag", "spherical"))
    X = check_array(X, "X")
    if X.ndim < 2 or X.shape[-1] < 1:
        raise ValueError(f"X must be a matrix, or several; got shape {X.shape}")
    n, d = X.shape[-2:]
    least = d + 2 if kind == "full" else 3
    if n < least:
        raise ValueError(f"X must have at least {least} samples to leave one out, got {n}")
    leverage, log_det = _leverages(X - X.mean(axis=-2, keepdims=True), kind)
    r = n / (n - 1)
    size = d if kind == "full" else 1
    # what is left of the determinant; 0 where this sample alone spans a direction
    remains = 1 - r * leverage
    if not (remains > 1e-12).all():
        raise ValueError("X without one of its samples has a singular covariance")
    log_dets = log_det + np.log(remains) - size * np.log(n - 1)
    # the covariance of the others is their scatter over n - 1
    squares = (n - 1) * r**2 * leverage / remains
    scores = -0.5 * (size * np.log(2 * np.pi) + log_dets + squares)
    return scores @ np.full(scores.shape[-1], d if kind == "spherical" else 1.0)


def _leverages(centred, kind):
    """Leverages (..., n, k) and log-determinants (..., 1, k) of the k blocks of the scatter matrix.

    One block (full), one a feature (diag), or one that all features share (spherical).
    """
    if kind != "full":
        squares = np.square(centred)
        if kind == "spherical":
            d = centred.shape[-1]
            squares = squares @ np.full((d, 1), 1 / d)
        A = squares.sum(axis=-2, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            return squares / A, np.log(A)
    # leverages do not know units: in those of the spread the scatter is best conditioned
    scale = np.sqrt(np.square(centred).mean(axis=-2, keepdims=True))
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = np.swapaxes(centred / scale, -1, -2)
        log_scale = np.log(scale).sum(axis=-1, keepdims=True)
    A = scaled @ np.swapaxes(scaled, -1, -2)
    try:
        root = np.linalg.cholesky(A)
    except np.linalg.LinAlgError:
        root = np.full_like(A, np.nan)  # refused by the caller, with the other singular ones
    leverage = np.square(np.linalg.solve(root, scaled)).sum(axis=-2)
    log_det = 2 * np.log(np.diagonal(root, axis1=-2, axis2=-1)).sum(axis=-1)
    return leverage[..., None], log_det[..., None, None] + 2 * log_scale
