r"""Scores of predictions that come with a variance.

Rasmussen and Williams (2006), Section 2.5; used by Alvarez and Lawrence (2011), Section 5, and by
Park, Huang and Ding (2011), Section 7.
"""

import numpy as np

from mlcompanion._validation import check_array

__all__ = ["msll", "nlpd", "smse"]


def _targets(y, mean):
    y = check_array(y, "y", ndim=1, min_rows=1)
    return y, check_array(mean, "mean", shape=y.shape)


def _variances(variance, shape):
    variance = check_array(variance, "variance", shape=shape)
    if not (variance > 0).all():
        raise ValueError(f"variance must be positive, got {variance.min()}")
    return variance


def _surprises(y, mean, variance):
    """Minus the logarithm of a normal density, point by point."""
    return (np.log(2 * np.pi * variance) + (y - mean) ** 2 / variance) / 2


def _spread_about_mean(values, name):
    spread = np.var(values)
    # a constant leaves a variance of its rounding
    if spread <= (8 * np.finfo(float).eps * abs(values).max()) ** 2:
        raise ValueError(f"{name} must not be constant: its variance is the unit of this score")
    return spread


def smse(y, mean):
    """Standardized mean squared error: in units of the variance of the test targets.

    Parameters
    ----------
    y : array_like, shape (n,)
        Test targets.
    mean : array_like, shape (n,)
        Their predictions.

    Returns
    -------
    float
        0 is perfect, 1 as good as the targets' own mean.

    Raises
    ------
    ValueError
        If the shapes differ, or ``y`` is constant.
    """
    y, mean = _targets(y, mean)
    return float(np.mean((y - mean) ** 2) / _spread_about_mean(y, "y"))


def nlpd(y, mean, variance):
    """Negative log predictive density of normal predictions, averaged over the test targets.

    Parameters
    ----------
    y : array_like, shape (n,)
        Test targets.
    mean : array_like, shape (n,)
    variance : array_like, shape (n,)
        Of the predicted targets, noise included; positive.

    Returns
    -------
    float
        In nats; smaller is better. Other units of ``y`` add the logarithm of their ratio.

    Raises
    ------
    ValueError
        If the shapes differ, or a variance is not positive.
    """
    y, mean = _targets(y, mean)
    return float(_surprises(y, mean, _variances(variance, y.shape)).mean())


def msll(y, mean, variance, y_train):
    """Mean standardized log loss: ``nlpd`` minus that of the training targets' mean and variance.

    Parameters
    ----------
    y : array_like, shape (n,)
        Test targets.
    mean : array_like, shape (n,)
    variance : array_like, shape (n,)
        Of the predicted targets, noise included; positive.
    y_train : array_like, shape (m,)
        Training targets.

    Returns
    -------
    float
        In nats; 0 is as good as knowing nothing of the inputs, negative is better.

    Raises
    ------
    ValueError
        If the shapes differ, a variance is not positive, or ``y_train`` is constant.
    """
    y, mean = _targets(y, mean)
    variance = _variances(variance, y.shape)
    y_train = check_array(y_train, "y_train", ndim=1, min_rows=2)
    trivial = _surprises(y, y_train.mean(), _spread_about_mean(y_train, "y_train"))
    return float((_surprises(y, mean, variance) - trivial).mean())
