"""The base measure of a mixture of local regressions (Hannah et al. 2011, section 6.4)."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_instance, check_real

__all__ = ["LocalPrior", "RegressionData"]


class LocalPrior(NamedTuple):
    r"""Conjugate base measure: normal-inverse-gamma for each input, and for the regression.

    .. math:: \sigma_j^2\sim\mathrm{IG}(a_x,b_x),\quad\mu_j\mid\sigma_j^2\sim N(m,\sigma_j^2/\nu),
        \quad\sigma_y^2\sim\mathrm{IG}(a_y,b_y),\quad\beta\mid\sigma_y^2\sim N(0,\sigma_y^2s^2I)

    Attributes
    ----------
    centre : float
        The m of all inputs.
    nu : float
        How many samples the centre is worth, positive.
    a_x, b_x : float
        Shape and scale of an input's variance within a cluster, positive.
    a_y, b_y : float
        Shape and scale of the noise's variance within a cluster; ``a_y`` greater than 1/2, so that
        a new cluster's response has a mean.
    coef_scale : float
        The s: standard deviation of a coefficient in units of the noise, positive.
    """

    centre: float = 0.0
    nu: float = 0.1
    a_x: float = 2.0
    b_x: float = 1.0
    a_y: float = 2.0
    b_y: float = 0.1
    coef_scale: float = 1.0


class RegressionData(NamedTuple):
    """Inputs, rows of the regressions, and responses.

    Attributes
    ----------
    rows : ndarray, shape (n, d)
    design : ndarray, shape (n, q)
    y : ndarray, shape (n,)
    """

    rows: np.ndarray
    design: np.ndarray
    y: np.ndarray


def check_local_prior(prior):
    """The prior, its numbers checked by name."""
    check_instance(prior, "prior", LocalPrior)
    above_zero = {"low": 0, "open_low": True}
    return LocalPrior(
        centre=check_real(prior.centre, "prior.centre"),
        nu=check_real(prior.nu, "prior.nu", **above_zero),
        a_x=check_real(prior.a_x, "prior.a_x", **above_zero),
        b_x=check_real(prior.b_x, "prior.b_x", **above_zero),
        a_y=check_real(prior.a_y, "prior.a_y", low=0.5, open_low=True),
        b_y=check_real(prior.b_y, "prior.b_y", **above_zero),
        coef_scale=check_real(prior.coef_scale, "prior.coef_scale", **above_zero),
    )


def with_constant(rows):
    """The rows with a one before each."""
    return np.column_stack([np.ones(len(rows)), rows])


def design_of(rows, slope):
    """Rows of the regressions: the inputs with a constant, or the constant alone."""
    return with_constant(rows) if slope else np.ones((len(rows), 1))


def regression_data(rows, y, slope=True):
    """Data whose arrays lie row by row, as the compiled loops expect them."""
    rows = np.array(rows, order="C")  # a copy: for a read-only array loops would be compiled anew
    design = np.ascontiguousarray(design_of(rows, slope))
    return RegressionData(rows, design, np.array(y))
