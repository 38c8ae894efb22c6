"""Numbering the outcomes of unknown laws, and handing them to compiled loops."""

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array

from .tables import Cloud, Tables, key_of, random_salts, steps_of

__all__ = []


def check_mask(mask, name, shape, counts):
    """Pairs whose law is learned: none without counts, by default all with them."""
    if counts is None:
        if mask is not None:
            raise ValueError(f"{name} needs prior counts")
        return np.zeros(shape, dtype=bool)
    if mask is None:
        return np.ones(shape, dtype=bool)
    return check_array(mask, name, shape=shape, dtype=bool)


def check_counts(counts, name, laws, mask):
    """Prior counts where a law is learned, and 0 where it is known."""
    if counts is None:
        return np.zeros(laws.shape)
    counts = check_array(counts, name, shape=laws.shape, low=0, dtype=np.float64)
    empty = mask & ~counts.any(axis=2)
    if empty.any():
        s, a = np.argwhere(empty)[0]
        raise ValueError(f"{name} has a row of counts that is all 0: [{s}, {a}]")
    return np.where(mask[:, :, None], counts, 0.0)


class Cells:
    """Cells as they are given out, with their counts and laws."""

    def __init__(self):
        self.counts = []
        self.rows = []

    def take(self, counts):
        """Cells of one more law; what has no prior count never happens and gets -1."""
        cells = np.full(len(counts), -1)
        possible = np.flatnonzero(counts)
        if len(possible):
            law = self.rows[-1] + 1 if self.rows else 0
            cells[possible] = np.arange(len(possible)) + len(self.counts)
            self.counts.extend(counts[possible])
            self.rows.extend([law] * len(possible))
        return cells

    def of_moves(self, T, phi):
        """Branches of all pairs: start, to, prob and cells."""
        start = [0]
        to, prob, cells = [], [], []
        for s, a in np.ndindex(T.shape[:2]):
            learned = phi[s, a].any()
            law = phi[s, a] / phi[s, a].sum() if learned else T[s, a]
            here = self.take(phi[s, a])
            states = np.flatnonzero(law)
            to.extend(states)
            prob.extend(law[states])
            cells.extend(here[states])
            start.append(len(to))
        return start, to, prob, cells

    def of_sensor(self, O, psi):  # noqa: E741
        """Cells of all observations, shape (S, A, Z)."""
        cells = np.full(O.shape, -1)
        for s, a in np.ndindex(O.shape[:2]):
            if psi[s, a].any() and not psi[s, a].all():
                raise ValueError(f"psi must be above 0 where it is learned, not so at [{s}, {a}]")
            cells[s, a] = self.take(psi[s, a])
        return cells


def tables_of(prior):
    """What compiled loops need of a prior."""
    world = prior.world
    n_laws = prior.totals.shape[1]
    used = np.zeros((world.n_actions, n_laws), dtype=np.int64)
    actions = np.repeat(np.arange(world.R.size), np.diff(world.start)) % world.n_actions
    unknown = prior.branch_cells >= 0
    used[actions[unknown], prior.rows[prior.branch_cells[unknown]]] |= 1
    _, actions, _ = np.nonzero(prior.seen_cells >= 0)
    used[actions, prior.rows[prior.seen_cells[prior.seen_cells >= 0]]] |= 2
    salt = random_salts(prior.n_cells, 1)
    parts = (world.start, world.to, world.prob, prior.branch_cells, world.O, prior.seen_cells)
    parts = [plain_layout(part) for part in (*parts, world.R, world.ends, world.b0)]
    row = plain_layout(prior.rows)
    state_salt = random_salts(world.n_states, 2)
    return Tables(*parts, world.gamma, row, used, steps_of(salt), state_salt)


def cloud_of(prior):
    """The first belief of a prior: every hypothesis with every first state."""
    states = np.flatnonzero(prior.world.b0)
    n_hypotheses = len(prior.counts)
    salt = random_salts(prior.n_cells, 1)
    keys = np.array([key_of(row, salt) for row in prior.counts], dtype=np.int64)
    each = np.repeat(np.arange(n_hypotheses), len(states))
    weights = np.outer(prior.weights, prior.world.b0[states]).ravel()
    kept = weights > 0
    each = each[kept]
    return Cloud(
        np.tile(states, n_hypotheses)[kept],
        prior.counts[each],
        prior.totals[each],
        keys[each],
        weights[kept],
    )


def cloud_of_one(prior, state, counts):
    """The belief that is sure of one hyperstate."""
    key = np.array([key_of(counts, random_salts(prior.n_cells, 1))], dtype=np.int64)
    counts = np.array(counts)[None]
    return Cloud(np.array([state]), counts, prior._sums(counts), key, np.ones(1))
