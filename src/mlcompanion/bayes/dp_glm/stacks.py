"""All clusters of all kept states in one table, and what a new input weighs them by."""

from typing import NamedTuple

import numpy as np

from ..local_models.inputs import normal_peaks

__all__ = ["Stack"]


class Stack(NamedTuple):
    """All clusters of all kept states, each state's followed by one that might be opened."""

    clusters: NamedTuple
    sizes: np.ndarray
    log_masses: np.ndarray
    starts: np.ndarray


def stack_of(kept, opened):
    """The clusters of kept states in one; ``opened`` is the cluster without samples."""
    parts = []
    for state in kept:
        parts.extend([state.clusters, opened])
    clusters = type(opened)(*(np.concatenate(arrays) for arrays in zip(*parts)))
    sizes = np.concatenate([np.append(state.sizes, 0) for state in kept])
    masses = np.concatenate([np.append(state.sizes, state.alpha) for state in kept])
    lengths = [len(state.sizes) + 1 for state in kept]
    starts = np.append(0, np.cumsum(lengths)[:-1])
    return Stack(clusters, sizes, np.log(masses), starts)


def log_input_weights(rows, stack, prior):
    """Log mass of each cluster times its density at each row (n, C); a log for 4 columns."""
    centres, spreads = stack.clusters.centres, stack.clusters.spreads
    d = rows.shape[1]
    sizes = stack.sizes
    shares = 0.5 / (1 + 1 / (prior.nu + sizes))
    total = np.zeros((len(rows), len(sizes)))
    product = np.ones_like(total)
    for j in range(d):
        gaps = rows[:, j, None] - centres[:, j]
        # the product of four factors costs one logarithm, and is far from an overflow
        product *= 1 + np.square(gaps) * (shares / spreads[:, j])
        if j % 4 == 3 or j == d - 1:
            total += np.log(product)
            product[:] = 1.0
    heights = d * normal_peaks(prior.nu, prior.a_x, sizes) - 0.5 * np.log(spreads).sum(axis=1)
    return stack.log_masses + heights - (prior.a_x + 0.5 * (sizes + 1)) * total


def log_category_weights(rows, stack, extra, widths):
    """Log mass of each cluster times the probability of each row of categories (n, C)."""
    logs = np.log(stack.clusters.counts)[:, rows].sum(axis=2).T
    totals = np.log(stack.sizes[:, None] + extra * widths).sum(axis=1)
    return stack.log_masses + logs - totals
