"""Groups along a tree: the proximal step in one pass."""

from .groups import TreeGroups, TreeLayout
from .tree_dual import DualAscentRun, compose_group_proxes, dual_block_ascent, project_lq_ball
from .tree_norm import TreeNorm, prox_tree, tree_norms

__all__ = [
    "DualAscentRun",
    "TreeGroups",
    "TreeLayout",
    "TreeNorm",
    "compose_group_proxes",
    "dual_block_ascent",
    "project_lq_ball",
    "prox_tree",
    "tree_norms",
]
