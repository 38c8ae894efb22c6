r"""Kernels for smoothing, some with a hole in the middle: De Brabanter et al. (2011), Section 3.3.

A kernel that is zero at zero gives an observation no weight in its own fit, and its near neighbours
little. Such a kernel has two peaks (it is *bimodal*), and pays for its hole with a larger constant
:math:`D_K` of efficiency (10).
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.integrate import quad

from mlcompanion._validation import check_array, check_in, check_instance, check_real

__all__ = ["KernelConstants", "SmoothingKernel", "kernel_constants", "smoothing_kernel"]


@dataclass(frozen=True)
class SmoothingKernel:
    r"""A symmetric weight :math:`K(u)` of the distance :math:`u` in bandwidths.

    Parameters
    ----------
    profile : callable
        :math:`K` for an array of distances :math:`u\ge0`; not negative.
    support : float
        :math:`K(u)=0` beyond it; may be infinite.
    breaks : tuple of float
        Where the profile has a kink inside of its support: quadrature is cut there.
    name : str
        What to call it.

    Notes
    -----
    Calling the kernel gives :math:`K(|u|)`, zero beyond ``support``.
    """

    profile: object
    support: float = np.inf
    breaks: tuple = ()
    name: str = field(default="custom")

    def __post_init__(self):
        check_instance(self.profile, "profile", callable, "function")
        if self.support != np.inf:
            support = check_real(self.support, "support", low=0, open_low=True)
            object.__setattr__(self, "support", support)
        breaks = check_array(self.breaks, "breaks", ndim=1, low=0)
        object.__setattr__(self, "breaks", tuple(breaks.tolist()))
        check_instance(self.name, "name", str)

    def __call__(self, u):
        """Weights at signed distances, in the shape of ``u``."""
        u = np.abs(check_array(u, "u"))
        return np.where(u <= self.support, self.profile(u), 0.0)

    @property
    def at_zero(self):
        """The weight of an observation in its own fit, before it is divided by the sum of all."""
        return float(self(0.0))


#: Beyond it the tails are zero in double precision; squares of what is far larger overflow.
_FAR = 60.0


def _epanechnikov(u):
    return 0.75 * (1 - np.minimum(u, 1.0) ** 2)


def _gaussian(u):
    return np.exp(-(np.minimum(u, _FAR) ** 2) / 2) / np.sqrt(2 * np.pi)


def _laplace(u):
    return np.exp(-u) / 2


def _bimodal_polynomial(u):
    square = np.minimum(u, 0.5) ** 2
    return 630 * (4 * square - 1) ** 2 * square**2


def _bimodal_gaussian(u):
    square = np.minimum(u, _FAR) ** 2
    return 2 / np.sqrt(np.pi) * square * np.exp(-square)


def _bimodal_laplace(u):
    near = np.minimum(u, 1e3)  # infinity times zero is no number
    return near * np.exp(-near) / 2


class _HoledEpanechnikov:
    r"""Epanechnikov's kernel with a straight descent to zero for :math:`|u|<\varepsilon`."""

    def __init__(self, eps):
        self.eps = eps

    def __call__(self, u):
        eps = self.eps
        inside = 0.75 * (1 - eps**2) / eps * u
        return 4 / (4 - 3 * eps - eps**3) * np.where(u < eps, inside, _epanechnikov(u))


_PLAIN = {
    "epanechnikov": SmoothingKernel(_epanechnikov, 1.0, (), "epanechnikov"),
    "gaussian": SmoothingKernel(_gaussian, name="gaussian"),
    "laplace": SmoothingKernel(_laplace, name="laplace"),
    "bimodal_polynomial": SmoothingKernel(_bimodal_polynomial, 0.5, (), "bimodal_polynomial"),
    "bimodal_gaussian": SmoothingKernel(_bimodal_gaussian, name="bimodal_gaussian"),
    "bimodal_laplace": SmoothingKernel(_bimodal_laplace, name="bimodal_laplace"),
}
_NAMES = (*_PLAIN, "bimodal_epanechnikov")


def smoothing_kernel(name="epanechnikov", eps=0.1):
    r"""A kernel by its name; all integrate to one.

    Parameters
    ----------
    name : str
        ``"epanechnikov"`` :math:`\frac34(1-u^2)_+`, ``"gaussian"``, ``"laplace"``
        :math:`\frac12e^{-|u|}`; with :math:`K(0)=0`, in the source's order:
        ``"bimodal_polynomial"`` (:math:`\tilde K_1`) :math:`630(4u^2-1)^2u^4` up to 1/2,
        ``"bimodal_gaussian"`` (:math:`\tilde K_2`) :math:`\frac2{\sqrt\pi}u^2e^{-u^2}`,
        ``"bimodal_laplace"`` (:math:`\tilde K_3`) :math:`\frac12|u|e^{-|u|}`, and
        ``"bimodal_epanechnikov"`` (:math:`\tilde K_\varepsilon`), Epanechnikov's with a hole.
    eps : float
        Half the width of the last one's hole, in bandwidths, between 0 and 1; the others have none.

    Returns
    -------
    SmoothingKernel

    Notes
    -----
    Source: De Brabanter et al. (2011), Table 2 and the class after Corollary 8.
    """
    check_in(name, "name", _NAMES)
    eps = check_real(eps, "eps", low=0, high=1, open_low=True, open_high=True)
    if name in _PLAIN:
        return _PLAIN[name]
    return SmoothingKernel(_HoledEpanechnikov(eps), 1.0, (eps,), f"{name}, eps={eps:g}")


def as_kernel(kernel, name="kernel"):
    """A kernel from an argument: by name, or as it is."""
    if isinstance(kernel, str):
        return smoothing_kernel(check_in(kernel, name, _NAMES))
    return check_instance(kernel, name, SmoothingKernel, "name or SmoothingKernel")


class KernelConstants(NamedTuple):
    r"""What the mean squared error knows of a kernel.

    Attributes
    ----------
    mass : float
        :math:`\int K`; 1 for a kernel that is a density.
    mu2 : float
        :math:`\mu_2=\int u^2K(u)\,du`.
    roughness : float
        :math:`R=\int K(u)^2du`.
    efficiency : float
        :math:`D_K=\mu_2R^2` (10), the same for all scales of :math:`u`; smaller is better.
    """

    mass: float
    mu2: float
    roughness: float
    efficiency: float


def kernel_constants(kernel="epanechnikov"):
    r"""Mass, second moment, roughness and efficiency :math:`D_K` (10) of a kernel.

    Parameters
    ----------
    kernel : str or SmoothingKernel

    Returns
    -------
    KernelConstants

    Notes
    -----
    Cost: three adaptive quadratures a piece between kinks, to some 1e-10.
    Source: De Brabanter et al. (2011), (10) and Table 2.
    """
    K = as_kernel(kernel)

    def whole(integrand):
        cuts = [0.0, *sorted(b for b in K.breaks if 0 < b < K.support), K.support]
        pieces = pairwise(cuts)
        return 2 * sum(quad(integrand, a, b, epsabs=1e-12, limit=200)[0] for a, b in pieces)

    mu2 = whole(lambda u: u**2 * float(K(u)))
    roughness = whole(lambda u: float(K(u)) ** 2)
    mass = whole(lambda u: float(K(u)))
    return KernelConstants(mass, mu2, roughness, mu2 * roughness**2)
