"""Prior counts of what an agent does not know of a POMDP; tied laws share their counts."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from mlcompanion._validation import check_array, check_instance
from mlcompanion.rl.episodic import EpisodicPOMDP
from mlcompanion.rl.models import POMDP, _keep
from mlcompanion.sequences.processes.base import check_law

from .cells import Cells, check_counts, check_mask

__all__ = ["CountPrior"]


def _check_rows(rows, n_cells):
    """Laws of the cells, which stand law by law: 0 0 1 1 1 2 2 ..."""
    rows = check_array(rows, "rows", shape=(n_cells,), dtype=int)
    if n_cells and (rows[0] != 0 or not np.isin(np.diff(rows), (0, 1)).all()):
        raise ValueError("rows must number the laws 0, 1, .. in the order of their cells")
    return rows


def _check_cells(cells, name, shape, n_cells):
    """Cells of outcomes, -1 for those whose probability is known; default all known."""
    if cells is None:
        return np.full(shape, -1)
    return check_array(cells, name, shape=shape, dtype=int, low=-1, high=n_cells - 1)


def _check_whole(cells, rows, name):
    """Laws are known or unknown as a whole, along the last axis of ``cells``."""
    unknown = cells >= 0
    mixed = unknown.any(axis=-1) & ~unknown.all(axis=-1)
    if mixed.any():
        raise ValueError(f"{name} must mark all outcomes of a law unknown, or none")
    law = np.append(rows, -1)[cells]
    if (law != law[..., :1]).any():
        raise ValueError(f"{name} must take the outcomes of a law from one row")


@dataclass(frozen=True, eq=False)
class CountPrior:
    r"""Dirichlet counts of the unknown laws of a POMDP.

    A cell is one outcome of one unknown law; where several pairs of state and action obey the same
    law, their outcomes name the same cells, in any order.

    Parameters
    ----------
    world : EpisodicPOMDP
        States, branches, sensor and rewards; its probabilities count where a law is known.
    counts : array_like, shape (C,) or (M, C)
        Prior counts of the C cells, above 0; or of each of M prior hypotheses.
    rows : array_like of int, shape (C,)
        The law of each cell: 0 0 1 1 1 2 2 ...
    branch_cells : array_like of int, shape (B,), optional
        Cell of each branch of the moves, -1 where it is known; default all known.
    seen_cells : array_like of int, shape (S, A, Z), optional
        The same for observations.
    weights : array_like, shape (M,), optional
        Probabilities of the hypotheses; default equal.

    Raises
    ------
    ValueError
        If a count is not above 0, a law is known in part, or the shapes do not match.

    References
    ----------
    Ross, Pineau, Chaib-draa and Kreitmann (2011), section 3.2.

    Examples
    --------
    >>> from mlcompanion.rl.environments import tiger
    >>> psi = [[[5, 3]] * 3, [[3, 5]] * 3]
    >>> ear = CountPrior.of(tiger(), psi=psi, learn_seen=[[True, False, False]] * 2)
    >>> ear.means
    array([0.625, 0.375, 0.375, 0.625])
    """

    world: EpisodicPOMDP
    counts: np.ndarray
    rows: np.ndarray
    branch_cells: np.ndarray = field(default=None, kw_only=True)
    seen_cells: np.ndarray = field(default=None, kw_only=True)
    weights: np.ndarray = field(default=None, kw_only=True)

    def __post_init__(self):
        world = check_instance(self.world, "world", EpisodicPOMDP)
        counts = check_array(self.counts, "counts", dtype=np.float64, low=0, open_low=True)
        if counts.ndim not in (1, 2) or (len(counts) == 0 and counts.ndim == 2):
            raise ValueError(f"counts must have shape (C,) or (M, C), got {counts.shape}")
        counts = np.atleast_2d(counts)
        n_cells = counts.shape[1]
        rows = _check_rows(self.rows, n_cells)
        branches = _check_cells(self.branch_cells, "branch_cells", world.to.shape, n_cells)
        for first, last in zip(world.start, world.start[1:]):
            _check_whole(branches[first:last], rows, "branch_cells")
        seen = _check_cells(self.seen_cells, "seen_cells", world.O.shape, n_cells)
        _check_whole(seen, rows, "seen_cells")
        weights = self.weights
        if weights is None:
            weights = np.full(len(counts), 1 / len(counts))
        weights = check_law(weights, "weights", least=1, shape=(len(counts),), dtype=np.float64)
        _keep(self, counts=counts, rows=rows, branch_cells=branches, seen_cells=seen)
        _keep(self, weights=weights)

    @classmethod
    def of(cls, pomdp, phi=None, psi=None, *, learn_moves=None, learn_seen=None, ends=None):
        r"""Counts for every pair of state and action by itself, as dense tables.

        Parameters
        ----------
        pomdp : POMDP
        phi : array_like, shape (S, A, S), optional
            Prior counts of the next states; default: moves are known.
        psi : array_like, shape (S, A, Z), optional
            Prior counts of the observations; default: the sensor is known.
        learn_moves, learn_seen : array_like of bool, shape (S, A), optional
            Pairs whose counts are used; the others are known. Default all.
        ends : array_like of bool, shape (S, A), optional
            Pairs after which an episode is over.

        Returns
        -------
        CountPrior

        Raises
        ------
        ValueError
            If a row of counts that is to be learned is all 0.
        """
        check_instance(pomdp, "pomdp", POMDP)
        shape = pomdp.R.shape
        cells = Cells()
        phi = check_counts(phi, "phi", pomdp.T, check_mask(learn_moves, "learn_moves", shape, phi))
        psi = check_counts(psi, "psi", pomdp.O, check_mask(learn_seen, "learn_seen", shape, psi))
        start, to, prob, branch_cells = cells.of_moves(pomdp.T, phi)
        seen_cells = cells.of_sensor(pomdp.O, psi)
        world = EpisodicPOMDP(start, to, prob, pomdp.O, pomdp.R, pomdp.gamma, pomdp.b0, ends)
        kept = {"branch_cells": branch_cells, "seen_cells": seen_cells}
        return cls(world, cells.counts, cells.rows, **kept)

    @property
    def n_cells(self):
        """Number C of unknown probabilities."""
        return len(self.rows)

    @cached_property
    def totals(self):
        """Prior counts of each law, shape (M, R)."""
        return self._sums(self.counts)

    def _sums(self, counts):
        """Sums over the cells of each law, along the last axis."""
        firsts = np.flatnonzero(np.diff(self.rows, prepend=-1))
        if not len(firsts):
            return np.zeros((*counts.shape[:-1], 0))
        return np.add.reduceat(counts, firsts, axis=-1)

    @cached_property
    def means(self):
        """Prior mean of each unknown probability, shape (C,)."""
        return self.weights @ (self.counts / self.totals[:, self.rows])

    def known(self, laws):
        """The same problem with nothing left to learn.

        Parameters
        ----------
        laws : array_like, shape (C,)
            Probability of each cell; those of a law sum to 1.

        Returns
        -------
        CountPrior
            Without cells; its ``world`` is the problem itself.
        """
        laws = check_array(laws, "laws", shape=(self.n_cells,), dtype=np.float64, low=0, high=1)
        off = np.abs(self._sums(laws) - 1)
        if (off > 1e-9).any():
            raise ValueError(f"laws must sum to 1 over each row, off by {off.max():.2g}")
        world, filled = self.world, np.append(laws, 0.0)
        prob = np.where(self.branch_cells >= 0, filled[self.branch_cells], world.prob)
        O = np.where(self.seen_cells >= 0, filled[self.seen_cells], world.O)  # noqa: E741
        rest = (world.R, world.gamma, world.b0, world.ends)
        return CountPrior(EpisodicPOMDP(world.start, world.to, prob, O, *rest), [], [])

    def laws_in(self, world):
        """Probabilities that the cells have in a world.

        Parameters
        ----------
        world : EpisodicPOMDP or POMDP
            With the same states, actions and observations, and in the first case branches.

        Returns
        -------
        ndarray, shape (C,)
        """
        check_instance(world, "world", (EpisodicPOMDP, POMDP))
        if world.O.shape != self.world.O.shape:
            raise ValueError("world must have the states, actions and observations of the prior")
        if isinstance(world, POMDP):
            pairs = np.repeat(np.arange(world.R.size), np.diff(self.world.start))
            prob = world.T.reshape(-1, len(world.T))[pairs, self.world.to]
        else:
            if not all(
                np.array_equal(getattr(world, name), getattr(self.world, name))
                for name in ("start", "to")
            ):
                raise ValueError("world must have the branches of the prior")
            prob = world.prob
        laws = np.zeros(self.n_cells)
        for cells, values in ((self.branch_cells, prob), (self.seen_cells, world.O)):
            laws[cells[cells >= 0]] = values[cells >= 0]
        return laws
