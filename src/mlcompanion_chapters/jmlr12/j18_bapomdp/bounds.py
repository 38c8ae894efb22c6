"""Theorems 3, 5 and 6 put to the test: every plan of three steps, in full and with capped counts.

Nothing here knows hyperstates or filters of the library: a plan's value is written out from its
definition.
"""

import numpy as np

from mlcompanion.rl.bayes_adaptive import count_caps

__all__ = ["capped_values", "distance_bound", "plan_values", "random_counts"]

N_STATES = N_ACTIONS = N_SEEN = 2


def floor_rows(counts, cap):
    """Definition 3: rows of more than ``cap`` counts, scaled to ``cap`` and rounded down."""
    totals = counts.sum(axis=-1, keepdims=True)
    return np.where(totals > cap, np.floor(cap * counts / totals + 1e-12), counts)


def plan_values(state, phi, psi, reward, gamma, horizon, caps=None):
    """Values of all plans from a state and its counts, in one fixed order of the plans.

    A plan is an action and, for every observation, a plan for the rest: 2, 8 and 128 of them for
    horizons 1, 2, 3.

    Parameters
    ----------
    state : int
    phi, psi : ndarray, shape (2, 2, 2)
        Counts of moves by state, action, next state; of observations by state reached, action.
    reward : ndarray, shape (2, 2)
    gamma : float
    horizon : int
    caps : tuple of float, optional
        Largest totals of a row of phi and psi; default none.

    Returns
    -------
    values : ndarray
    cut : bool
        Whether a cap changed a row on the way.
    """
    if horizon == 1:
        return reward[state].copy(), False
    found = []
    cut = False
    for action in range(N_ACTIONS):
        rest = [0.0] * N_SEEN
        moves = phi[state, action] / phi[state, action].sum()
        for there in range(N_STATES):
            sees = psi[there, action] / psi[there, action].sum()
            for seen in range(N_SEEN):
                new_phi = phi.copy()
                new_phi[state, action, there] += 1
                new_psi = psi.copy()
                new_psi[there, action, seen] += 1
                if caps is not None:
                    kept = floor_rows(new_phi, caps[0]), floor_rows(new_psi, caps[1])
                    cut |= not (
                        np.array_equal(kept[0], new_phi) and np.array_equal(kept[1], new_psi)
                    )
                    new_phi, new_psi = kept
                later, below = plan_values(
                    there, new_phi, new_psi, reward, gamma, horizon - 1, caps
                )
                cut |= below
                rest[seen] = rest[seen] + moves[there] * sees[seen] * later
        found.append(reward[state, action] + gamma * np.add.outer(*rest).ravel())
    return np.concatenate(found), cut


def distance_bound(phi, psi, phi_2, psi_2, reward, gamma):
    """The right-hand side of Theorem 3, written out."""
    top = np.abs(reward).max()

    def rows(a, b):
        totals = a.sum(axis=-1), b.sum(axis=-1)
        apart = np.abs(a / totals[0][..., None] - b / totals[1][..., None]).sum(axis=-1)
        counted = np.abs(a - b).sum(axis=-1) / ((totals[0] + 1) * (totals[1] + 1))
        return apart + 4 / (np.e * np.log(1 / gamma)) * counted

    moves = rows(phi, phi_2)
    sees = rows(psi, psi_2)
    # the two suprema share the action alone
    worst = (moves.max(axis=0) + sees.max(axis=0)).max()
    return 2 * gamma * top / (1 - gamma) ** 2 * worst


def random_counts(rng, low, high):
    """Eight rows of whole counts, their totals between ``low`` and ``high``, none empty."""
    totals = rng.integers(low, high + 1, size=(2, 4))
    first = 1 + rng.binomial(totals - 2, rng.random((2, 4)))
    counts = np.stack([first, totals - first], axis=-1).astype(float)
    return counts.reshape(2, N_STATES, N_ACTIONS, 2)


def nearby(rng, counts):
    """The same tables with 1 to 20 single counts more, each in a place drawn by chance."""
    changed = counts.copy().ravel()
    np.add.at(changed, rng.integers(changed.size, size=rng.integers(1, 21)), 1)
    return changed.reshape(counts.shape)


def pair_gaps(seed, gammas, horizon=3):
    """One pair of tables: largest gap of a plan's values over the bound, and the bound's use.

    Returns
    -------
    dict
        ``ratio``: largest over horizons, states and discounts; ``informative``: whether a bound
        lies below the trivial one.
    """
    rng = np.random.default_rng([3, seed])
    one = random_counts(rng, 5, 500)
    other = nearby(rng, one)
    reward = rng.uniform(-1, 1, size=(N_STATES, N_ACTIONS))
    ratio = 0.0
    informative = False
    for gamma in gammas:
        bound = distance_bound(*one, *other, reward, gamma)
        informative |= bound < 2 * gamma * np.abs(reward).max() / (1 - gamma)
        for steps in range(1, horizon + 1):
            for state in range(N_STATES):
                a, _ = plan_values(state, *one, reward, gamma, steps)
                b, _ = plan_values(state, *other, reward, gamma, steps)
                ratio = max(ratio, np.abs(a - b).max() / bound)
    return {"ratio": float(ratio), "informative": bool(informative)}


def capped_values(seed, gamma, eps, horizon=3, beliefs=20):
    """One start just below the cap: plans in the capped model against the full one.

    Returns
    -------
    dict
        ``ratio5``: largest shift of a plan's value times (1 - gamma) / eps; ``ratio6``: largest
        loss of the capped model's best plan, over beliefs about the state, times
        (1 - gamma) / (2 eps); ``cut``: whether the cap changed a row.
    """
    rng = np.random.default_rng([56, seed])
    reward = rng.uniform(-1, 1, size=(N_STATES, N_ACTIONS))
    caps = count_caps(
        eps, gamma=gamma, reward=np.abs(reward).max(), n_states=N_STATES, n_observations=N_SEEN
    )
    # both caps agree with two states and two observations
    whole = int(min(caps))
    counts = random_counts(rng, whole - 2, whole)
    full = []
    capped = []
    cut = False
    for state in range(N_STATES):
        values, _ = plan_values(state, *counts, reward, gamma, horizon)
        full.append(values)
        values, below = plan_values(state, *counts, reward, gamma, horizon, caps)
        capped.append(values)
        cut |= below
    full = np.array(full)
    capped = np.array(capped)
    first = rng.random(beliefs)
    weights = np.vstack([np.stack([first, 1 - first], axis=1), np.eye(2)])
    chosen = (weights @ capped).argmax(axis=1)
    worth = weights @ full
    loss = worth.max(axis=1) - worth[np.arange(len(chosen)), chosen]
    scale = (1 - gamma) / eps
    return {
        "ratio5": float(np.abs(full - capped).max() * scale),
        "ratio6": float(loss.max() * scale / 2),
        "cut": bool(cut),
    }
