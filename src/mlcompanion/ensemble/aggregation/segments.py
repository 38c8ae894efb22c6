r"""Aggregates of two functions: the best point of a star of segments, or of all segments.

Gaïffas and Lecué (2011), Definition 1, Algorithm 1 and the displays before it. A dictionary of M
functions is the matrix of their predictions on the sample, one row a function.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._linear import power_of_two
from mlcompanion._validation import check_array, check_count, check_memory, check_real

from .preselection import preselect

__all__ = [
    "SegmentMinimum",
    "TwoFunctions",
    "residuals_of",
    "segment_aggregate",
    "segment_minimum",
    "star_weights",
]


class SegmentMinimum(NamedTuple):
    """What :func:`segment_minimum` returns.

    Attributes
    ----------
    lam : float or ndarray
        Weight of the first function.
    risk : float or ndarray
        Risk of the mixture.
    """

    lam: np.ndarray
    risk: np.ndarray


class TwoFunctions(NamedTuple):
    """An aggregate ``lam * first + (1 - lam) * second``.

    Attributes
    ----------
    first, second : int
        Places in the dictionary.
    lam : float
        Weight of the first one.
    risk : float
        Mean of the squared errors of the mixture.
    """

    first: int
    second: int
    lam: float
    risk: float

    def weights(self, n_functions):
        """Weights of all functions, shape (n_functions,).

        Parameters
        ----------
        n_functions : int
            Size of the dictionary.
        """
        low = max(self.first, self.second) + 1
        theta = np.zeros(check_count(n_functions, "n_functions", low=low))
        theta[self.first] += self.lam
        theta[self.second] += 1 - self.lam
        return theta


def residuals_of(P, y, names=("P", "y")):
    """Predictions less responses, in a power of two as their unit.

    Parameters
    ----------
    P : array_like of shape (n_functions, n_samples)
    y : array_like of shape (n_samples,)
    names : tuple of str
        What messages call the two.

    Returns
    -------
    E : ndarray of shape (n_functions, n_samples)
    unit : float
        The residuals are ``unit * E``: their squares neither overflow nor vanish.

    Raises
    ------
    ValueError
        On wrong shapes, an empty dictionary or sample, NaN or infinity.
    """
    P = check_array(P, names[0], ndim=2, min_rows=1)
    if P.shape[1] == 0:
        raise ValueError(f"{names[0]} must have at least one column, got shape {P.shape}")
    y = check_array(y, names[1], shape=P.shape[1:])
    E = P - y
    size = np.abs(E).max()
    unit = float(power_of_two(size)) if size > 0 else 1.0
    return E / unit, unit


def segment_minimum(risk_f, risk_g, distance):
    r"""Best mixture of two functions, from their risks and their distance.

    The risk of :math:`\lambda f+(1-\lambda)g` is
    :math:`\lambda R(f)+(1-\lambda)R(g)-\lambda(1-\lambda)\|f-g\|^2`: a parabola.

    Parameters
    ----------
    risk_f, risk_g : array_like
        Risks, or both less a common number; shapes that broadcast.
    distance : array_like
        Mean of :math:`(f-g)^2`, not negative.

    Returns
    -------
    SegmentMinimum

    Raises
    ------
    ValueError
        If an entry is not finite, or a distance negative.

    Notes
    -----
    Where the distance is 0 the two are one function, and ``lam`` is 1 unless g has less risk.
    Cost: O(1) a pair. Source: Gaïffas and Lecué (2011), displays before Algorithm 1.

    Examples
    --------
    >>> lam, risk = segment_minimum(4.0, 4.0, 4.0)
    >>> float(lam), float(risk)
    (0.5, 3.0)
    """
    risk_f = check_array(risk_f, "risk_f")
    risk_g = check_array(risk_g, "risk_g")
    distance = check_array(distance, "distance", low=0)
    shapes = (risk_f.shape, risk_g.shape, distance.shape)
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"risk_f, risk_g and distance must have shapes that broadcast, got {shapes}"
        ) from None
    lead = risk_g - risk_f
    apart = distance > 0
    # the vertex of the parabola is at (1 + share) / 2
    share = np.where(apart, lead / np.where(apart, distance, 1.0), np.sign(lead) + (lead == 0))
    lam = np.clip(0.5 * (share + 1), 0, 1)
    risk = lam * risk_f + (1 - lam) * risk_g - lam * (1 - lam) * distance
    return SegmentMinimum(lam, risk)


def star_weights(P, y, *, P1=None, y1=None, phi=None, factor=2.0):
    r"""Best point of the segments from the best function to all others: Algorithm 1.

    Parameters
    ----------
    P : array_like of shape (n_functions, n_samples)
        Predictions on the sample that decides where on the star.
    y : array_like of shape (n_samples,)
    P1 : array_like of shape (n_functions, n_first), optional
        Predictions on the sample that finds the best function. Default: on the same sample.
    y1 : array_like of shape (n_first,), optional
        Given with ``P1``.
    phi : float, optional
        Width of the preselection, see :func:`confidence_width`; default no preselection.
    factor : float
        Factor of the preselection's threshold; the source draws it with 2.

    Returns
    -------
    TwoFunctions
        ``first`` is the best function, ``second`` the other end; of equal ones the first. If no
        segment leads below the best function, both are that function.

    Raises
    ------
    ValueError
        On wrong shapes or values, or if ``y1`` comes without ``P1`` or the reverse.

    Notes
    -----
    Cost: O(n_functions n_samples), without iterations. Source: Gaïffas and Lecué (2011),
    Definition 1 with (7), Algorithm 1.

    Examples
    --------
    >>> y = np.array([1.0, 2.0, 3.0, 4.0])
    >>> P = np.array([y + [1, -1, 1, -1], y - [1, -1, 1, -1.5], np.zeros(4)])
    >>> star = star_weights(P, y)
    >>> star.first, star.second, round(star.lam, 3)
    (0, 1, 0.534)
    """
    E, unit = residuals_of(P, y)
    if (P1 is None) != (y1 is None):
        raise ValueError("P1 and y1 must be given together, got only one of them")
    if P1 is None:
        P1 = P
        y1 = y
        E1 = E
    else:
        E1, _ = residuals_of(P1, y1, ("P1", "y1"))
    if len(E1) != len(E):
        raise ValueError(f"P1 must have {len(E)} rows as P, got shape {np.shape(P1)}")
    kept = np.ones(len(E), dtype=bool)
    if phi is not None:
        kept = preselect(P1, y1, phi, factor)
    check_real(factor, "factor", low=0)
    first = int(np.argmin(np.mean(E1**2, axis=1)))
    return _best_of_star(E, unit, first, kept)


def _best_of_star(E, unit, first, kept):
    """Algorithm 1 from residuals: the segments from one function to those that were kept."""
    best = E[first]
    step = E - best
    distance = np.mean(step**2, axis=1)
    lead = np.mean(step * (step + 2 * best), axis=1)  # R(f_j) - R(best), to the last digit
    lam, gain = segment_minimum(0.0, lead, distance)
    gain = np.where(kept, gain, np.inf)
    second = int(np.argmin(gain))
    if gain[second] >= 0:  # no segment leads down
        second = first
    share = 1.0 if second == first else float(lam[second])
    risk = np.mean(best**2) + min(gain[second], 0.0)
    return TwoFunctions(first, second, share, float(unit**2 * risk))


def segment_aggregate(P, y, *, kept=None):
    r"""Best point of all segments between two functions.

    Parameters
    ----------
    P : array_like of shape (n_functions, n_samples)
    y : array_like of shape (n_samples,)
    kept : array_like of shape (n_functions,), bool, optional
        Functions between which segments are tried, see :func:`preselect`; default all.

    Returns
    -------
    TwoFunctions
        ``first`` has no larger risk than ``second``.

    Raises
    ------
    ValueError
        On wrong shapes or values, or if nothing is kept.

    Notes
    -----
    Cost: O(m² n_samples) for the products of the m functions kept, O(m²) for the segments; memory
    O(m²). Source: Gaïffas and Lecué (2011), Definition 1 with (6).
    """
    E, unit = residuals_of(P, y)
    places = kept_places(kept, len(E))
    E = E[places]
    check_memory(5 * 8 * len(E) ** 2, f"all segments between {len(E)} functions")
    best = E[np.argmin(np.mean(E**2, axis=1))]
    step = E - best  # distances do not change, and lose no digits to what all have in common
    lead = np.mean(step * (step + 2 * best), axis=1)
    gram = step @ step.T / E.shape[1]
    size = np.diagonal(gram)
    distance = np.maximum(size[:, None] + size - 2 * gram, 0.0)  # rounding may go below 0
    lam, gain = segment_minimum(lead[:, None], lead, distance)
    i, j = np.unravel_index(np.argmin(gain), gain.shape)
    share = float(lam[i, j])
    if lead[i] > lead[j]:  # the better function is named first
        i, j = j, i
        share = 1 - share
    risk = np.mean(best**2) + gain.min()
    return TwoFunctions(int(places[i]), int(places[j]), share, float(unit**2 * risk))


def kept_places(kept, n_functions):
    """Places of the functions that were kept, at least one.

    Parameters
    ----------
    kept : array_like of shape (n_functions,), bool, or None for all
    n_functions : int

    Returns
    -------
    ndarray of int
    """
    if kept is None:
        return np.arange(n_functions)
    kept = check_array(kept, "kept", shape=(n_functions,), dtype=bool)
    if not kept.any():
        raise ValueError("kept must keep at least one function, got none")
    return np.flatnonzero(kept)
