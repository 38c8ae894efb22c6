"""Experts for online clustering: a batch clusterer on a sliding window, or any black box.

Choromanska (2014), section 5.1.2 (the window) and 5.3 (the six experts). An expert answers with
centres; what the mixture sees of them is only the one nearest to the new point.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_list,
    check_real,
    check_rng,
)
from mlcompanion.clustering.kmeans import kmeans_plusplus, kmeans_sharp, lloyd, nearest_unchecked
from mlcompanion.clustering.kmeans_line import kmeans_1d_exact
from mlcompanion.clustering.stream_kmeans import sequential_kmeans

__all__ = [
    "EXPERTS",
    "Expert",
    "ExpertTrace",
    "frozen_expert",
    "make_experts",
    "run_experts",
]


@dataclass(frozen=True)
class Expert:
    """A clusterer on a sliding window.

    Attributes
    ----------
    name : str
    cluster : callable
        ``cluster(window, rng) -> centers``, with ``window`` of shape (<= W, n_features).
    window : int or None
        Its own ``W``; None takes the ensemble's.
    """

    name: str
    cluster: Callable
    window: int | None = None


#: The thesis's six experts by name, and two more that the chapter uses.
EXPERTS = {
    "lloyd": lambda X, k, rng: lloyd(X, k, random_state=rng),
    "kmeans++": lambda X, k, rng: lloyd(X, k, "kmeans++", random_state=rng),
    "online": lambda X, k, rng: sequential_kmeans(X, k),
    "kmeans#3": lambda X, k, rng: kmeans_sharp(X, k, 3.0, rng),
    "kmeans#2.25": lambda X, k, rng: kmeans_sharp(X, k, 2.25, rng),
    "kmeans#1.5": lambda X, k, rng: kmeans_sharp(X, k, 1.5, rng),
    "kmeans++ seeds": lambda X, k, rng: kmeans_plusplus(X, k, rng),
    "exact 1-D": lambda X, k, rng: kmeans_1d_exact(X, k)[0],
}


def make_experts(names, n_clusters, window=None):
    """Return experts by name.

    Parameters
    ----------
    names : sequence of str
        Keys of ``EXPERTS``.
    n_clusters : int
    window : int, optional
        Their own window.

    Returns
    -------
    list of Expert

    Raises
    ------
    ValueError
        On an unknown name.
    """
    k = check_count(n_clusters, "n_clusters", low=1)
    names = [check_in(name, "names", EXPERTS) for name in check_list(names, "names")]
    if window is not None:
        window = check_count(window, "window", low=1)
    return [Expert(name, partial(_cluster_by_name, name, k), window) for name in names]


def _cluster_by_name(name, n_clusters, window, rng):
    return EXPERTS[name](window, n_clusters, rng)


def frozen_expert(name, centers):
    """Return an expert that always answers with the same centres: an expert may be any black box.

    Parameters
    ----------
    name : str
    centers : array_like, shape (k, n_features)
    """
    centers = check_array(centers, "centers", ndim=2, min_rows=1)
    check_instance(name, "name", str)
    return Expert(name, partial(_always, centers), 1)


def _always(centers, window, rng):
    return centers


@dataclass(frozen=True)
class ExpertTrace:
    """What a set of experts did on a stream, before any mixing.

    Attributes
    ----------
    names : tuple of str
    seen : ndarray of int, shape (T,)
        Step ``t`` is about point ``X[steps[t]]``; the experts had seen the first ``seen[t]`` rows.
    steps : ndarray of int, shape (T,)
    centers : list of list of ndarray
        ``centers[t][i]``, shape (k_i, n_features).
    column : ndarray of int, shape (T, n)
        Row of ``centers[t][i]`` that is nearest to the point.
    nearest : ndarray, shape (T, n, n_features)
        That centre.
    distances : ndarray, shape (T, n)
        Its squared distance to the point.
    """

    names: tuple
    steps: np.ndarray
    seen: np.ndarray
    centers: list
    column: np.ndarray
    nearest: np.ndarray
    distances: np.ndarray

    def only(self, experts):
        """Return the trace of some of the experts, named by their positions."""
        last = len(self.names) - 1
        experts = check_array(
            experts, "experts", ndim=1, min_rows=1, dtype=int, low=0, high=last
        ).tolist()
        return replace(
            self,
            names=tuple(self.names[i] for i in experts),
            centers=[[step[i] for i in experts] for step in self.centers],
            column=self.column[:, experts],
            nearest=self.nearest[:, experts],
            distances=self.distances[:, experts],
        )

    def losses(self, radius):
        """Return the table of losses, shape (T, n), for the scale ``R``."""
        return self.distances / (4 * check_real(radius, "radius", low=0, open_low=True) ** 2)


def ask_experts(experts, past, x, window, rng):
    """Ask every expert: its centres, which is nearest to ``x``, and how far it is."""
    shape = (None, len(x))
    centers = []
    for e in experts:
        answer = e.cluster(past[-(e.window or window) :], rng)
        answer = check_array(answer, f"centers of expert {e.name!r}", shape=shape, min_rows=1)
        centers.append(plain_layout(answer))
    answers = [nearest_unchecked(x[None], c) for c in centers]
    column = np.array([label[0] for label, _ in answers])
    nearest = np.array([c[j] for c, j in zip(centers, column)])
    return centers, column, nearest, np.array([gap[0] for _, gap in answers])


def run_experts(
    X, experts, window=200, predictive=True, start=None, random_state=None, progress=False
):
    """Run experts over a stream and keep everything that mixtures and evaluations need.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    experts : list of Expert
    window : int
        ``W``, the number of points that an expert without its own window sees.
    predictive : bool
        True: the window ends before the point (the thesis's experiments), and the first point is
        only stored. False: it ends with the point (the thesis's analysis).
    start : int, optional
        Row of the first point that is clustered; earlier ones only fill the window. Default: the
        first possible.
    random_state : int, Generator, RandomState or None
    progress : bool
        Show a progress bar.

    Returns
    -------
    ExpertTrace

    Raises
    ------
    ValueError
        On a bad stream, no experts, or a window below 1.

    Notes
    -----
    Cost: one clustering of at most ``W`` points for each expert and point; memory for all centres.
    """
    X = plain_layout(check_array(X, "X", ndim=2, min_rows=2 if predictive else 1))
    for expert in check_list(experts, "experts"):
        check_instance(expert, "experts", Expert, "list of Expert")
    check_flag(predictive, "predictive")
    window = check_count(window, "window", low=1)
    rng = check_rng(random_state)
    first = int(predictive)
    start = first if start is None else check_count(start, "start", low=first, high=len(X) - 1)
    steps = np.arange(start, len(X))
    seen = steps if predictive else steps + 1  # whether x itself is shown before the answer
    advice = [
        ask_experts(experts, X[:end], X[t], window, rng)
        for t, end in progress_bar(list(zip(steps, seen)), progress)
    ]
    centers, column, nearest, distances = zip(*advice)
    names = tuple(e.name for e in experts)
    stacked = np.array(column), np.array(nearest), np.array(distances)
    return ExpertTrace(names, steps, seen, list(centers), *stacked)
