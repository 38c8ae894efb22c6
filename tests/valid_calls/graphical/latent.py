"""Arguments and calls of the rooms of latent trees and of laws along them."""

import numpy as np

from mlcompanion.graphical.latent import LatentTree, double_star
from mlcompanion.graphical.latent_laws import LatentTreeLaw
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object
from valid_calls.shared import X

_rng = np.random.default_rng(19)
_TREE = LatentTree(4, double_star(4).edges, [0.5, 0.4, 0.6, 0.3, 0.7])
_CODES = _rng.integers(0, 2, (30, 4))
_CODES[:2] = [[0, 0, 0, 0], [1, 1, 1, 1]]

INTERNAL = {
    "METHODS": "a tuple of words",
    "GroupingRules": "numbers that a compiled loop goes by",
    "check_distances": "a checker",
    "check_tree": "a checker",
    "cluster_families": "a compiled loop; relaxed_grouping checks for it",
    "difference_spreads": "a compiled loop; relaxed_grouping checks for it",
    "exact_rules": "recursive_grouping checks for it",
    "expected_counts": "a compiled loop; LatentTreeLaw checks for it",
    "group_nodes": "a compiled loop; relaxed_grouping checks for it",
    "initial_law": "fit_tree_law checks for it",
    "inner_nodes": "of a tree that the room made",
    "join_neighbors": "a compiled loop; neighbor_joining checks for it",
    "learn_from_codes": "DiscreteLatentTree checks for it",
    "linked_families": "a compiled loop; relaxed_grouping checks for it",
    "mean_silhouette": "a compiled loop; relaxed_grouping checks for it",
    "relaxed_rules": "relaxed_grouping checks for it",
    "tree_codes": "a checker",
}

_asymmetric = _TREE.distances()
_asymmetric[0, 1] += 0.1
_D = Array(_TREE.distances(), "mm", low=0, bad=(np.ones((4, 4)), _asymmetric))
_R = Array(_TREE.correlations(), "mm", bad=(np.zeros((4, 4)),))
_tree = Object(_TREE, bad=(None,))
_codes = Array(_CODES, "nm", low=0, integer=True)
_known = Array(_CODES, "nm", low=0, high=1, integer=True)
_states = Count(2, low=2)
_size = Count(100, low=1)
_tolerance = Number(1e-8, 0, 1, open_low=True)
_positive = {"low": 0, "open_low": True}
_share = Number(0.5, 0, 1, open_low=True)
_smoothing = Number(1.0, **_positive)
_sub = Choice("rg")
_order = Object([3, 1], bad=([0], [0, 0], [9], [0.5]))
_law = LatentTreeLaw(_TREE, [0.5, 0.5], np.full((5, 2, 2), 0.5))
_of_codes = {
    "fit": {"X": _codes},
    "score_samples": {"X": _known},
    "score": {"X": _known},
    "bic": {"X": _known},
    "sample": {"n_samples": Count(3, low=1)},
}
_few = Count(4, low=4)

CALLS = {
    "LatentTree": Call(
        n_observed=Count(4, low=1),
        edges=Object(
            _TREE.edges,
            bad=(
                [(0, 1), (1, 0), (2, 3), (3, 4), (4, 5)],
                [(0, 9)] * 5,
                [(-1, 0)] * 5,
                [(0.5, 1)] * 5,
            ),
        ),
        lengths=Array(_TREE.lengths, "e", low=0),
        methods={"path_lengths": {"lengths": Array(np.ones(5), "e")}},
    ),
    "LatentTreeLaw": Call(
        tree=_tree,
        root=Array([0.5, 0.5], "k", low=0, high=1, bad=([0.5, 0.6],)),
        tables=Array(np.full((5, 2, 2), 0.5), "ekk", low=0, high=1, bad=(np.ones((5, 2, 2)),)),
        methods={
            "log_prob": {"X": _known},
            "posterior": {"X": _known},
            "impute": {"X": _known},
            "sample": {"n_samples": Count(3, low=1)},
        },
    ),
    "chow_liu_blind": Call(D=_D),
    "chow_liu_grouping": Call(D=_D, sub=_sub, n_samples=_size, tolerance=_tolerance, order=_order),
    "complete_tree": Call(branching=Object([2, 2], bad=([], [1, 2], [2.5], "two"))),
    "contract_edges": Call(tree=_tree, limit=Number(0.1, low=0)),
    "correlation_distance": Call(covariance=_R, smallest=_share),
    "determinant_distance": Call(
        X=_codes, n_states=_states, smoothing=Number(1.0, low=0), smallest=_share
    ),
    "distance_limit": Call(n_samples=_size),
    "distance_tree": Call(D=_D),
    "double_star": Call(n_observed=_few),
    "effective_depth": Call(tree=_tree),
    "fit_tree_law": Call(
        tree=_tree,
        X=_codes,
        n_states=_states,
        smoothing=Number(1.0, low=0),
        max_iter=Count(300, low=1),
    ),
    "grouping_steps": Call(D=_D, sub=_sub, n_samples=_size, tolerance=_tolerance, order=_order),
    "hidden_chain": Call(n_observed=_few),
    "learn_latent_tree": Call(
        D=_D,
        method=Choice("clnj"),
        n_samples=_size,
        contract=Number(0.1, low=0),
        tolerance=_tolerance,
    ),
    "merge_surrogates": Call(tree=_tree),
    "neighbor_joining": Call(D=_D, floor=Number(0.0, low=0)),
    "observed_signs": Call(covariance=_R),
    "random_latent_tree": Call(
        n_nodes=Count(9, low=2), max_degree=Count(4, low=2), hidden_share=Number(0.5, 0, 1)
    ),
    "recursive_grouping": Call(D=_D, tolerance=_tolerance),
    "regularized_grouping": Call(
        X=_codes, sub=_sub, n_states=_states, n_hidden=Count(1), smoothing=_smoothing
    ),
    "relaxed_grouping": [
        Call(D=_D, n_samples=_size, epsilon=Number(0.5, **_positive)),
        Call(D=_D, tau=Number(3.0, **_positive), epsilon=Number(0.5, **_positive)),
    ],
    "robinson_foulds": Call(a=_tree, b=Object(_TREE, bad=(None, double_star(5)))),
    "sample_gaussian_tree": Call(tree=_tree),
    "sample_symmetric_tree": Call(tree=_tree, n_states=_states),
    "splits_of": Call(tree=_tree),
    "surrogate_nodes": Call(tree=_tree),
    "symmetric_distance": Call(X=_codes, n_states=_states, as_printed=Flag(False), smallest=_share),
    "table_distance": Call(
        joint=Array([[0.4, 0.1], [0.1, 0.4]], "kk", low=0, bad=(np.zeros((2, 2)),))
    ),
    "tree_correlations": Call(tree=_tree, signs=Array([1, -1, 1, 1], "m", among=(-1, 1))),
    "with_random_lengths": Call(tree=_tree, low=_share, high=Number(0.8, 0.5, 1)),
    "DiscreteLatentTree": [
        Call(
            method=Choice("clnj"),
            n_states=_states,
            smoothing=_smoothing,
            max_iter=Count(300, low=1),
            methods=_of_codes,
        ),
        Call(
            method=Choice("regclrg"),
            n_states=_states,
            smoothing=_smoothing,
            max_iter=Count(300, low=1),
            methods={**_of_codes, "score": None, "bic": None},
        ),
    ],
    "GaussianLatentTree": Call(
        method=Choice("clnj"),
        contract=Number(0.1, low=0),
        methods={
            "fit": {"X": Array(X, "nd")},
            "score_samples": {"X": Array(X, "nd")},
            "score": {"X": Array(X, "nd")},
            "bic": {"X": Array(X, "nd")},
            "sample": {"n_samples": Count(3, low=1)},
        },
    ),
    "LatentClassModel": Call(
        n_classes=Count(2, low=1),
        n_states=Count(2, low=1),
        smoothing=_smoothing,
        n_init=Count(2, low=1),
        max_iter=Count(300, low=1),
        methods={**_of_codes, "predict_proba": {"X": _known}},
    ),
}
