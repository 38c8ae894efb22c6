"""Random rankings with the same pair counts: a walk over collections by swaps.

Ukkonen (2011), section 4.3, Definitions 6 and 7, Algorithm 2.
"""

import numpy as np

from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_count, check_flag, check_memory, check_rng

from .collection import check_chains
from .pair_orders import pair_counts
from .swap_state import record, swap_state, walk

__all__ = ["SwapPairs", "exchangeable_chains", "valid_swaps"]

#: Steps for which random numbers are drawn at once.
BLOCK = 50_000


class SwapPairs:
    r"""Walk among collections of chains that have the same item sets and pair counts.

    A swap takes two chains in which two items stand side by side, once this way round and once
    the other, and exchanges them in both. It changes neither an item set nor any count of chains
    that put u before v. A swap is drawn uniformly among the N(D) that are possible, and kept with
    probability

    .. math:: \min\Bigl(1,\frac{N(D)}{N(D')}\Bigr)

    so that all collections that can be reached are visited equally often.

    Parameters
    ----------
    chains : Chains
        Where the walk starts.
    corrected : bool
        Whether the rule is asked; without it collections with many swaps are visited more often.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    n_steps : int
        Swaps tried so far.
    n_kept : int
        Swaps that were kept.

    Raises
    ------
    MemoryError
        If the tables of m^2 pairs are larger than the machine's memory.

    Notes
    -----
    Cost O(n l^2 + m^2) to build, O(log m) a step, whatever n; memory O(n l^2 + m^2). The source
    sums over all pairs twice a step, O(m^2). Not every collection with the same counts can be
    reached by swaps. Source: Ukkonen (2011), Algorithm 2, equations 13 and 16.

    Examples
    --------
    >>> from mlcompanion.clustering.chains import Chains
    >>> walk = SwapPairs(Chains([[0, 1, 2], [1, 0, 2]]), random_state=0)
    >>> walk.n_swaps
    1
    >>> walk.run(1).chains.items.tolist()
    [[1, 0, 2], [0, 1, 2]]
    """

    def __init__(self, chains, *, corrected=True, random_state=None):
        self._start = check_chains(chains)
        self._corrected = check_flag(corrected, "corrected")
        self._rng = check_rng(random_state)
        m = chains.n_items
        check_memory(48 * m * m, "the tables of all pairs of items")
        counts = pair_counts(chains)
        self._state = swap_state(chains.items, chains.lengths, counts + counts.T)
        self.n_steps = 0
        self.n_kept = 0

    @property
    def n_swaps(self):
        """Number N(D) of swaps that are possible now."""
        return int(self._state.total[0])

    @property
    def chains(self):
        """The chains as they are now, a copy."""
        return self._start.reordered(self._state.items)

    def run(self, n_swaps, *, progress=False):
        """Try so many swaps.

        Parameters
        ----------
        n_swaps : int
            Those that the rule refuses count.
        progress : bool
            Show a bar.

        Returns
        -------
        self

        Notes
        -----
        Where no swap is possible, nothing changes. Cost O(log m) a swap.
        """
        n_swaps = check_count(n_swaps, "n_swaps")
        m = self._start.n_items
        for begin in progress_bar(range(0, n_swaps, BLOCK), progress):
            uniforms = self._rng.random((min(BLOCK, n_swaps - begin), 2))
            self.n_kept += walk(self._state, m, uniforms, self._corrected)
        self.n_steps += n_swaps
        return self

    def record(self, n_records, every=1):
        """Walk on, and write down where it is after each ``every`` swaps tried.

        Parameters
        ----------
        n_records : int
        every : int

        Returns
        -------
        ndarray of int, shape (n_records, n, l_max)
            Items of the chains, padded with -1.

        Notes
        -----
        Cost O(log m) a swap and O(n l_max) a record; memory O(n_records n l_max).
        """
        n_records = check_count(n_records, "n_records", low=1)
        every = check_count(every, "every", low=1)
        check_memory(8 * n_records * self._state.items.size, "records of the walk")
        uniforms = self._rng.random((n_records * every, 2))
        seen, kept = record(self._state, self._start.n_items, uniforms, self._corrected, every)
        self.n_kept += kept
        self.n_steps += n_records * every
        return seen


def exchangeable_chains(chains, n_samples, n_swaps, random_state=None):
    """Draw random collections that, among them, could as well have the data as one of them.

    The walk goes away from the data and then, from where it arrived, starts anew for each sample:
    the data stand to that place as each sample does.

    Parameters
    ----------
    chains : Chains
    n_samples : int
        ``h``.
    n_swaps : int
        ``s``, steps of each walk.
    random_state : int, Generator, RandomState or None

    Yields
    ------
    Chains

    Notes
    -----
    Cost O((h + 1)(n l^2 + m^2 + s log m)). Source: Ukkonen (2011), section 4.3.1, after Besag and
    Clifford (1989).
    """
    check_chains(chains)
    n_samples = check_count(n_samples, "n_samples", low=1)
    n_swaps = check_count(n_swaps, "n_swaps", low=1)
    return _walks(chains, n_samples, n_swaps, check_rng(random_state))


def _walks(chains, n_samples, n_swaps, rng):
    hub = SwapPairs(chains, random_state=rng).run(n_swaps).chains
    for _ in range(n_samples):
        yield SwapPairs(hub, random_state=rng).run(n_swaps).chains


def valid_swaps(chains):
    """List all swaps of a collection.

    Parameters
    ----------
    chains : Chains

    Returns
    -------
    ndarray of int, shape (number, 4)
        Rows (j1, j2, p1, p2): the items at places p1 and p1 + 1 of chain j1 stand, the other way
        round, at p2 and p2 + 1 of chain j2. Chain j1 has the smaller item first.

    Notes
    -----
    Cost O(n l + number), which may be n^2 l: :class:`SwapPairs` never lists them.
    Source: Ukkonen (2011), Definition 7.

    Examples
    --------
    >>> from mlcompanion.clustering.chains import Chains
    >>> valid_swaps(Chains([[0, 1, 2], [2, 1, 0]])).tolist()
    [[0, 1, 0, 1], [0, 1, 1, 0]]
    """
    check_chains(chains)
    places = {}
    for j, chain in enumerate(chains):
        for p, pair in enumerate(zip(chain[:-1].tolist(), chain[1:].tolist())):
            places.setdefault(pair, []).append((j, p))
    found = [
        (j1, j2, p1, p2)
        for (u, v), here in places.items()
        if u < v
        for j1, p1 in here
        for j2, p2 in places.get((v, u), ())
    ]
    return np.array(sorted(found), dtype=np.int64).reshape(-1, 4)
