"""Sums of independent variables (Sugiyama 2016, sections 7.1 and 7.2): convolution, families."""

from dataclasses import fields
from itertools import pairwise

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_instance
from mlcompanion.probability.laws.continuous import Normal
from mlcompanion.probability.laws.discrete import Binomial, NegativeBinomial, Poisson
from mlcompanion.probability.laws.gamma_family import ChiSquared, Gamma
from mlcompanion.probability.laws.heavy_tails import Cauchy

from .._checks import check_masses
from ..continuous_law import ContinuousLaw
from ..discrete_law import DiscreteLaw
from ..numeric.quadrature import doubly_exponential, warn_of

__all__ = ["TABLE_7_1", "convolve_pmf", "nfold", "reproductive_sum", "sum_density", "sum_mass"]

#: Families that a sum stays in, and the parameters that add; any other must be shared (Table 7.1).
TABLE_7_1 = {
    Normal: ("mu", "variance"),
    Binomial: ("n",),
    Poisson: ("rate",),
    NegativeBinomial: ("k",),
    Gamma: ("alpha",),
    ChiSquared: ("n",),
    Cauchy: ("location", "scale"),
}


def convolve_pmf(g, h):
    """Masses of a sum of two independent integers: ``k(z) = sum_x g(x) h(z - x)`` (section 7.1).

    Parameters
    ----------
    g : array_like, shape (m,)
        Masses on consecutive integers.
    h : array_like, shape (l,)
        Masses on consecutive integers.

    Returns
    -------
    ndarray, shape (m + l - 1,)
        Masses from the sum of the first integers on. O(m l).
    """
    return np.convolve(check_masses(g, "g"), check_masses(h, "h"))


def nfold(g, n, method="fft"):
    """Masses of the sum of n independent integers with the same masses.

    Parameters
    ----------
    g : array_like, shape (m,)
        Masses on consecutive integers.
    n : int
        Number of terms, at least 1.
    method : {"fft", "squaring", "direct"}
        ``"fft"``: the n-th power of the characteristic function, O(N log N) for N = n (m - 1) + 1;
        errors are about 1e-16 *absolute*, so that masses below that are noise. ``"squaring"``:
        convolutions by the binary digits of n, O(N^2), and ``"direct"``: n - 1 of them, O(N^2);
        both keep the relative accuracy of the smallest masses.

    Returns
    -------
    ndarray, shape (n (m - 1) + 1,)
        Masses from n times the first integer on.
    """
    g = check_masses(g, "g")
    n = check_count(n, "n", low=1)
    check_in(method, "method", ("fft", "squaring", "direct"))
    if method == "fft":
        size = n * (len(g) - 1) + 1
        padded = 1 << (size - 1).bit_length()  # a power of two; nothing wraps round
        # rounding of the transform may go below 0
        return np.maximum(np.fft.irfft(np.fft.rfft(g, padded) ** n, padded)[:size], 0.0)
    if method == "direct":
        total = g.copy()
        for _ in range(n - 1):
            total = np.convolve(total, g)
        return total
    total = np.ones(1)
    power = g
    while n:  # by squaring: the binary digits of n say which powers to join
        if n % 2:
            total = np.convolve(total, power)
        n //= 2
        if n:
            power = np.convolve(power, power)
    return total


def reproductive_sum(x, y):
    """The law of the sum of two independent variables of one family, by Table 7.1.

    Parameters
    ----------
    x, y : Law
        Of one family in ``TABLE_7_1``, with equal shared parameters.

    Returns
    -------
    Law
        Of the same family.

    Raises
    ------
    TypeError
        If x and y are not of one family, or their family does not reproduce itself.
    ValueError
        If a parameter that must be shared differs.
    """
    if type(x) is not type(y) or type(x) not in TABLE_7_1:
        raise TypeError(f"x and y must be of one family of Table 7.1, got {x!r} and {y!r}")
    adding = TABLE_7_1[type(x)]
    values = {}
    for name in (field.name for field in fields(x)):
        of_x = getattr(x, name)
        of_y = getattr(y, name)
        if name not in adding and of_x != of_y:
            raise ValueError(f"y must have the {name} of x, {of_x}; got {of_y}")
        values[name] = of_x + of_y if name in adding else of_x
    return type(x)(**values)


def sum_mass(x, y, z):
    """Masses of the sum of two independent integers with any laws, by the sum of section 7.1.

    Parameters
    ----------
    x, y : DiscreteLaw
    z : int or array_like of int, any shape

    Returns
    -------
    float or ndarray, the shape of ``z``
        O(atoms of x) each.
    """
    check_instance(x, "x", DiscreteLaw)
    check_instance(y, "y", DiscreteLaw)
    z = check_array(z, "z")
    atoms = x.atoms()
    return (y.pmf(z[..., None] - atoms) @ x.pmf(atoms))[()]


def sum_density(x, y, z):
    """Density of the sum of two independent variables, by quadrature of the convolution.

    Parameters
    ----------
    x, y : ContinuousLaw
    z : float or array_like, any shape

    Returns
    -------
    float or ndarray, the shape of ``z``

    Notes
    -----
    The integral runs over the part of x's support from which y can reach z, in pieces between the
    breaks of both densities; each by a rule that bears inverse roots at the ends.
    """
    check_instance(x, "x", ContinuousLaw)
    check_instance(y, "y", ContinuousLaw)
    z = check_array(z, "z")
    return np.array([_density_at(x, y, place) for place in z.ravel()]).reshape(z.shape)[()]


def _density_at(x, y, z):
    low = max(x.support[0], z - y.support[1])
    high = min(x.support[1], z - y.support[0])
    if low >= high:
        return 0.0
    inner = {*x.breaks, *(z - b for b in y.breaks)}
    if not (np.isfinite(low) and np.isfinite(high)):
        levels = np.array([1e-3, 0.1, 0.5, 0.9, 1 - 1e-3])
        # cuts where the mass is: infinite ends tell no scale
        inner |= {*x.quantile(levels), *(z - y.quantile(levels))}
    cuts = [float(low), *sorted(float(c) for c in inner if low < c < high), float(high)]
    scale = float(np.ptp(cuts[1:-1])) if len(cuts) > 3 else 1.0
    parts = [
        doubly_exponential(lambda u: x.pdf(u) * y.pdf(z - u), a, b, scale)
        for a, b in pairwise(cuts)
    ]
    value, error, size = np.sum(parts, axis=0)
    warn_of("sum_density", value, error, size)
    return value
