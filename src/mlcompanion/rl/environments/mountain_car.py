"""The mountain car: too weak for the hill ahead, it must first go back."""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array

__all__ = ["CAR_LIMITS", "drive_car"]

#: Least and largest position, largest speed, and the position of the goal.
CAR_LIMITS = (-1.2, 0.6, 0.07, 0.5)


@njit
def car_step(position, velocity, push, right_wall):
    """One step of time; ``push`` is -1, 0 or 1. Return position and velocity."""
    velocity += 0.001 * push - 0.0025 * np.cos(3 * position)
    velocity = min(max(velocity, -0.07), 0.07)
    position = min(max(position + velocity, -1.2), right_wall)
    if position == -1.2 and velocity < 0:
        velocity = 0.0
    return position, velocity


def drive_car(pushes, *, position=-0.5, velocity=0.0):
    r"""Positions and velocities of the car under given pushes.

    Parameters
    ----------
    pushes : array_like of int, shape (n,)
        -1 back, 0 none, 1 ahead, in the order of time.
    position, velocity : float
        Where the car stands and how fast it is in the beginning.

    Returns
    -------
    ndarray, shape (n + 1, 2)
        Position and velocity before the first push and after each; the car is not stopped by the
        goal at 0.5.

    Raises
    ------
    ValueError
        If a push is another number.

    Notes
    -----
    O(n), compiled. Acceleration :math:`0.001\,a - 0.0025\cos 3x`, speed at most 0.07; the wall
    at the left takes all speed, the one at 0.6 only holds (Sutton and Barto 1998, section 8.2).
    """
    pushes = check_array(pushes, "pushes", ndim=1, low=-1, high=1, dtype=int)
    start = check_array([position, velocity], "position, velocity", dtype=np.float64)
    states = np.empty((len(pushes) + 1, 2))
    states[0] = start
    _drive(states, pushes)
    return states


@njit
def _drive(states, pushes):
    for t in range(len(pushes)):
        states[t + 1] = car_step(states[t, 0], states[t, 1], pushes[t], 0.6)
