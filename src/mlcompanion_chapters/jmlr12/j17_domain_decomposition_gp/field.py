"""The page's field: readings on a grid, and the full process's answer, which a grid makes cheap."""

from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import make_gaussian_field

from .maps import TRUTH

__all__ = ["Readings", "full_at", "full_on_grid", "full_process", "readings"]


class Readings(NamedTuple):
    """Readings on a grid: places (n, 2), values with noise, values without it, shape."""

    X: np.ndarray
    y: np.ndarray
    truth: np.ndarray
    shape: tuple


def readings(side=101, seed=1):
    """A corner of the source's random field, drawn anew: one reading at each point of a grid."""
    field = make_gaussian_field((side, side), random_state=seed)
    return Readings(field.data, field.target, field.clean, field.shape)


def full_process(data):
    """Weights of the full process's mean, one for each reading.

    The covariance of a grid is a product of one matrix an axis, so that two small decompositions
    take the place of one with n rows.

    Returns
    -------
    ndarray, shape (n,)
        The mean at places X is ``data.y.mean() + covariance(X, data.X) @ weights``.
    """
    covariance, noise = TRUTH
    rows, columns = (np.arange(n, dtype=float)[:, None] for n in data.shape)
    one, U = np.linalg.eigh(covariance(rows) / covariance.scale)
    two, V = np.linalg.eigh(covariance(columns) / covariance.scale)
    y = (data.y - data.y.mean()).reshape(data.shape)
    waves = (U.T @ y @ V) / (np.multiply.outer(one, two) + noise)
    return (U @ waves @ V.T).ravel()


def full_at(data, X):
    """The full process's mean at places X, shape (m,)."""
    return data.y.mean() + TRUTH.covariance(X, data.X) @ full_process(data)


def full_on_grid(data):
    """The full process's mean at the readings: what they leave when the noise's share is taken."""
    return data.y - TRUTH.noise_variance * full_process(data)
