r"""Which functions of a dictionary stay, after a look at the first half of the sample.

Gaïffas and Lecué (2011), Definition 1, steps 0 and 2, and Remark 4.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["confidence_width", "preselect"]


def confidence_width(n_samples, n_functions, bound, *, noise=None, confidence=1.0):
    r"""The width :math:`\phi` of the preselection.

    Parameters
    ----------
    n_samples : int
        Of the half that preselects.
    n_functions : int
        Size M of the dictionary.
    bound : float
        Without noise, of responses and functions; with it, of the functions' distances from the
        regression function and of the noise's :math:`\psi_1` norm.
    noise : float, optional
        Standard deviation of the noise: then the noise may have exponential tails.
    confidence : float
        x: statements fail with probability of order exp(-x).

    Returns
    -------
    float
        :math:`b\sqrt{(\log M+x)/n}`, or
        :math:`(\sigma+b)\sqrt{(\log M+x)\log n/n}`.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    Source: Gaïffas and Lecué (2011), Definition 1, step 0.
    """
    n = check_count(n_samples, "n_samples", low=1)
    M = check_count(n_functions, "n_functions", low=1)
    b = check_real(bound, "bound", low=0, open_low=True)
    x = check_real(confidence, "confidence", low=0, open_low=True)
    if noise is None:
        return float(b * np.sqrt((np.log(M) + x) / n))
    sigma = check_real(noise, "noise", low=0)
    return float((sigma + b) * np.sqrt((np.log(M) + x) * np.log(n) / n))


def preselect(P, y, phi, factor=2.0):
    r"""Functions whose risk is not much above the least: equation (4).

    Parameters
    ----------
    P : array_like of shape (n_functions, n_samples)
        Predictions, one row a function.
    y : array_like of shape (n_samples,)
    phi : float
        Width, see :func:`confidence_width`.
    factor : float
        c; the theory of the bounded case has 4(1 + 9b), the source's figure 2.

    Returns
    -------
    ndarray of shape (n_functions,), bool
        Where :math:`R(f)\le R(\hat f)+c\max(\phi\|\hat f-f\|,\phi^2)`, :math:`\hat f` the best.

    Raises
    ------
    ValueError
        On wrong shapes, or a negative width or factor.

    Notes
    -----
    Cost: O(n_functions n_samples). Source: Gaïffas and Lecué (2011), (4) and Remark 4.

    Examples
    --------
    >>> preselect([[1.0, 2.0], [1.1, 1.9], [9.0, 9.0]], [1.0, 2.0], phi=0.2)
    array([ True,  True, False])
    """
    P = check_array(P, "P", ndim=2, min_rows=1)
    if P.shape[1] == 0:
        raise ValueError(f"P must have at least one column, got shape {P.shape}")
    E = P - check_array(y, "y", shape=P.shape[1:])
    phi = check_real(phi, "phi", low=0)
    factor = check_real(factor, "factor", low=0)
    best = E[np.argmin(np.mean(E**2, axis=1))]
    step = E - best
    # the difference of the risks without taking it: no digits cancel
    lead = np.mean(step * (step + 2 * best), axis=1)
    distance = np.sqrt(np.mean(step**2, axis=1))
    return lead <= factor * np.maximum(phi * distance, phi**2)
