"""The compiled steps of hierarchical optimistic optimization, on a tree held in arrays.

Bubeck et al. (2011), Algorithm 1 and section 4.3. Node 0 stands for all that is not in the tree:
its B-value is infinite for ever, so that a leaf needs no case of its own. Children have larger
numbers than their parents.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

from .boxes import centre_of, halve
from .payoffs import mean_reward

__all__ = [
    "Nodes",
    "Record",
    "SearchRules",
    "descend",
    "new_nodes",
    "node_boxes",
    "play_rounds",
    "update_all",
    "update_path",
]

NOT_IN_TREE = 0
ROOT = 1


class Nodes(NamedTuple):
    """The tree, one entry a node.

    Attributes
    ----------
    parent, left, right, depth : ndarray of int32
        Numbers of nodes; 0 where there is none.
    visits : ndarray of int64
        T, how often a descendant was played.
    shrink : ndarray
        ``1 / sqrt(T)``: kept, as T changes on the path only, and ln n everywhere.
    mean : ndarray
        Mean reward of the subtree.
    bias : ndarray
        ``nu1 rho^h``, what the mean reward may vary by inside the region.
    bound : ndarray
        The B-value.
    size : ndarray of int64, shape (1,)
        Nodes in use, with node 0.
    """

    parent: np.ndarray
    left: np.ndarray
    right: np.ndarray
    depth: np.ndarray
    visits: np.ndarray
    shrink: np.ndarray
    mean: np.ndarray
    bias: np.ndarray
    bound: np.ndarray
    size: np.ndarray


class Record(NamedTuple):
    """What a compiled game writes down.

    Attributes
    ----------
    rounds : ndarray of int, shape (n_checkpoints,)
    kept : ndarray, shape (n_checkpoints, 2)
        Regret and pseudo-regret after ``rounds[j]`` rounds.
    arms : ndarray, shape (n_arms, D)
        The first arms played, as many as there are rows.
    """

    rounds: np.ndarray
    kept: np.ndarray
    arms: np.ndarray


class SearchRules(NamedTuple):
    """What does not change during a search.

    Attributes
    ----------
    nu1, rho : float
    log_horizon : float
        ``ln n0``; negative where no horizon is known: then ``ln n`` is used.
    min_depth, max_depth : int
        Nodes above are not played, nodes below not opened.
    coin : bool
        Whether ties are broken by a fair coin; else they go to the right.
    """

    nu1: float
    rho: float
    log_horizon: float
    min_depth: int
    max_depth: int
    coin: bool


#: One record a node, a cache line's worth: a step down the tree reads all of it and little else.
RECORD = np.dtype(
    [
        ("parent", np.int32),
        ("left", np.int32),
        ("right", np.int32),
        ("depth", np.int32),
        ("visits", np.int64),
        ("shrink", float),
        ("mean", float),
        ("bias", float),
        ("bound", float),
    ]
)


def new_nodes(capacity, old=None):
    """Room for so many nodes; what stands in ``old`` is kept."""
    records = np.zeros(capacity, RECORD)
    nodes = Nodes(*(records[name] for name in RECORD.names), np.ones(1, np.int64))
    nodes.bound[NOT_IN_TREE] = np.inf
    if old is not None:
        used = old.size[0]
        for new_part, old_part in zip(nodes[:-1], old[:-1]):
            new_part[:used] = old_part[:used]
        nodes.size[0] = used
    return nodes


@njit
def add_node(nodes, parent, upper, rules):
    """Open a child; above the depth from which on is played its bound is no constraint."""
    child = nodes.size[0]
    nodes.size[0] += 1
    depth = 0 if parent == NOT_IN_TREE else nodes.depth[parent] + 1
    nodes.parent[child] = parent
    nodes.depth[child] = depth
    # the slots of the parent are 0 until here: the tree says by itself which children are open
    if parent != NOT_IN_TREE and upper:
        nodes.right[parent] = child
    elif parent != NOT_IN_TREE:
        nodes.left[parent] = child
    nodes.bias[child] = np.inf if depth < rules.min_depth else rules.nu1 * rules.rho**depth
    nodes.bound[child] = np.inf  # never played: as good as anything may be
    return child


@njit
def descend(nodes, path, box, axes, rules, rng):
    """Lines 2 to 18: follow the larger bound to a node that is new, or as deep as allowed.

    ``box`` becomes the node's region, ``path`` its ancestors and itself; returns their number.
    """
    node = ROOT
    length = 1
    path[0] = ROOT
    while nodes.depth[node] < rules.max_depth:
        left = nodes.bound[nodes.left[node]]
        right = nodes.bound[nodes.right[node]]
        upper = right > left
        if right == left:
            upper = not rules.coin or rng.random() < 0.5
        halve(box, axes, upper)
        child = nodes.right[node] if upper else nodes.left[node]
        is_new = child == NOT_IN_TREE
        # a node outside the tree has an infinite bound, so the way down ends in it
        if is_new:
            child = add_node(nodes, node, upper, rules)
        path[length] = child
        length += 1
        node = child
        if is_new:
            break
    return length


@njit
def add_reward(nodes, path, length, reward):
    """Lines 19 to 22: visits and means on the path."""
    for k in range(length):
        node = path[k]
        nodes.visits[node] += 1
        # kept: a round that renews all bounds would take as many roots as there are nodes
        nodes.shrink[node] = 1.0 / np.sqrt(nodes.visits[node])
        nodes.mean[node] += (reward - nodes.mean[node]) / nodes.visits[node]


@njit
def update_bound(nodes, node, width):
    """Lines 24 and 31: U of Eq. (3), and B, the lesser of U and the better child's B."""
    # U: mean, width of the confidence interval, and what the region may hide
    own = nodes.mean[node] + width * nodes.shrink[node] + nodes.bias[node]
    children = max(nodes.bound[nodes.left[node]], nodes.bound[nodes.right[node]])
    nodes.bound[node] = min(own, children)


@njit
def update_all(nodes, width):
    """Lines 23 to 33: every bound, from the leaves up, since ln n moved. O(n)."""
    # children have larger numbers, so counting down meets them before their parents
    for node in range(nodes.size[0] - 1, NOT_IN_TREE, -1):
        update_bound(nodes, node, width)
    return nodes.size[0] - 1


@njit
def update_path(nodes, path, length, width):
    """Section 4.3: with a fixed ln n0 nothing moves off the path. O(depth)."""
    for k in range(length - 1, -1, -1):  # children first: B needs theirs
        update_bound(nodes, path[k], width)
    return length


@njit
def learn(nodes, path, length, reward, n, rules):
    """What ``tell`` does after round n; returns how many bounds it wrote."""
    add_reward(nodes, path, length, reward)
    if rules.log_horizon >= 0.0:
        return update_path(nodes, path, length, np.sqrt(2.0 * rules.log_horizon))
    return update_all(nodes, np.sqrt(2.0 * np.log(n)))


@njit
def play_rounds(nodes, axes, rules, payoff, rng, done, record):
    """Play against a payoff and fill the record.

    ``done`` rounds were played before. Returns the number of bounds written and the least gap of a
    played arm.
    """
    rounds, kept, plays = record
    box = np.empty_like(axes.root)
    point = np.empty(axes.root.shape[1])
    # a round opens one node at most, so no path is longer than the nodes there can be
    path = np.empty(min(rules.max_depth, nodes.size[0] + rounds[-1]) + 2, np.int32)
    regret = 0.0
    pseudo = 0.0
    work = 0
    least = np.inf
    at = 0
    for t in range(rounds[-1]):
        # one round: choose a node, play its centre, learn the reward
        box[:] = axes.root  # regions are not stored: the way down makes them again
        length = descend(nodes, path, box, axes, rules, rng)
        centre_of(box, axes, point)
        mean = mean_reward(payoff, point)
        reward = mean
        if payoff.noisy:
            reward = 1.0 if rng.random() < mean else 0.0
        work += learn(nodes, path, length, reward, done + t + 1, rules)
        regret += payoff.best - reward
        pseudo += payoff.best - mean
        least = min(least, payoff.best - mean)
        if t < len(plays):
            plays[t] = point
        if t + 1 == rounds[at]:
            kept[at, 0] = regret
            kept[at, 1] = pseudo
            at += 1
    return work, least


@njit
def node_boxes(nodes, axes, boxes):
    """Write the region of every node, shape (size, 2, D)."""
    boxes[ROOT] = axes.root
    for node in range(ROOT + 1, nodes.size[0]):
        parent = nodes.parent[node]
        boxes[node] = boxes[parent]  # ready: parents have smaller numbers
        halve(boxes[node], axes, nodes.right[parent] == node)
