"""Theorem 10 and the errata of Algorithms 2 and 3: online rules against their batch solution.

The printed updates are written out here, for many runs side by side, and use no online rule of the
library.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl import sample_trajectories
from mlcompanion.rl.td import LSTD, OnlineTD

from .contest import squared, trial_of
from .walks import GAMMA, TRUTH, faithful_walk

__all__ = ["batch_path", "bracket_errors", "exact_gap", "first_order_errors", "printed_steps"]


def _well_started(trial, start):
    """Runs whose batch matrix of the first steps has a condition number of at most 1e6."""
    here, there = trial.runs[0][:, :start], trial.runs[0][:, 1 : start + 1]
    d = trial.Phi[here] - trial.gamma * trial.Phi[there]
    return np.linalg.cond(np.einsum("rti,rtj->rij", trial.Phi[here], d)) <= 1e6


def batch_path(trial, checkpoints):
    """LSTD after so many steps, shape (n_checkpoints, n_runs, m)."""
    states, rewards = trial.runs
    model = LSTD(trial.gamma)
    return np.array(
        [model.fit(states[:, : T + 1], rewards[:, :T], trial.Phi).coef_ for T in checkpoints]
    )


def exact_gap(trial, checkpoints, start, batch):
    """Accelerated-TD with Eq. (27) against LSTD: largest relative gap, and the runs compared."""
    well = _well_started(trial, start)
    states, rewards = (part[well] for part in trial.runs)
    model = OnlineTD(trial.gamma, warm_start=start, ridge=0)
    path = model.fit(states, rewards, trial.Phi, checkpoints=checkpoints).path_
    gaps = np.linalg.norm(path - batch[:, well], axis=2) / np.linalg.norm(batch[:, well], axis=2)
    return gaps.max(), len(states)


def first_order_errors(trial, checkpoints, start):
    """Squared errors of Accelerated-TD with Eq. (28), shape (n_checkpoints, n_runs)."""
    model = OnlineTD(trial.gamma, warm_start=start, inverse="first-order")
    path = model.fit(*trial.runs, trial.Phi, checkpoints=checkpoints).path_
    return squared(path, truth=TRUTH)


def printed_steps(T=500, n_runs=100, start=50, a1=0.1, a2=1.0, seed=0):
    """Algorithm 3 with the step tau and with the printed 1/tau, the inverse exact.

    Returns
    -------
    tuple of float
        Median error of the parameter at the start, and after T steps as printed and as meant.
    """
    mrp, Phi = faithful_walk()
    trial = trial_of(mrp, Phi, GAMMA, T, n_runs=n_runs, seed=seed)
    states, rewards = trial.runs
    d = Phi[states[:, :-1]] - GAMMA * Phi[states[:, 1:]]
    phi = Phi[states[:, :-1]]
    A = np.einsum("rti,rtj->rij", phi[:, :start], d[:, :start])
    b = np.einsum("rti,rt->ri", phi[:, :start], rewards[:, :start])
    theta = np.linalg.solve(A, b[:, :, None])[:, :, 0]
    both = {"printed": theta.copy(), "right": theta.copy()}
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(start + 1, T + 1):
            A = A + phi[:, t - 1, :, None] * d[:, t - 1, None, :]
            move = np.linalg.solve(A / t, phi[:, t - 1, :, None])[:, :, 0]
            tau = min(a1, a2 / t)
            for name, size in (("printed", 1 / tau), ("right", tau)):
                errors = (d[:, t - 1] * both[name]).sum(axis=1) - rewards[:, t - 1]
                both[name] = both[name] - size * move * errors[:, None]
        away = [np.linalg.norm(coef - TRUTH, axis=1) for coef in (theta, *both.values())]
    return tuple(np.median(np.where(np.isfinite(a), a, 1e300)) for a in away)


@njit
def _slopes(states, rewards, Phi, values, gamma):
    """Tables of mean slopes of every run, (2, n_runs, n, m): bracket as printed, and as meant."""
    n_runs, T = rewards.shape
    n, m = Phi.shape
    zeta = np.zeros((2, n_runs, n, m))
    for run in range(n_runs):
        v, visits = np.zeros(n), np.zeros(n)
        for t in range(T):
            here, there = states[run, t], states[run, t + 1]
            error = values[here] - gamma * values[there] - rewards[run, t]
            visits[here] += 1
            step = 1 / visits[here]
            bracket = v[here] - error**2
            for j in range(m):
                slope = Phi[here, j] - gamma * Phi[there, j]
                zeta[0, run, here, j] -= step * bracket
                zeta[1, run, here, j] -= step * (zeta[1, run, here, j] - slope)
            v[here] -= step * bracket
    return zeta


def bracket_errors(T=5000, n_runs=100, seed=0):
    """Relative error of the table of mean slopes, with the bracket as printed and as meant.

    The variance is learnt beside it in the same way, from errors at the true parameter.
    """
    mrp, Phi = faithful_walk()
    states, rewards = sample_trajectories(mrp, T, n_runs, random_state=seed)
    truth = Phi - GAMMA * mrp.P @ Phi
    gaps = _slopes(states, rewards, Phi, Phi @ TRUTH, GAMMA) - truth
    return tuple(np.median(np.linalg.norm(gaps, axis=(2, 3)), axis=1) / np.linalg.norm(truth))
