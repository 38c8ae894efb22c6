"""All swaps of a collection of chains, kept so that one is drawn and made in O(log m).

Ukkonen (2011), section 4.3.4. For each ordered pair of items there is a list of the places where
they stand side by side. Its room, the number of chains that hold both, never changes. A binary
indexed tree (Fenwick) over pairs that meet in some chain holds the numbers of swaps, so that
drawing a pair costs a walk down the tree where the source sums over all pairs.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = []


class SwapState(NamedTuple):
    """Arrays that the walk changes in place.

    Attributes
    ----------
    items : ndarray of int, shape (n, w)
        The chains, padded with -1.
    lengths : ndarray of int, shape (n,)
    begin, size : ndarray of int, shape (m^2,)
        Where the list of the ordered pair u m + v begins in ``members``, and how long it is.
    members : ndarray of int
        Places j w + p: items p and p + 1 of chain j are the pair.
    where : ndarray of int, shape (n w,)
        Of each place, its index in its list.
    code : ndarray of int, shape (m^2,)
        Number of the unordered pair among those that meet in some chain.
    pairs : ndarray of int, shape (number, 2)
        The items of each.
    tree : ndarray of int, shape (number + 1,)
        Fenwick tree of the numbers of swaps of each unordered pair.
    total : ndarray of int, shape (1,)
        Number of swaps.
    """

    items: np.ndarray
    lengths: np.ndarray
    begin: np.ndarray
    size: np.ndarray
    members: np.ndarray
    where: np.ndarray
    code: np.ndarray
    pairs: np.ndarray
    tree: np.ndarray
    total: np.ndarray


def swap_state(items, lengths, together):
    """The state of these chains; ``together`` counts the chains that hold both items, (m, m)."""
    m = len(together)
    room = together.ravel()
    # begin[pair]: where the list of an ordered pair has its room
    begin = np.concatenate([[0], np.cumsum(room)[:-1]])
    pairs = np.argwhere(np.triu(together) > 0)
    code = np.full((m, m), -1)
    code[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    # an unordered pair has one code, whichever item comes first
    code = np.maximum(code, code.T).ravel()
    state = SwapState(
        items.copy(),
        lengths.copy(),
        begin,
        np.zeros(m * m, dtype=np.int64),
        np.zeros(int(room.sum()), dtype=np.int64),
        np.zeros(items.size, dtype=np.int64),
        code,
        pairs,
        np.zeros(len(pairs) + 1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    _fill(state, m)
    return state


@njit
def _fill(state, m):
    for j in range(state.items.shape[0]):
        for p in range(state.lengths[j] - 1):
            _add(state, m, j, p)


@njit
def _count(state, pair, change):
    """Change the number of swaps of an unordered pair."""
    state.total[0] += change
    # Fenwick: a leaf, then all ranges that hold it
    at = pair + 1
    while at < state.tree.size:
        state.tree[at] += change
        at += at & -at


@njit
def _add(state, m, j, p):
    """Enter the pair at places p and p + 1 of chain j."""
    u = state.items[j, p]
    v = state.items[j, p + 1]
    forth = u * m + v
    slot = j * state.items.shape[1] + p
    state.members[state.begin[forth] + state.size[forth]] = slot
    state.where[slot] = state.size[forth]
    state.size[forth] += 1
    # each place with (u, v) may be swapped with each place with (v, u)
    partners = state.size[v * m + u]
    if partners > 0:
        _count(state, state.code[forth], partners)


@njit
def _remove(state, m, j, p):
    """Strike it out: the list's last place moves into the gap."""
    u = state.items[j, p]
    v = state.items[j, p + 1]
    forth = u * m + v
    slot = j * state.items.shape[1] + p
    # the list gets shorter by one: its last place fills the gap
    state.size[forth] -= 1
    last = state.members[state.begin[forth] + state.size[forth]]
    state.members[state.begin[forth] + state.where[slot]] = last
    state.where[last] = state.where[slot]
    partners = state.size[v * m + u]
    if partners > 0:
        _count(state, state.code[forth], -partners)


@njit
def _transpose(state, m, j, p):
    """Exchange items p and p + 1 of chain j: three neighbouring pairs change, not one."""
    # pairs at p - 1, p and p + 1, as far as the chain has them
    first = max(p - 1, 0)
    last = min(p + 1, state.lengths[j] - 2)
    for q in range(first, last + 1):
        _remove(state, m, j, q)
    held = state.items[j, p]
    state.items[j, p] = state.items[j, p + 1]
    state.items[j, p + 1] = held
    for q in range(first, last + 1):
        _add(state, m, j, q)


@njit
def _draw(state, m, uniform):
    """A swap uniformly among all: the two places at which items are exchanged."""
    rest = min(int(uniform * state.total[0]), state.total[0] - 1)
    # Fenwick's descent: the first pair whose running sum exceeds the rest
    step = 1
    while 2 * step < state.tree.size:
        step *= 2
    pair = 0
    while step > 0:
        if pair + step < state.tree.size and state.tree[pair + step] <= rest:
            pair += step
            rest -= state.tree[pair]
        step //= 2
    u = state.pairs[pair, 0]
    v = state.pairs[pair, 1]
    forth = u * m + v
    back = v * m + u
    # What is left of the draw is uniform below |S(u,v)| |S(v,u)|: it tells both chains.
    one = state.members[state.begin[forth] + rest // state.size[back]]
    two = state.members[state.begin[back] + rest % state.size[back]]
    return one, two


@njit
def walk(state, m, uniforms, corrected):
    """Try one swap for each row of uniforms, shape (steps, 2); return how many were kept."""
    w = state.items.shape[1]
    kept = 0
    for t in range(uniforms.shape[0]):
        # the number of swaps before: the state's degree in the graph of states
        before = state.total[0]
        if before == 0:
            return kept
        one, two = _draw(state, m, uniforms[t, 0])
        _transpose(state, m, one // w, one % w)
        _transpose(state, m, two // w, two % w)
        # Places with more swaps are entered more often: they are left as often (equation 13).
        if corrected and uniforms[t, 1] * state.total[0] >= before:
            _transpose(state, m, one // w, one % w)
            _transpose(state, m, two // w, two % w)
        else:
            kept += 1
    return kept


@njit
def record(state, m, uniforms, corrected, every):
    """Walk, and copy the chains after each ``every`` steps, shape (copies, n, w)."""
    copies = uniforms.shape[0] // every
    seen = np.empty((copies, *state.items.shape), dtype=np.int64)
    kept = 0
    for c in range(copies):
        kept += walk(state, m, uniforms[c * every : (c + 1) * every], corrected)
        seen[c] = state.items
    return seen, kept
