"""Hierarchical optimistic optimization, and UCT-like search, its form without smoothness.

Bubeck et al. (2011): Algorithm 1 (no horizon), section 4.3 (truncated, with a horizon), section
4.4.2 (z-HOO, by ``min_depth``), section 5.1 (UCT: ``nu1 = 0``).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_in, check_instance, check_real, check_rng

from .boxes import DyadicTree, ProductTree, centre_of
from .players import PlayerMixin
from .tree_search import (
    ROOT,
    Record,
    SearchRules,
    add_node,
    descend,
    learn,
    new_nodes,
    node_boxes,
    play_rounds,
)

__all__ = ["HOO", "NodeTable", "truncation_depth", "uct"]

UNBOUNDED = 2**31 - 2
TREES = (DyadicTree, ProductTree)


class NodeTable(NamedTuple):
    """The nodes of a tree in the order of their creation, the root first.

    Attributes
    ----------
    depth, parent, visits, plays : ndarray of int, shape (n_nodes,)
        ``parent`` is a row of this table, -1 for the root; ``visits`` counts plays in the whole
        subtree, ``plays`` those of the node itself.
    mean, bound : ndarray, shape (n_nodes,)
        Mean reward and B-value.
    boxes : ndarray, shape (n_nodes, 2, D)
        Regions.
    """

    depth: np.ndarray
    parent: np.ndarray
    visits: np.ndarray
    plays: np.ndarray
    mean: np.ndarray
    bound: np.ndarray
    boxes: np.ndarray


def truncation_depth(horizon, nu1, rho):
    """Depth below which truncated HOO need not look (section 4.3).

    Parameters
    ----------
    horizon : int
        Number of rounds n0, more than ``1 / nu1^2``.
    nu1 : float
    rho : float

    Returns
    -------
    int
        ``ceil((ln(n0) / 2 - ln(1 / nu1)) / ln(1 / rho))``: there ``nu1 rho^h <= 1 / sqrt(n0)``.

    Raises
    ------
    ValueError
        If the horizon is so short that not even the root would be opened.

    Examples
    --------
    >>> truncation_depth(1000, 1.0, 0.5)
    5
    """
    horizon = check_count(horizon, "horizon", low=1)
    nu1 = check_real(nu1, "nu1", low=0, open_low=True)
    rho = check_real(rho, "rho", low=0, high=1, open_low=True, open_high=True)
    levels = (np.log(horizon) / 2 + np.log(nu1)) / -np.log(rho)
    depth = int(np.ceil(levels - 1e-12))  # a whole number stays, however it was rounded
    if depth < 1:
        raise ValueError(f"horizon must be more than 1 / nu1^2 = {nu1**-2.0:g}, got {horizon}")
    return depth


class HOO(PlayerMixin):
    """A tree of optimistic bounds that grows where the mean reward may be highest.

    Parameters
    ----------
    tree : DyadicTree or ProductTree
        The tree of coverings.
    nu1, rho : float
        The mean reward varies by at most ``nu1 rho^h`` in a region of depth h that holds the best
        arm. ``nu1 = 0`` assumes that it does not vary at all.
    horizon : int, optional
        Number of rounds. With it the search is truncated HOO: ``ln horizon`` in the place of ln n,
        depth at most ``max_depth``, O(depth) a round. Without, every bound is written anew in every
        round: O(n) a round, O(n^2) in all.
    min_depth : int
        Depth z of z-HOO: no node above it is played.
    max_depth : int, optional
        Default :func:`truncation_depth` where a horizon is given, else none.
    random_state : int, Generator or None
        Breaks ties, and draws Bernoulli rewards in :meth:`run`.

    Attributes
    ----------
    n_rounds_ : int
        Rounds told so far.
    ties : {"coin", "right"}
        How equal bounds are told apart; set it before the first round.

    Notes
    -----
    Memory O(n) nodes of 48 bytes; at most ``2^(max_depth + 1)``.

    References
    ----------
    Bubeck, S., Munos, R., Stoltz, G., Szepesvari, C. (2011). X-armed bandits. JMLR 12, 1655-1695.

    Examples
    --------
    >>> player = HOO(DyadicTree(0, 1), nu1=1.0, rho=0.5, random_state=0)
    >>> for _ in range(200):
    ...     x = player.ask()
    ...     player.tell(1 - abs(x[0] - 0.3))
    >>> bool(abs(player.best_arm()[0] - 0.3) < 0.1)
    True
    """

    ties = "coin"

    def __init__(
        self, tree, nu1=1.0, rho=0.5, horizon=None, min_depth=0, max_depth=None, random_state=None
    ):
        self.tree = check_instance(tree, "tree", TREES)
        self.nu1 = check_real(nu1, "nu1", low=0)
        self.rho = check_real(rho, "rho", low=0, high=1, open_low=True, open_high=True)
        self.horizon = None if horizon is None else check_count(horizon, "horizon", low=1)
        self.min_depth = check_count(min_depth, "min_depth", high=20)
        self.max_depth = self._depth_limit(max_depth)
        self._rng = check_rng(random_state)
        self.n_rounds_ = 0
        self.pending_ = None
        self._nodes = new_nodes(2 ** (self.min_depth + 1) + 64)
        self._plant()
        self._path = np.empty(0, np.int32)

    @property
    def dimension(self):
        """Number of coordinates of an arm."""
        return self.tree.dimension

    def _depth_limit(self, max_depth):
        low = max(1, self.min_depth)
        if max_depth is not None:
            return check_count(max_depth, "max_depth", low=low, high=UNBOUNDED)
        if self.horizon is None:
            return UNBOUNDED
        if self.nu1 == 0:
            raise ValueError("max_depth must be given where horizon is and nu1 is 0, got None")
        return max(low, truncation_depth(self.horizon, self.nu1, self.rho))

    def _rules(self):
        log_horizon = -1.0 if self.horizon is None else float(np.log(self.horizon))
        coin = check_in(self.ties, "ties", ("coin", "right")) == "coin"
        return SearchRules(self.nu1, self.rho, log_horizon, self.min_depth, self.max_depth, coin)

    def _plant(self):
        """The nodes that stand in the tree without being played: the root, all above min_depth."""
        rules = self._rules()
        level = [add_node(self._nodes, 0, False, rules)]
        for _ in range(self.min_depth - 1):
            # low halves first: the numbers of a level run from left to right
            level = [add_node(self._nodes, p, up, rules) for p in level for up in (False, True)]

    def _reserve(self, n_rounds):
        """Room for so many rounds to come; doubled, so that a round costs O(1) on average."""
        used = int(self._nodes.size[0])
        needed = used + n_rounds
        if self.max_depth < 40:  # deeper, a full tree would not fit anyway
            needed = min(needed, 2 ** (self.max_depth + 1) + 1)
        if needed > len(self._nodes.mean):
            capacity = max(needed, 2 * used) if n_rounds == 1 else needed
            self._nodes = new_nodes(capacity, self._nodes)

    def pick(self):
        """Descend to the region to be played, and take its centre."""
        self._reserve(1)
        longest = min(self.max_depth, int(self._nodes.size[0])) + 2
        if len(self._path) < longest:
            self._path = np.empty(2 * longest, np.int32)
        box = self.tree.root()
        rules = self._rules()
        self._length = descend(self._nodes, self._path, box, self.tree.axes, rules, self._rng)
        point = np.empty(self.dimension)
        centre_of(box, self.tree.axes, point)
        return point

    def learn(self, reward):
        """Bring the tree's counts and bounds up to date with the pending arm's reward."""
        learn(self._nodes, self._path, self._length, reward, self.n_rounds_, self._rules())

    def play(self, code, rounds, kept, arms):
        """Rounds against compiled mean rewards; see :meth:`run`."""
        self._reserve(int(rounds[-1]))
        record = Record(rounds, kept, arms)
        rules = self._rules()
        rng = self._rng
        return play_rounds(self._nodes, self.tree.axes, rules, code, rng, self.n_rounds_, record)

    @property
    def nodes_(self):
        """The tree as it stands, as a :class:`NodeTable`."""
        used = int(self._nodes.size[0])
        boxes = np.empty((used, 2, self.dimension))
        node_boxes(self._nodes, self.tree.axes, boxes)
        parts = self._nodes
        below = parts.visits[parts.left[:used]] + parts.visits[parts.right[:used]]
        # a round visits all nodes of its path, and plays the last one
        plays = parts.visits[:used] - below
        fields = (parts.depth, parts.parent - 1, parts.visits)
        whole = [field[ROOT:used].astype(int) for field in fields]
        real = [field[ROOT:used].copy() for field in (parts.mean, parts.bound)]
        return NodeTable(*whole, plays[ROOT:], *real, boxes[ROOT:])

    def recommend(self, random_state=None):
        """An arm drawn uniformly from those played: its regret is at most R_n / n (Remark 1).

        Parameters
        ----------
        random_state : int, Generator or None

        Returns
        -------
        ndarray, shape (D,)
        """
        rng = check_rng(random_state)
        table = self._played()
        node = rng.choice(len(table.plays), p=table.plays / table.plays.sum())
        return self.tree.centre(table.boxes[node])

    def best_arm(self):
        """Where the tree has gone most often: the most visited child, from the root to a leaf.

        Returns
        -------
        ndarray, shape (D,)
            Centre of the deepest region on that path that has been played twice at least.
        """
        self._played()
        nodes = self._nodes
        node = ROOT
        box = self.tree.root()
        while True:
            left = nodes.left[node]
            right = nodes.right[node]
            upper = bool(nodes.visits[right] > nodes.visits[left])
            node = right if upper else left
            # a region seen once is no evidence: the parent's centre is recommended
            if node == 0 or nodes.visits[node] < 2:
                return self.tree.centre(box)
            box = self.tree.halves(box)[upper]

    def _played(self):
        table = self.nodes_
        if not table.plays.any():
            raise RuntimeError("nothing was played yet: ask and tell, or run, first")
        return table


def uct(tree, horizon=None, max_depth=30, random_state=None):
    """Tree search with the confidence term alone, as UCT: HOO with ``nu1 = 0`` (section 5.1).

    It takes the mean reward for constant on every region, and can miss the best region for a very
    long time.

    Parameters
    ----------
    tree : DyadicTree or ProductTree
    horizon : int, optional
    max_depth : int
    random_state : int, Generator or None

    Returns
    -------
    HOO
    """
    return HOO(tree, 0.0, 0.5, horizon=horizon, max_depth=max_depth, random_state=random_state)
