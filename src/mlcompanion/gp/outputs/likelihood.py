"""The log-likelihood of several outputs at given parameters, with its slopes: one training step.

Álvarez and Lawrence (2011), (13), (17) and Appendix A, for the convolved Gaussian kernel.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_in, check_instance

from ._family import Family
from ._likelihood import Data, Likelihood, Parameters, Shape
from ._lists import check_inputs, check_places, check_targets
from .convolved import ConvolvedGaussianKernel
from .posterior import APPROXIMATIONS

__all__ = ["OutputsSlopes", "outputs_log_likelihood"]


class OutputsSlopes(NamedTuple):
    """A log-likelihood and its derivatives, in the shapes of the parameters.

    ``P``, ``Lam`` and ``noise`` hold derivatives by the logarithms; ``P`` is None where windows
    have no width, ``Z`` for the full process.
    """

    value: float
    S: np.ndarray
    P: object
    Lam: np.ndarray
    noise: np.ndarray
    Z: object


def outputs_log_likelihood(kernel, X, y, *, noise, approx="full", Z=None):
    """Log-likelihood of several outputs and its derivatives by all parameters.

    Parameters
    ----------
    kernel : ConvolvedGaussianKernel
    X : list of array_like, shapes (n_d, p)
    y : list of array_like, shapes (n_d,)
    noise : array_like, shape (D,)
        Variances, positive.
    approx : {"full", "dtc", "fitc", "pitc", "output-block"}
        As for :func:`condition_outputs`.
    Z : array_like, shape (K, p), optional
        Inducing inputs; needed but for "full".

    Returns
    -------
    OutputsSlopes

    Raises
    ------
    ValueError
        If lists disagree, or the covariance is singular to rounding.

    Notes
    -----
    Cost: that of :func:`condition_outputs`, and O(n²) or O(nK) for each input and hidden function.
    Source: (13), (17), Appendix A with its sign mended.

    Examples
    --------
    >>> kernel = ConvolvedGaussianKernel([1.0], [2.0], 1.0, normalize=True)
    >>> round(outputs_log_likelihood(kernel, [[0.0]], [[0.0]], noise=[1.0]).value, 4)
    -1.2655
    """
    check_instance(kernel, "kernel", ConvolvedGaussianKernel)
    X = check_inputs(X, "X", n_outputs=kernel.n_outputs, n_columns=kernel.P.shape[1])
    y = check_targets(y, "y", X)
    noise = check_array(noise, "noise", shape=(len(X),), low=0, open_low=True)
    check_in(approx, "approx", APPROXIMATIONS)
    if approx == "full":
        Z = None
    elif Z is None:
        raise ValueError(f"Z must be given: approx={approx!r} needs inducing inputs")
    else:
        Z = check_places(Z, "Z", n_columns=X[0].shape[1])
    if approx == "output-block" and not all(np.array_equal(x, X[0]) for x in X):
        raise ValueError("X must be the same for all outputs with approx='output-block'")
    blurred = bool(np.isfinite(kernel.P).all())
    if not blurred and np.isfinite(kernel.P).any():
        raise ValueError("kernel must have windows with a width for all outputs, or for none")
    sizes = np.array([len(x) for x in X])
    data = Data(np.vstack(X), np.concatenate(y), sizes, np.ones(sizes.sum()))
    groups = np.arange(kernel.n_latent)
    shape = Shape(approx, groups, blurred, False, kernel.normalize, Z is not None)
    likelihood = Likelihood(data, shape, Z)
    family = Family(kernel.S, 1 / kernel.P, 1 / kernel.Lam, 1, kernel.normalize)
    theta = likelihood.pack(Parameters(family, noise, Z))
    value, slopes = likelihood.value_and_gradient(theta)
    if not np.isfinite(value):
        raise ValueError("noise is too small for these inputs: the covariance has no factor")
    D, Q = kernel.S.shape
    p = kernel.P.shape[1]
    S, P, Lam, by_noise, by_Z = np.split(-slopes, np.cumsum([D * Q, D * p * blurred, Q * p, D]))
    return OutputsSlopes(
        float(-value),
        S.reshape(D, Q),
        -P.reshape(D, p) if blurred else None,  # log P is minus the logarithm of the variance
        -Lam.reshape(Q, p),
        by_noise,
        None if Z is None else by_Z.reshape(Z.shape),
    )
