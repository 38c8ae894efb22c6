r"""Projection on the sets that keep a dictionary bounded.

Jenatton et al. (2011), equation (11): :math:`\mu\|d\|_1+(1-\mu)\|d\|_2^2\le1`, from the Euclidean
ball (:math:`\mu=0`) to the l1 ball (:math:`\mu=1`).
"""

import numpy as np

from mlcompanion._validation import check_array, check_flag, check_real

from ..norms.penalties import soft_threshold

__all__ = ["project_elastic_ball"]


def project_elastic_ball(V, mu=0.0, positive=False):
    r"""Nearest row with :math:`\mu\|d\|_1+(1-\mu)\|d\|_2^2\le1`, for every row of ``V``.

    Parameters
    ----------
    V : array_like of shape (n_rows, width)
    mu : float
        In [0, 1].
    positive : bool
        Also :math:`d\ge0`: projects the positive part.

    Returns
    -------
    ndarray of shape (n_rows, width)

    Raises
    ------
    ValueError
        If ``V`` is not a finite matrix or ``mu`` is outside [0, 1].

    Notes
    -----
    With multiplier a the solution is soft thresholding at a mu and division by c = 1 + 2 a (1 -
    mu). If k entries survive, with sums S1 of sizes and S2 of squares, the constraint is a
    quadratic equation in a. Cost: one sort a row.
    Source: Jenatton et al. (2011), equation (11); the closed form is ours.
    """
    V = check_array(V, "V", ndim=2)
    mu = check_real(mu, "mu", low=0, high=1)
    if check_flag(positive, "positive"):
        V = np.maximum(V, 0.0)
    if mu == 0:
        return V / np.maximum(np.sqrt(np.einsum("ij,ij->i", V, V)), 1.0)[:, None]
    sizes = -np.sort(-np.abs(V), axis=1)
    outside = mu * sizes.sum(axis=1) + (1 - mu) * (sizes**2).sum(axis=1) > 1
    out = V.copy()
    far = V[outside]
    if not outside.any():
        return out
    s = sizes[outside]
    k = np.arange(1, s.shape[1] + 1)
    sums = np.cumsum(s, axis=1)
    squares = np.cumsum(s**2, axis=1)
    # kappa (1 - mu) a^2 + kappa a = mu S1 + (1 - mu) S2 - 1
    kappa = k * mu**2 + 4 * (1 - mu)
    excess = mu * sums + (1 - mu) * squares - 1
    # the root in the form that does not subtract; it holds for mu = 1, where the square is gone
    a = 2 * excess / (kappa * (1 + np.sqrt(np.maximum(1 + 4 * (1 - mu) * excess / kappa, 0.0))))
    a = np.maximum(a, 0.0)  # a row on the border may lie inside it after rounding
    # the k largest survive if the multiplier of those k leaves the k-th, and not the next, alive
    following = np.concatenate([s[:, 1:], np.zeros((len(s), 1))], axis=1)
    right = (s > mu * a) & (following <= mu * a)
    a = a[np.arange(len(s)), np.argmax(right, axis=1)][:, None]
    out[outside] = soft_threshold(far, a * mu) / (1 + 2 * a * (1 - mu))
    return out
