"""Data of multitask learning: Sugiyama (2016), Fig. 34.1."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_rng

__all__ = ["TurnedTasks", "make_turned_tasks"]


class TurnedTasks(NamedTuple):
    """Two classes in the plane, seen by several tasks, each turned by its own angle.

    Attributes
    ----------
    X : ndarray, shape (n, 3)
        Two coordinates and a constant 1; the samples of a task stand together.
    y : ndarray, shape (n,)
        1 or -1.
    task : ndarray of int, shape (n,)
        0, ..., T - 1.
    means : ndarray, shape (T, 2)
        Mean of class 1 in each task; that of the other class is minus this.
    """

    X: np.ndarray
    y: np.ndarray
    task: np.ndarray
    means: np.ndarray


def make_turned_tasks(angles=None, per_class=1, random_state=None):
    r"""Draw two normal classes with unit covariance around :math:`\pm(\cos r_t,\sin r_t)`.

    Parameters
    ----------
    angles : array_like, shape (T,), optional
        :math:`r_t` in radians; default :math:`\pi t/60` for t = 1, ..., 6.
    per_class : int
        Samples of each class in each task.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    TurnedTasks

    Raises
    ------
    ValueError
        If ``angles`` is not a finite vector, or there is no sample.

    Notes
    -----
    Source: Sugiyama (2016), Fig. 34.1, first four lines.
    """
    angles = np.pi * np.arange(1, 7) / 60 if angles is None else angles
    angles = check_array(angles, "angles", ndim=1, min_rows=1)
    size = check_count(per_class, "per_class", low=1)
    T = len(angles)
    means = np.column_stack([np.cos(angles), np.sin(angles)])
    y = np.tile(np.repeat([1.0, -1.0], size), T)
    task = np.repeat(np.arange(T), 2 * size)
    points = y[:, None] * means[task] + check_rng(random_state).normal(size=(len(y), 2))
    return TurnedTasks(np.column_stack([points, np.ones(len(y))]), y, task, means)
