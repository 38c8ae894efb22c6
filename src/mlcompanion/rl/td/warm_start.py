"""What online learning begins with after some transitions that were solved in one batch."""

import numpy as np

from .batch import optimal_from, solve_runs, sums_of_runs, tallies_of_runs
from .rules import ACCELERATED, LEAST_SHARE, LSPE, OPTIMAL, PSEUDO_VISITS, STEADY

__all__ = []


def warm_up(plan, ridge, states, rewards, Phi, W, memory):
    """Fill the memory from the first transitions of every run."""
    decay = np.array([plan.fade, plan.gamma])
    A, b = sums_of_runs(states, rewards, Phi, W[None], decay)
    more = ridge * np.eye(Phi.shape[1])
    memory.theta[:] = solve_runs(A + more, b)
    memory.sums[:] = A
    memory.helper[:] = b - np.einsum("rij,rj->ri", A, memory.theta)
    memory.squares[:] = (Phi[states[:, :-1]] ** 2).sum(axis=(1, 2))
    for t in range(rewards.shape[1]):
        memory.trace[:] = plan.fade * memory.trace + W[states[:, t]]
    memory.tally[:] = tallies_of_runs(states, rewards, Phi, memory.theta, plan.gamma)
    if plan.rule in (ACCELERATED, LSPE, OPTIMAL, STEADY):
        sums = _summed_matrix(plan.rule, A, states, rewards, Phi, memory.tally, decay)
        mean_of = rewards.shape[1] if plan.first_order else 1
        memory.inverse[:] = _inverted(sums + more) * mean_of


def _summed_matrix(rule, A, states, rewards, Phi, tally, decay):
    """The sum over the transitions whose inverse a rule keeps, shape (n_runs, m, m)."""
    if rule == ACCELERATED:
        return A
    visits = tally[:, :, 0]
    if rule == LSPE:
        return np.einsum("rn,ni,nj->rij", visits, Phi, Phi)
    if rule == OPTIMAL:
        return sums_of_runs(states, rewards, Phi, optimal_from(tally, Phi, 0.0), decay)[0]
    mean = (tally[:, :, 1].sum(axis=1) / visits.sum(axis=1))[:, None]
    v = (tally[:, :, 1] + PSEUDO_VISITS * mean) / (visits + PSEUDO_VISITS)
    v = np.maximum(v, LEAST_SHARE * mean)
    v[v == 0] = np.inf
    zeta = tally[:, :, 2:] / np.maximum(visits, 1)[:, :, None]
    return np.einsum("rn,rni,rnj->rij", visits / v, zeta, zeta)


def _inverted(matrices):
    """Inverses, or a word on what cannot be inverted."""
    try:
        return np.linalg.inv(matrices)
    except np.linalg.LinAlgError:
        raise ValueError(
            "warm_start leaves a singular matrix: take more transitions, or a larger ridge"
        ) from None
