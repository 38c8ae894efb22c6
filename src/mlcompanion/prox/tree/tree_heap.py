r"""The l-infinity tree prox on deep trees: levels from a mergeable heap.

An entry after the prox of Jenatton et al. (2011), Algorithm 2, is the least of its size and the cut
levels of the groups that hold it. So it is enough to know the levels, as Algorithm 3 needs only the
norms. A group's level depends on its largest entries; those that it cuts become one clump of equal
entries, so that over the whole tree no more entries leave the heaps than entered: O(p log p) for
any depth, where visiting every group costs p times the depth.
"""

import numpy as np

from mlcompanion._jit import njit

__all__ = ["cut_levels_by_heap"]


@njit
def _merge(a, b, heap, size):
    """Join two leftist heaps, largest size on top; ``heap`` has columns left, right, rank."""
    path = np.empty(128, np.int64)
    depth = 0  # right spines are as short as 2 log2(p)
    # walk down both right spines, always on at the larger top
    while a >= 0 and b >= 0:
        if size[b] > size[a]:
            a, b = b, a
        path[depth] = a
        depth += 1
        a = heap[a, 1]
    top = max(a, b)
    # back up: hang the merged rest to the right, and swap where it is deeper
    while depth > 0:
        depth -= 1
        k = path[depth]
        heap[k, 1] = top
        left = heap[k, 0]
        # the deeper child stands left, so that right spines, where merges run, stay short
        if left < 0 or heap[left, 2] < heap[top, 2]:
            heap[k, 0] = top
            heap[k, 1] = left
        right = heap[k, 1]
        heap[k, 2] = 1 + (heap[right, 2] if right >= 0 else 0)
        top = k
    return top


@njit
def _cut(top, threshold, heap, size, count):
    """Take out the largest entries until the level is known; put them back as one clump."""
    total = 0.0
    number = 0.0
    level = -np.inf
    clump = -1
    while top >= 0 and size[top] > level:
        clump = top
        total += size[top] * count[top]
        number += count[top]
        # with one entry more the level can only rise, until the next entry lies under it
        level = (total - threshold) / number
        top = _merge(heap[top, 0], heap[top, 1], heap, size)
    if level <= 0.0:
        return 0.0, -1  # the whole group is cut to 0: nothing of it goes on
    size[clump] = level
    count[clump] = number
    heap[clump, 0] = -1
    heap[clump, 1] = -1
    heap[clump, 2] = 1
    return level, _merge(top, clump, heap, size)


@njit
def cut_levels_by_heap(V, parent, first, thresholds):
    """Cut sizes, rows of ``V`` in the tree's order, as the l-infinity tree prox does; in place."""
    n_groups = len(parent)
    p = V.shape[1]
    heap = np.empty((p, 3), np.int64)
    tops = np.empty(n_groups, np.int64)
    level = np.empty(n_groups)
    for v in V:
        # count[j]: how many entries a clump stands for
        size = v.copy()
        count = np.ones(p)
        heap[:, :2] = -1
        heap[:, 2] = 1
        tops[:] = -1
        for g in range(n_groups - 1, -1, -1):
            top = tops[g]
            for j in range(first[g], first[g + 1]):
                top = _merge(top, j, heap, size)
            level[g] = np.inf
            if thresholds[g] > 0:
                level[g], top = _cut(top, thresholds[g], heap, size, count)
            if parent[g] >= 0:
                # children have larger numbers: going down, a parent finds all of its heaps merged
                tops[parent[g]] = _merge(tops[parent[g]], top, heap, size)
        # an entry is the least of its size and of all levels above it
        for g in range(n_groups):
            if parent[g] >= 0:
                level[g] = min(level[g], level[parent[g]])
            for j in range(first[g], first[g + 1]):
                v[j] = min(v[j], level[g])
