"""Forward-backward: posterior occupancies and moves of a hidden Markov chain.

Choromanska (2014), Appendix C, Lemmas 16 and 18, for emissions ``exp(-scaled)``.
"""

import numpy as np

from mlcompanion._jit import njit

__all__ = ["forward_backward"]


@njit
def forward_backward(scaled, theta, start, occupancy, moves):
    """Fill the posterior occupancies and the summed transitions; return -log likelihood."""
    n_steps, n = scaled.shape
    forward = np.empty((n_steps, n))
    p = start.copy()
    log_loss = 0.0
    for t in range(n_steps):
        low = scaled[t].min()
        forward[t] = p * np.exp(low - scaled[t])  # the largest factor is 1: nothing underflows
        total = forward[t].sum()
        log_loss += low - np.log(total)  # what the scaling took out
        forward[t] /= total
        p[:] = 0.0
        for i in range(n):
            for j in range(n):
                p[j] += forward[t, i] * theta[i, j]
    moves[:] = 0.0
    later = np.ones(n)
    occupancy[n_steps - 1] = forward[n_steps - 1]  # nothing comes later
    for t in range(n_steps - 2, -1, -1):
        ahead = np.exp(scaled[t + 1].min() - scaled[t + 1]) * later
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += forward[t, i] * theta[i, j] * ahead[j]
        for i in range(n):
            later[i] = 0.0
            for j in range(n):
                # over the mass of all moves of the step, so that they sum to 1
                later[i] += theta[i, j] * ahead[j] / total
                moves[i, j] += forward[t, i] * theta[i, j] * ahead[j] / total
            occupancy[t, i] = forward[t, i] * later[i]
    return log_loss
