r"""Regret bounds of adaptive subgradient methods, with their constants.

Duchi, Hazan and Singer (2011). All contain what the gradients made of the metric,
:math:`\mathrm{tr}(G_T^{1/2})`, or its diagonal twin :math:`\sum_i\|g_{1:T,i}\|_2`.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_real

__all__ = [
    "block_regret_bound",
    "common_step_bound",
    "coordinate_regret_bound",
    "matrix_regret_bound",
]

UPDATES = ("rda", "fobos")


def _bound(update, trace, square, length, eta, delta):
    """Both updates of Theorems 5 and 7; ``square`` is that of the trace's own norm."""
    check_in(update, "update", UPDATES)
    trace = check_array(trace, "trace", low=0)
    eta = check_real(eta, "eta", low=0, open_low=True)
    delta = check_real(delta, "delta", low=0)
    size = check_real(length, "length", low=0) ** 2
    if update == "rda":
        return (delta / eta * size + square * trace / eta + eta * trace)[()]
    return (delta / (2 * eta) * size + square * trace / (2 * eta) + eta * trace)[()]


def coordinate_regret_bound(update, trace, distance, length, eta, delta=0.0):
    r"""Regret bound of diagonal AdaGrad (Theorem 5).

    Parameters
    ----------
    update : {"rda", "fobos"}
    trace : float or array_like
        :math:`\sum_i\|g_{1:T,i}\|_2`.
    distance : float
        :math:`\|x^\star\|_\infty` for RDA, :math:`\max_t\|x^\star-x_t\|_\infty` for FOBOS.
    length : float
        :math:`\|x^\star\|_2`, the distance from the start.
    eta, delta : float
        RDA's bound needs ``delta`` at least the largest gradient entry.

    Returns
    -------
    float or ndarray

    Notes
    -----
    The term in delta of FOBOS is not printed, but needed: a large offset keeps the learner where
    it is. With ``delta = 0`` and ``eta = distance / sqrt(2)`` it is Corollary 6.
    """
    square = check_real(distance, "distance", low=0) ** 2
    return _bound(update, trace, square, length, eta, delta)


def matrix_regret_bound(update, trace, distance, length, eta, delta=0.0):
    r"""Regret bound of AdaGrad with the full matrix (Theorem 7).

    Parameters
    ----------
    update : {"rda", "fobos"}
    trace : float or array_like
        :math:`\mathrm{tr}(G_T^{1/2})`.
    distance : float
        :math:`\|x^\star\|_2` for RDA, :math:`\max_t\|x^\star-x_t\|_2` for FOBOS.
    length : float
        :math:`\|x^\star\|_2`.
    eta, delta : float
        RDA's bound needs ``delta`` at least the largest gradient norm.

    Returns
    -------
    float or ndarray

    Notes
    -----
    The term in delta is half of the printed one, which is safe as well.
    """
    square = check_real(distance, "distance", low=0) ** 2
    return _bound(update, trace, square, length, eta, delta)


def block_regret_bound(trace, comparator, sizes, eta):
    r"""Regret bound of RDA with blocks (Corollary 12).

    Parameters
    ----------
    trace : float or array_like
        :math:`\mathrm{tr}(G_T^{1/2})` of the block-diagonal matrix.
    comparator : array_like, shape (d,)
        :math:`x^\star`.
    sizes : sequence of int
        Lengths of the blocks.
    eta : float

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If the sizes do not sum to d.
    """
    x = check_array(comparator, "comparator", ndim=1, min_rows=1)
    sizes = check_array(sizes, "sizes", ndim=1, min_rows=1, dtype=np.intp, low=1)
    if sizes.sum() != len(x):
        raise ValueError(f"sizes must sum to {len(x)}, got {sizes.sum()}")
    starts = np.cumsum(sizes) - sizes
    # Corollary 12: the largest block's length is what the comparator costs
    square = np.add.reduceat(x * x, starts).max()
    return _bound("rda", trace, square, 0.0, eta, 0.0)


def common_step_bound(diameter, squares):
    r"""Regret bound (6) of gradient descent with the best common step of hindsight.

    Parameters
    ----------
    diameter : float
        Largest Euclidean distance of two points of the domain.
    squares : float or array_like
        :math:`\sum_t\|g_t\|_2^2`.

    Returns
    -------
    float or ndarray
    """
    diameter = check_real(diameter, "diameter", low=0)
    squares = check_array(squares, "squares", low=0)
    return (np.sqrt(2) * diameter * np.sqrt(squares))[()]
