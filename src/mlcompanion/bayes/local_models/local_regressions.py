r"""Clusters with a linear regression each, all parameters integrated out: add, remove, predict.

With :math:`\tilde x=(1,x)`, :math:`A_n=V^{-1}+\tilde X^\top\tilde X`, :math:`a_n=a_y+n/2`,

.. math:: y\mid x,\text{cluster}\sim t_{2a_n}\Bigl(\tilde x^\top\hat m,\;
    \frac{b_n}{a_n}\bigl(1+\tilde x^\top A_n^{-1}\tilde x\bigr)\Bigr)

Hannah, Blei and Powell (2011), section 6.4 and appendix A, where this density is misprinted. With
the constant alone in the place of :math:`\tilde x` it is the plain mixture of section 4.4.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._jit import njit
from mlcompanion.linalg.updates import add_to_factor, take_from_factor

from ..mixtures.label_sweep import label_sweep
from .inputs import (
    NormalInputs,
    add_normal,
    clear_normal,
    log_normal_inputs,
    normal_inputs,
    remove_normal,
)

__all__ = ["LocalRegressions"]

#: As for the inputs: a residual sum of squares that a removal nearly annihilates is summed anew.
_LEFT = 1e-6


class LocalRegressions(NamedTuple):
    """State of the clusters.

    Attributes
    ----------
    inputs : NormalInputs
    design : ndarray, shape (n, q)
        Rows of the regressions: a one, and the inputs or nothing.
    y : ndarray, shape (n,)
    labels : ndarray of int, shape (n,)
        The sweep's.
    coefs : ndarray, shape (capacity, q)
    roots : ndarray, shape (capacity, q, q)
        Lower Cholesky factors of A.
    noises : ndarray, shape (capacity,)
        The b of the regression.
    coef0 : ndarray, shape (q,)
    root0 : ndarray, shape (q, q)
    a0, b0 : float
    peaks : ndarray, shape (n + 1,)
        Log height of the t density by the size of the cluster, for b and spread 1.
    step : ndarray, shape (q,)
        Scratch.
    """

    inputs: NormalInputs
    design: np.ndarray
    y: np.ndarray
    labels: np.ndarray
    coefs: np.ndarray
    roots: np.ndarray
    noises: np.ndarray
    coef0: np.ndarray
    root0: np.ndarray
    a0: float
    b0: float
    peaks: np.ndarray
    step: np.ndarray


def response_peaks(a0, size):
    """Log height of the response's t density with b and spread 1, for an array of sizes."""
    a = a0 + 0.5 * size
    return gammaln(a + 0.5) - gammaln(a) - 0.5 * math.log(2 * math.pi)


@njit
def clear_regression(model, k):
    """Make place k as new: the prior."""
    clear_normal(model.inputs, k)
    for a in range(len(model.coef0)):
        model.coefs[k, a] = model.coef0[a]
        for b in range(len(model.coef0)):
            model.roots[k, a, b] = model.root0[a, b]
    model.noises[k] = model.b0


@njit
def write_row(model, i):
    """Row i of the regressions into the scratch vector."""
    for a in range(len(model.step)):
        model.step[a] = model.design[i, a]


@njit
def solve_step(model, k):
    """Scratch z becomes L^-1 z; return its squared length."""
    square = 0.0
    z = model.step
    for a in range(len(z)):
        rest = z[a]
        for b in range(a):
            rest -= model.roots[k, a, b] * z[b]
        z[a] = rest / model.roots[k, a, a]
        square += z[a] * z[a]
    return square


@njit
def solve_back(model, k):
    """Scratch z becomes L^-T z."""
    z = model.step
    for a in range(len(z) - 1, -1, -1):
        z[a] /= model.roots[k, a, a]
        for b in range(a):
            z[b] -= model.roots[k, a, b] * z[a]


@njit
def residual_of(model, k, i):
    """What regression k leaves of response i."""
    rest = model.y[i]
    for a in range(model.design.shape[1]):
        rest -= model.design[i, a] * model.coefs[k, a]
    return rest


@njit
def add_regression(model, k, i, size):
    """Let sample i join cluster k, which then has ``size`` samples; cost O(d + q^2)."""
    add_normal(model.inputs, k, i, size)
    # before the update: what the old regression leaves of the new response
    residual = residual_of(model, k, i)
    write_row(model, i)
    spread = 1 + solve_step(model, k)  # 1 + x' A^-1 x
    solve_back(model, k)
    for a in range(len(model.step)):
        model.coefs[k, a] += model.step[a] * residual / spread
    # residual / spread is what the new regression leaves: the squares grow by the product
    model.noises[k] += 0.5 * residual * residual / spread
    write_row(model, i)  # the solves overwrote it
    add_to_factor(model.roots[k], model.step)


@njit
def remove_response(model, k, i):
    """Let response i leave regression k; False if rounding left too little."""
    residual = residual_of(model, k, i)
    write_row(model, i)
    if not take_from_factor(model.roots[k], model.step):
        return False
    write_row(model, i)  # the downdate overwrote it
    before = residual * (1 + solve_step(model, k))  # the residual without this sample
    noise = model.noises[k] - 0.5 * residual * before
    # nearly all of the sum went with this sample: too few digits are left
    if noise <= _LEFT * model.noises[k]:
        return False
    solve_back(model, k)
    for a in range(len(model.step)):
        model.coefs[k, a] -= model.step[a] * residual
    model.noises[k] = noise
    return True


@njit
def remove_regression(model, k, i, size):
    """Let sample i leave cluster k, which keeps ``size`` samples; cost O(d + q^2).

    Where rounding leaves nothing, because sample i dwarfed the others, the cluster is computed anew
    from its samples.
    """
    if size == 0:
        clear_regression(model, k)
        return
    # otherwise too few digits are left: the cluster is summed anew from those that stay
    if remove_normal(model.inputs, k, i, size) and remove_response(model, k, i):
        return
    clear_regression(model, k)
    held = 0
    for j in range(len(model.labels)):
        if model.labels[j] == k:
            held += 1
            add_regression(model, k, j, held)


@njit
def log_regression(model, k, i, size):
    """Log-density of inputs and response of sample i given the ``size`` samples of cluster k."""
    residual = residual_of(model, k, i)
    write_row(model, i)
    # the noise of the response, and the uncertainty of the coefficients
    scale = model.noises[k] * (1 + solve_step(model, k))
    # half the degrees of freedom of the t law, plus a half
    power = model.a0 + 0.5 * (size + 1)
    of_response = model.peaks[size] - 0.5 * math.log(scale)
    # log1p: small residuals keep their digits
    of_response -= power * math.log1p(0.5 * residual * residual / scale)
    return log_normal_inputs(model.inputs, k, i, size) + of_response


regression_sweep = label_sweep("regression", add_regression, remove_regression, log_regression)


@njit
def gather_regressions(model, capacity):
    """Compute all clusters anew from their samples; what rounding left behind goes; O(n q^2)."""
    sizes = np.zeros(capacity, dtype=np.int64)
    for k in range(capacity):
        clear_regression(model, k)
    for i in range(len(model.labels)):
        k = model.labels[i]
        sizes[k] += 1
        add_regression(model, k, i, sizes[k])


def local_regressions(data, labels, prior, capacity):
    """The clusters of labelled samples.

    Parameters
    ----------
    data : Sample
        Inputs, rows of the regressions and responses.
    labels : ndarray of int, shape (n,)
        Held, not copied: a sweep changes it.
    prior : LocalPrior
    capacity : int

    Returns
    -------
    LocalRegressions

    Notes
    -----
    Cost: O(n q^2) time, O(capacity (d + q^2)) memory.
    """
    n, q = data.design.shape
    model = LocalRegressions(
        inputs=normal_inputs(data.rows, prior, capacity),
        design=data.design,
        y=data.y,
        labels=labels,
        coefs=np.empty((capacity, q)),
        roots=np.empty((capacity, q, q)),
        noises=np.empty(capacity),
        coef0=np.zeros(q),
        root0=np.eye(q) / prior.coef_scale,  # the factor of V^-1
        a0=float(prior.a_y),
        b0=float(prior.b_y),
        peaks=response_peaks(prior.a_y, np.arange(n + 1)),
        step=np.empty(q),
    )
    gather_regressions(model, capacity)
    return model


def more_regressions(model, capacity):
    """The same clusters with room for more.

    Parameters
    ----------
    model : LocalRegressions
    capacity : int

    Returns
    -------
    LocalRegressions
    """
    q = len(model.coef0)
    d = model.inputs.rows.shape[1]
    inputs = model.inputs._replace(
        centres=np.empty((capacity, d)),
        spreads=np.empty((capacity, d)),
        half_logs=np.empty(capacity),
    )
    grown = model._replace(
        inputs=inputs,
        coefs=np.empty((capacity, q)),
        roots=np.empty((capacity, q, q)),
        noises=np.empty(capacity),
    )
    gather_regressions(grown, capacity)
    return grown
