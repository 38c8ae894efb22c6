"""The Gibbs sampler, for any kind of local model (Hannah, Blei and Powell 2011, Algorithm 1)."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_count, check_rng

from ..mixtures.label_chain import log_prob_sizes
from ..mixtures.label_sweep import Seats, process_partition, run_sweeps, seats_of
from .concentration import Concentration

__all__ = ["Schedule"]


class Schedule(NamedTuple):
    """Which sweeps are kept.

    Attributes
    ----------
    n_iter : int
    burn_in : int
        Sweeps before the first that may be kept.
    thin : int
        Of the sweeps after them, every so many-th is kept.
    n_clusters : int
        Clusters to start from.
    """

    n_iter: int
    burn_in: int
    thin: int
    n_clusters: int


class Kind(NamedTuple):
    """What the chain asks of a kind of local model.

    Attributes
    ----------
    sweep : function
        Made by ``label_sweep``.
    grow : function of (model, capacity)
    prepare : function of (model, capacity, rng)
        Before the labels move: tidies up and draws what is new.
    move : function of (model, sizes, rng)
        After they moved: draws the parameters that are not integrated out.
    log_density : function of (model, sizes)
        Log of the density of data and explicit parameters given the labels.
    draw : function of (model, places)
        The clusters in these places, as arrays of their own.
    """

    sweep: Callable
    grow: Callable
    prepare: Callable
    move: Callable
    log_density: Callable
    draw: Callable


class ChainState(NamedTuple):
    """Where a chain is."""

    model: object
    seats: Seats
    concentration: Concentration


def step(kind, state, rng):
    """One sweep of Algorithm 1: all labels, then all parameters, then the concentration."""
    model, seats, concentration = state
    kind.prepare(model, len(seats.sizes), rng)
    uniforms = rng.random(len(seats.labels))
    partition = process_partition(concentration.alpha)
    model, seats, _ = run_sweeps(kind.sweep, model, seats, partition, uniforms, kind.grow)
    kind.move(model, seats.sizes, rng)
    occupied = np.count_nonzero(seats.sizes)
    return ChainState(model, seats, concentration.moved(occupied, len(seats.labels), rng))


def log_posterior(kind, state):
    """Log posterior density of labels, explicit parameters and concentration, unnormalized."""
    partition = process_partition(state.concentration.alpha)
    of_labels = log_prob_sizes(state.seats.sizes, partition) + state.concentration.log_prior
    return float(of_labels + kind.log_density(state.model, state.seats.sizes))


def first_labels(n, n_clusters, rng):
    """Labels to start from: all samples shared out evenly, at random."""
    return rng.permutation(n) % min(n_clusters, n)


def first_seats(labels):
    """Seats with a place to spare."""
    return seats_of(labels, int(labels.max()) + 2)


class Kept(NamedTuple):
    """A state that was kept: labels without gaps, sizes, concentration, and the clusters."""

    labels: np.ndarray
    sizes: np.ndarray
    alpha: float
    clusters: object


def kept_state(kind, state):
    """The state as it will be kept."""
    places = np.flatnonzero(state.seats.sizes)
    return Kept(
        np.searchsorted(places, state.seats.labels),  # labels without gaps
        state.seats.sizes[places],
        state.concentration.alpha,
        kind.draw(state.model, places),
    )


class Run(NamedTuple):
    """What a run leaves: the states that were kept, and paths over all sweeps, start included."""

    kept: list
    n_clusters: np.ndarray
    alphas: np.ndarray
    log_posteriors: np.ndarray


def run(kind, state, schedule, rng, progress=False):
    """Run the chain."""
    kept = []
    paths = []
    for sweep in progress_bar(range(schedule.n_iter + 1), progress):
        if sweep:
            state = step(kind, state, rng)
        occupied = np.count_nonzero(state.seats.sizes)
        paths.append((occupied, state.concentration.alpha, log_posterior(kind, state)))
        after = sweep - schedule.burn_in
        if after > 0 and after % schedule.thin == 0:
            kept.append(kept_state(kind, state))
    occupied, alphas, log_posteriors = np.array(paths).T
    return Run(kept, occupied.astype(int), alphas, log_posteriors)


def schedule_of(estimator):
    """The schedule of an estimator, checked: at least one state is kept."""
    n_iter = check_count(estimator.n_iter, "n_iter", low=1)
    burn_in = check_count(estimator.burn_in, "burn_in", low=0, high=n_iter - 1)
    thin = check_count(estimator.thin, "thin", low=1, high=n_iter - burn_in)
    n_clusters = check_count(estimator.n_clusters_init, "n_clusters_init", low=1)
    return Schedule(n_iter, burn_in, thin, n_clusters), check_rng(estimator.random_state)
