"""The two searches for the parameters, and the limits within which the first looks."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from .scg import scaled_conjugate_gradients

__all__ = []

#: Bounds of the logarithms, in units of the standardized data.
_BLUR = (np.log(1e-6), np.log(1e4))
_NOISE = (np.log(1e-6), np.log(1e2))


class Found(NamedTuple):
    """Where a search ended."""

    theta: np.ndarray
    n_iter: int
    converged: bool


def limits(likelihood):
    """Limits beyond which a parameter says nothing: lengths and variances far from the data."""
    D, shape, c = likelihood.n_outputs, likelihood.shape, likelihood.columns
    n_widths = (shape.groups.max() + 1) * c
    bounds = [(-1e3, 1e3)] * (D * len(shape.groups))
    bounds += [_BLUR] * (D * c * shape.blurred + n_widths)
    bounds += [_NOISE] * D
    return bounds + [(-10.0, 10.0)] * (likelihood.Z.size if shape.moving else 0)


def by_lbfgs(likelihood, theta, max_iter):
    """L-BFGS inside the limits."""
    found = minimize(
        likelihood.value_and_gradient,
        theta,
        jac=True,
        method="L-BFGS-B",
        bounds=limits(likelihood),
        options={"maxiter": max_iter, "ftol": 1e-9, "gtol": 1e-5},
    )
    return Found(found.x, max(found.nit, 1), found.success)


def by_scg(likelihood, theta, max_iter):
    """Scaled conjugate gradients, without limits, as the source has it."""
    found = scaled_conjugate_gradients(likelihood.value_and_gradient, theta, max_iter=max_iter)
    return Found(found.x, max(found.n_iter, 1), found.converged)


SEARCHES = {"l-bfgs": by_lbfgs, "scg": by_scg}
