r"""One Gibbs sweep over labels, for any prior on partitions and any model of a cluster.

A sample leaves its cluster and joins cluster l of the others with probability proportional to

.. math:: (n_\ell^{-i}+\text{extra})\;p(x_i\mid\text{samples in }\ell)\qquad\text{or opens one with}
    \qquad\text{total}\,\Bigl(1-\frac{K_+}m\Bigr)\,p(x_i)

Two priors are two triples of numbers. Finite Dirichlet: extra = alpha0, total = alpha0 m, and the
m - K empty components, which are alike, are one choice. Dirichlet process: extra = 0, total =
alpha0', m infinite. Only the cluster that is left and the one that is joined change.

Source: Sugiyama (2016), Eq. (20.6), with the weight corrected: what is printed there is less by 1.
"""

from types import FunctionType
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_real

__all__ = [
    "PartitionPrior",
    "Seats",
    "dirichlet_partition",
    "label_sweep",
    "process_partition",
    "run_sweeps",
    "seats_of",
]


class PartitionPrior(NamedTuple):
    """What a prior on partitions says of the next label.

    Attributes
    ----------
    extra : float
        Added to the size of a cluster.
    total : float
        Weight of all clusters that might be opened, while there is none.
    m : float
        Number of clusters that there can be; infinite for a process.
    """

    extra: float
    total: float
    m: float


def dirichlet_partition(alpha0, m):
    """The prior of m components whose weights have a symmetric Dirichlet law.

    Parameters
    ----------
    alpha0 : float
        Concentration of each component.
    m : int

    Returns
    -------
    PartitionPrior

    Raises
    ------
    ValueError
        If a parameter is out of range.
    """
    alpha0 = check_real(alpha0, "alpha0", low=0, open_low=True)
    m = check_count(m, "m", low=1)
    return PartitionPrior(alpha0, alpha0 * m, float(m))


def process_partition(alpha):
    """The prior of a Dirichlet process: the Chinese restaurant.

    Parameters
    ----------
    alpha : float
        Concentration of the process, positive.

    Returns
    -------
    PartitionPrior

    Raises
    ------
    ValueError
        If it is not positive.
    """
    return PartitionPrior(0.0, check_real(alpha, "alpha", low=0, open_low=True), np.inf)


class Seats(NamedTuple):
    """Who sits where; changed in place by a sweep.

    Attributes
    ----------
    labels : ndarray of int, shape (n,)
        -1 for a sample without cluster.
    sizes : ndarray of int, shape (capacity,)
    """

    labels: np.ndarray
    sizes: np.ndarray


def seats_of(labels, capacity):
    """Seats from labels below ``capacity``.

    Parameters
    ----------
    labels : ndarray of int, shape (n,)
    capacity : int

    Returns
    -------
    Seats
    """
    labels = labels.astype(np.int64)
    return Seats(labels, np.bincount(labels, minlength=capacity).astype(np.int64))


def _sweep(model, seats, prior, uniforms, trace, start):
    labels, sizes = seats
    n = len(labels)
    capacity = len(sizes)
    logs = np.empty(capacity + 1)
    places = np.empty(capacity + 1, dtype=np.int64)
    occupied = 0
    for k in range(capacity):
        occupied += sizes[k] > 0
    for visit in range(start, len(uniforms)):
        i = visit % n
        if occupied == capacity and prior.total * (1.0 - occupied / prior.m) > 0.0:
            return visit  # no empty place left: the caller finds room and goes on from here
        old = labels[i]
        if old >= 0:
            labels[i] = -1  # a removal that sums the cluster anew must not find i
            sizes[old] -= 1
            occupied -= sizes[old] == 0
            remove(model, old, i, sizes[old])  # noqa: F821
        choices = 0
        empty = -1
        top = -np.inf
        for k in range(capacity):
            weight = sizes[k] + prior.extra
            if sizes[k] == 0:
                if empty >= 0:
                    continue  # empty places are alike: the first stands for all
                empty = k
                weight = prior.total * (1.0 - occupied / prior.m)
            if weight > 0.0:
                logs[choices] = np.log(weight) + log_predictive(model, k, i, sizes[k])  # noqa: F821
                places[choices] = k
                top = max(top, logs[choices])
                choices += 1
        total = 0.0
        for c in range(choices):
            total += np.exp(logs[c] - top)
            logs[c] = total  # running sums, for the inversion below
        chosen = 0
        # the last choice is not tested: rounding cannot lead past it
        while chosen < choices - 1 and logs[chosen] <= uniforms[visit] * total:
            chosen += 1
        new = places[chosen]
        labels[i] = new
        occupied += sizes[new] == 0
        sizes[new] += 1
        add(model, new, i, sizes[new])  # noqa: F821
        if i == n - 1:
            trace[visit // n] = occupied
    return len(uniforms)


def label_sweep(name, add, remove, log_predictive):
    """Compile the sweep for one kind of model.

    Parameters
    ----------
    name : str
        Of the kind of model; machine code is kept under it.
    add, remove : compiled functions of (model, k, i, size)
        Let sample i join or leave cluster k, which then has ``size`` samples.
    log_predictive : compiled function of (model, k, i, size)
        Log-density of sample i given the ``size`` samples of cluster k, which may be none.

    Returns
    -------
    function of (model, seats, prior, uniforms, trace, start)
        Visits the samples in order, again and again, with one uniform number a visit, from visit
        ``start`` on; writes to ``trace`` how many clusters have samples after each sweep. Returns
        the visit before which it ran out of empty places, or the number of all visits. A place
        without samples must be as new.

    Notes
    -----
    Cost: for each sample, the predictive densities of all places with samples and of one without.
    The three functions are bound as if they stood in this module, so that machine code is kept:
    compiled closures are compiled anew by every process.
    """
    plugged = {"add": add, "remove": remove, "log_predictive": log_predictive}
    bound = FunctionType(_sweep.__code__, {**globals(), **plugged}, f"sweep_{name}")
    bound.__qualname__ = f"sweep_{name}"
    bound.__module__ = __name__
    return njit(bound)


def run_sweeps(sweep, model, seats, prior, uniforms, grow):
    """Sweeps over all samples, with more room where it runs out.

    Parameters
    ----------
    sweep : function
        Made by :func:`label_sweep`.
    model : object
        State of the clusters; holds ``seats.labels``, if it needs labels.
    seats : Seats
    prior : PartitionPrior
    uniforms : ndarray, shape (n_sweeps * n,)
    grow : function of (model, capacity)
        Returns the model with room for so many clusters, the new ones empty.

    Returns
    -------
    model, seats : object, Seats
        The same arrays, changed in place, unless there had to be room.
    trace : ndarray of int, shape (n_sweeps,)
        How many clusters had samples after each sweep.
    """
    trace = np.zeros(len(uniforms) // len(seats.labels), dtype=np.int64)
    at = sweep(model, seats, prior, uniforms, trace, 0)
    while at < len(uniforms):
        capacity = int(min(2 * len(seats.sizes), prior.m))  # doubled: growths are few
        sizes = np.zeros(capacity, dtype=np.int64)
        sizes[: len(seats.sizes)] = seats.sizes
        seats = seats._replace(sizes=sizes)
        model = grow(model, capacity)
        at = sweep(model, seats, prior, uniforms, trace, at)
    return model, seats, trace
