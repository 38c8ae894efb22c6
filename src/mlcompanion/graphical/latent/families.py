r"""Which active nodes belong to one family: differences of distances, tests, and clusters.

.. math:: \Phi_{ijk}=d_{ik}-d_{jk},\qquad
    \Lambda_{ij}=\max_{k\in\mathcal K_{ij}}\Phi_{ijk}-\min_{k\in\mathcal K_{ij}}\Phi_{ijk}

Choi, Tan, Anandkumar and Willsky (2011), section 3.2 (Lemma 4), section 6.3, equations (21) to
(23), and section 6.3.1. The source does not tell the details of its clustering; they follow the
authors' published program.
"""

import numpy as np

from mlcompanion._jit import njit

__all__ = ["cluster_families", "difference_spreads", "linked_families", "mean_silhouette"]

#: As many witnesses k are asked for before the limit tau is raised, and by how much it is.
_WITNESSES = 4
_RAISE = np.log(2.0)

#: Dissimilarity of two nodes so far apart that their distance says nothing.
_FAR = 10.0

_STARTS = 4
_STEPS = 5


@njit
def difference_spreads(D, tau):
    """Spread and mean of d_ik - d_jk over the nodes k near both, for all pairs of active nodes.

    Where fewer than four nodes are near, the limit is raised for this pair.
    """
    r = len(D)
    spread = np.zeros((r, r))
    mean = np.zeros((r, r))
    need = min(_WITNESSES, r - 2)
    for i in range(r):
        for j in range(i + 1, r):
            limit = tau
            while True:
                low = np.inf
                high = -np.inf
                total = 0.0
                near = 0
                for k in range(r):
                    # far witnesses are noise: their distances hardly rest on any sample
                    if k != i and k != j and D[i, k] < limit and D[j, k] < limit:
                        phi = D[i, k] - D[j, k]
                        low = min(low, phi)
                        high = max(high, phi)
                        total += phi
                        near += 1
                if near >= need:
                    break
                limit += _RAISE
            spread[i, j] = high - low
            spread[j, i] = spread[i, j]
            mean[i, j] = total / near
            mean[j, i] = -mean[i, j]
    return spread, mean


@njit
def linked_families(D, spread, epsilon, tau):
    """Label the nodes so that pairs that pass the test, directly or by others, are together."""
    r = len(D)
    label = np.full(r, -1)
    waiting = np.empty(r, dtype=np.int64)
    count = 0
    for first in range(r):
        if label[first] >= 0:
            continue
        label[first] = count
        waiting[0] = first
        left = 1
        while left:
            left -= 1
            i = waiting[left]
            for j in range(r):
                # no spread over k: siblings, or a parent and its child (Lemma 4)
                if label[j] < 0 and spread[i, j] < epsilon and D[i, j] < tau:
                    label[j] = count
                    waiting[left] = j
                    left += 1
        count += 1
    return label


@njit
def _spread_out(L, start, order):
    """All nodes, each time the one farthest from those before: first k are centres for any k."""
    r = len(L)
    near = L[start].copy()
    order[0] = start
    near[start] = -1.0
    for step in range(1, r):
        new = np.argmax(near)  # farthest from all centres so far
        order[step] = new
        for j in range(r):
            near[j] = min(near[j], L[new, j])
        near[new] = -1.0


@njit
def _assign(L, centres, k, label):
    """Give each node to its nearest centre; the sum of dissimilarities."""
    cost = 0.0
    for i in range(len(L)):
        best = 0
        for c in range(1, k):
            if L[i, centres[c]] < L[i, centres[best]]:
                best = c
        label[i] = best
        cost += L[i, centres[best]]
    for c in range(k):  # a centre stays in its own cluster, whatever ties say
        # its dissimilarity to itself is 0: what a tie had counted is taken back
        cost -= L[centres[c], centres[label[centres[c]]]]
        label[centres[c]] = c
    return cost


@njit
def _recentre(L, label, k, centres):
    """Make the member with the least sum of dissimilarities the centre; whether one moved."""
    r = len(L)
    best = np.full(k, np.inf)
    moved = False
    old = centres[:k].copy()
    for i in range(r):
        total = 0.0
        for j in range(r):
            if label[j] == label[i]:
                total += L[i, j]
        if total < best[label[i]]:
            best[label[i]] = total
            centres[label[i]] = i
    for c in range(k):
        moved = moved or centres[c] != old[c]
    return moved


@njit
def mean_silhouette(L, label, k):
    """Mean over the nodes of (b - a) / max(a, b): a within its cluster, b to the next cluster.

    A node alone takes for a the largest dissimilarity within any cluster.
    """
    r = len(L)
    size = np.zeros(k)
    for i in range(r):
        size[label[i]] += 1
    widest = 0.0
    for i in range(r):
        for j in range(i):
            if label[i] == label[j]:
                widest = max(widest, L[i, j])
    total = 0.0
    to = np.empty(k)
    for i in range(r):
        to[:] = 0.0
        for j in range(r):
            to[label[j]] += L[i, j]
        own = label[i]
        # alone in its cluster, a node has no a of its own
        a = widest if size[own] == 1 else to[own] / (size[own] - 1)
        b = np.inf
        for c in range(k):
            if c != own:
                b = min(b, to[c] / size[c])
        if max(a, b) > 0:
            total += (b - a) / max(a, b)
    return total / r


@njit
def cluster_families(D, spread, far):
    """Cluster the active nodes around medoids; how many clusters there are the silhouette says.

    Of each number of clusters the best of four starts counts, which begin at nodes from the most
    central to the most remote one. All are one family if no silhouette is clearly above 0.
    """
    r = len(D)
    best = np.zeros(r, dtype=np.int64)
    if r <= 3:
        return best
    L = spread.copy()
    for i in range(r):
        # farther apart than far: never one family
        for j in range(r):
            if D[i, j] > far:
                L[i, j] = _FAR
    ranks = np.argsort(L.sum(axis=1), kind="mergesort")  # stable: ties fall alike on any machine
    orders = np.empty((_STARTS, r), dtype=np.int64)
    for s in range(_STARTS):
        _spread_out(L, ranks[s * (r - 1) // (_STARTS - 1)], orders[s])
    widest = L.max()
    # the silhouette must beat this before a split is believed
    level = np.log(2.0) / widest if widest > 0 else np.inf
    label = np.empty(r, dtype=np.int64)
    kept = np.empty(r, dtype=np.int64)
    for k in range(2, r - 1):
        least = np.inf
        # alternate between assigning and recentring, from each start
        for s in range(_STARTS):
            centres = orders[s].copy()
            cost = _assign(L, centres, k, label)
            for _ in range(_STEPS):
                if not _recentre(L, label, k, centres):
                    break
                cost = _assign(L, centres, k, label)
            if cost < least:
                least = cost
                kept[:] = label
        score = mean_silhouette(L, kept, k)
        if score > level:
            level = score
            best[:] = kept
    return best
