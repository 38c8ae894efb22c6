"""Trees over labels: which labels go left and which right, so that a prediction costs log k."""

from .label_partitions import best_label_partition
from .leaf_entropy import (
    boosting_splits,
    entropy_drop,
    entropy_drop_bound,
    gini_drop,
    greedy_entropies,
    two_label_drop,
)
from .one_against_all import OneAgainstAll
from .partition_tree import OnlinePartitionTree, RandomLabelTree
from .splits import (
    balance_bounds,
    mixed_share,
    mixed_share_bound,
    relaxed_split_objective,
    right_share,
    split_objective,
    split_objective_counts,
)

__all__ = [
    "OneAgainstAll",
    "OnlinePartitionTree",
    "RandomLabelTree",
    "balance_bounds",
    "best_label_partition",
    "boosting_splits",
    "entropy_drop",
    "entropy_drop_bound",
    "gini_drop",
    "greedy_entropies",
    "mixed_share",
    "mixed_share_bound",
    "relaxed_split_objective",
    "right_share",
    "split_objective",
    "split_objective_counts",
    "two_label_drop",
]
