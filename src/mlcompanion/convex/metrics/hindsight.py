r"""The best fixed metric, chosen after all gradients are known.

Duchi, Hazan and Singer (2011), equation (12) and Lemma 15 in Appendix E: the least cost
:math:`\sum_t\langle g_t,S^{-1}g_t\rangle` of a metric of a given trace is what AdaGrad's regret
bounds contain, so that it pays little for not knowing the metric in advance.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real, check_square

__all__ = ["best_diagonal_cost", "best_matrix_cost", "psd_root"]


def psd_root(A):
    r"""The root :math:`A^{1/2}` of a symmetric positive semi-definite matrix, by ``eigh``.

    Parameters
    ----------
    A : array_like, shape (d, d)

    Returns
    -------
    ndarray, shape (d, d)

    Raises
    ------
    ValueError
        If ``A`` is not symmetric, or has an eigenvalue below 0 by more than rounding.
    """
    values, vectors = _spectrum(A)
    return (vectors * np.sqrt(values)) @ vectors.T


def _spectrum(A):
    """Eigenvalues, those that rounding made negative set to 0, and eigenvectors."""
    A = check_square(A, "A", symmetric=True)
    values, vectors = np.linalg.eigh(A)
    if values[0] < -1e-8 * max(values[-1], -values[0]):
        raise ValueError(f"A must be positive semi-definite, got an eigenvalue {values[0]:.3g}")
    return np.maximum(values, 0.0), vectors


def best_diagonal_cost(gradients, total=1.0):
    r"""The diagonal s with :math:`\langle1,s\rangle\le c` of least :math:`\sum_tg_t^2/s`.

    Parameters
    ----------
    gradients : array_like, shape (T, d)
    total : float
        The c, positive.

    Returns
    -------
    cost : float
        :math:`(\sum_i\|g_{1:T,i}\|_2)^2/c`.
    s : ndarray, shape (d,)
        Proportional to the norms; 0 where no gradient reaches.

    Notes
    -----
    O(T d). Source: equation (12).
    """
    gradients = check_array(gradients, "gradients", ndim=2, min_rows=1)
    total = check_real(total, "total", low=0, open_low=True)
    norms = np.linalg.norm(gradients, axis=0)
    mass = norms.sum()
    # equation (12): Cauchy-Schwarz is tight where s is proportional to the norms
    share = norms / mass if mass > 0 else norms
    return float(mass**2 / total), total * share


def best_matrix_cost(A, total=1.0):
    r"""The matrix S with :math:`\mathrm{tr}S\le c` of least :math:`\mathrm{tr}(S^{-1}A)`.

    Parameters
    ----------
    A : array_like, shape (d, d)
        Positive semi-definite: the sum of the gradients' outer products.
    total : float
        The c, positive.

    Returns
    -------
    cost : float
        :math:`\mathrm{tr}(A^{1/2})^2/c`.
    S : ndarray, shape (d, d)
        Proportional to the root of A.

    Notes
    -----
    O(d^3). Source: Lemma 15.
    """
    values, vectors = _spectrum(A)
    total = check_real(total, "total", low=0, open_low=True)
    roots = np.sqrt(values)
    mass = roots.sum()
    share = roots / mass if mass > 0 else roots
    return float(mass**2 / total), total * ((vectors * share) @ vectors.T)
