"""Units and origin change no answer: graphs of variables, messages, latent trees, partitions.

Scores of a sum and distances have a unit, covariances the square of the data's, precisions its
inverse. ``far_out`` says how a table is read, and holds that each function of the room is in it.
"""

from functools import partial
from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.graphical.latent import LatentTree, double_star

ROOMS = ("graphical",)
F = SimpleNamespace(**NAMES["graphical"])
RNG = np.random.default_rng(6)
UNARY = dyadic(RNG.normal(size=(5, 3)))
PAIR = dyadic(RNG.normal(size=(3, 3)))
PAIRS = dyadic(RNG.normal(size=(5, 3, 3)))
GRID = dyadic(RNG.normal(size=(3, 3, 3)))
ROADS = np.abs(dyadic(RNG.normal(size=(5, 5)))) + 0.5
PLACES = dyadic(RNG.normal(size=(6, 3)))
FACTORS = [((0, 1), PAIR), ((1, 2), PAIRS[0]), ((0, 2), PAIRS[1])]
DATA = dyadic(RNG.normal(size=(30, 4)) @ (np.eye(4) + np.eye(4, k=1)))
CUBE = RNG.random((30, 2))
S = np.cov(DATA.T, bias=True)
P = np.linalg.inv(S + 0.2 * np.eye(4))
CHAIN = np.eye(4, k=1) + np.eye(4, k=-1)
STAR = LatentTree(5, double_star(5).edges, [0.5, 0.4, 0.6, 0.3, 0.7, 0.45])
D = STAR.distances()
WEIGHTS = dyadic(RNG.normal(size=(5, 5)))


class Spread:
    """A cell's squared distance from its mean."""

    def __init__(self, train, held_out):
        judged = train if held_out is None else held_out
        self.loss = float(np.trace(judged.covariance(train.mean()))) * judged.n


def factors(a, b):
    return [(scope, a + b * table) for scope, table in FACTORS]


def string(call, terms):
    """The best states, and their score, of which ``terms`` were moved by the origin."""

    def of(a, b):
        found = call(a, b)
        return flat(found.states, (found.value - terms * a) / b)

    return free(far=1e-8)(of)


def score(call, words="units"):
    return Case(lambda a, b: call(a, b) / b, words)


def tree(call):
    """A tree that is learned from distances: its own distances, in their unit."""
    return Case(lambda a, b: call(b * D).distances() / b, tol=1e-9)


def of_lengths(call):
    """What a tree says of itself: the lengths have a unit."""
    return Case(lambda a, b: call(LatentTree(5, STAR.edges, b * STAR.lengths)))


def partition(name, **options):
    search = getattr(F, name)

    def call(a, b):
        Z = a + b * DATA
        found = search(CUBE, Z, leaf=Spread, max_level=2, min_rows=4, **options)
        return flat(found.tree.n_leaves, found.tree.apply(CUBE))

    return free()(call)


def lasso(a, b):
    found = F.graphical_lasso(b**2 * S, 0.1 * b**2)
    return found.precision * b**2


def lasso_path(a, b):
    found = F.graphical_lasso_path(b**2 * S, b**2 * np.array([0.5, 0.1]))
    return found.precisions * b**2


def own_path(a, b):
    found = F.graphical_lasso_path(b**2 * S, 4)
    return flat(found.lams / b**2, found.precisions * b**2)


def local(a, b):
    mean, covariance = F.local_moments(a + b * CUBE_IN, a + b * DATA, a + b * CENTRE, 0.3 * b)
    return flat((mean - a) / b, covariance / b**2)


CUBE_IN = dyadic(CUBE)
CENTRE = np.array([0.5, 0.5])


def sums(a, b):
    found = F.cell_sums(a + b * DATA)
    return flat((found.mean() - a) / b, found.covariance() / b**2)


def merged(a, b):
    means = a + b * np.array([[0.0, 1, 2, 0], [1, 0, 0, 1]])
    return F.merged_excess([0.2, 0.3], means, b**2 * np.array([S, 2 * S]))


def regressed(a, b):
    coefs = np.array(
        [
            np.linalg.lstsq(
                np.delete(S, j, 1)[np.arange(4) != j], S[np.arange(4) != j, j], rcond=None
            )[0]
            for j in range(4)
        ]
    )
    full = np.array([np.insert(row, j, 0.0) for j, row in enumerate(coefs)])
    return F.precision_of_rows(b**2 * S, full) * b**2


CASES = {
    # messages: sums of scores
    "all_pairs_shortest_paths": score(lambda a, b: F.all_pairs_shortest_paths(b * ROADS).lengths),
    "all_pairs_shortest_paths, hidden": score(
        lambda a, b: F.all_pairs_shortest_paths(b * ROADS, "hidden-paths").lengths
    ),
    "brute_max_marginal": free()(
        lambda a, b: (F.brute_max_marginal(factors(a, b), [0]).values - 3 * a) / b
    ),
    "chain_map": string(lambda a, b: F.chain_map(a + b * UNARY, a + b * PAIR), 9),
    "chain_map, naive": string(
        lambda a, b: F.chain_map(a + b * UNARY, a + b * PAIR, method="naive"), 9
    ),
    "clique_max_marginal": free()(
        lambda a, b: (
            F.clique_max_marginal(a + b * PAIR, a + b * PAIRS[0], a + b * PAIRS[1]).values - 3 * a
        )
        / b
    ),
    "cluster_messages": Case(
        lambda a, b: flat(*F.cluster_messages(b * PAIR, b * PAIRS[0], b * PAIRS[1])[:3]) / b
    ),
    "cluster_score": free(far=1e-8)(
        lambda a, b: F.cluster_score(a + b * PAIR, a + b * PAIRS[0], a + b * PAIRS[1]) / b
    ),
    "group_max_marginal": free()(
        lambda a, b: (F.group_max_marginal(factors(a, b), [[0], [1], [2]], [0]).values - 3 * a) / b
    ),
    "grid_map": string(
        lambda a, b: F.grid_map(a + b * GRID, a + b * PAIR, 3, random_state=0), 21
    ),
    "grid_map, adaptive": string(
        lambda a, b: F.grid_map(a + b * GRID, a + b * PAIR, 3, adaptive=True, random_state=0), 21
    ),
    "linf_distances": free()(lambda a, b: F.linf_distances(a + b * PLACES).values / b),
    "loop_map": string(lambda a, b: F.loop_map(a + b * PAIRS, a + b * PAIRS[::-1], 2), 10),
    "ring_map": string(lambda a, b: F.ring_map(a + b * PAIRS), 5),
    "second_order_map": string(
        lambda a, b: F.second_order_map(a + b * UNARY, a + b * PAIR, a + b * PAIR.T), 12
    ),
    "sorted_inner": free()(
        lambda a, b: flat(
            F.sorted_inner(a + b * UNARY.T[:2]).best,
            (F.sorted_inner(a + b * UNARY.T[:2]).value - 2 * a) / b,
        )
    ),
    # trees of weights and distances
    "edmonds_branching": Case(lambda a, b: F.edmonds_branching(b * WEIGHTS)),
    "edmonds_branching, spanning": free()(
        lambda a, b: F.edmonds_branching(a + b * WEIGHTS, spanning=True)
    ),
    "maximum_spanning_tree": free()(
        lambda a, b: F.maximum_spanning_tree(a + b * (WEIGHTS + WEIGHTS.T)).edges
    ),
    "chow_liu_blind": Case(lambda a, b: F.chow_liu_blind(b * D).distances()),  # steps, not lengths
    "chow_liu_grouping": tree(lambda D: F.chow_liu_grouping(D)),
    "distance_tree": tree(lambda D: F.distance_tree(D)),
    "grouping_steps": tree(lambda D: list(F.grouping_steps(D))[-1].tree),
    "learn_latent_tree": tree(lambda D: F.learn_latent_tree(D, "nj")),
    **{
        f"learn_latent_tree, {method}": tree(partial(F.learn_latent_tree, method=method))
        for method in ("cl", "rg", "clrg", "clnj")
    },
    "chow_liu_grouping, joining": tree(lambda D: F.chow_liu_grouping(D, "nj")),
    "neighbor_joining": tree(lambda D: F.neighbor_joining(D)),
    "recursive_grouping": tree(lambda D: F.recursive_grouping(D).tree),
    "contract_edges": Case(
        lambda a, b: (
            F.contract_edges(LatentTree(5, STAR.edges, b * STAR.lengths), 0.45 * b).distances() / b
        )
    ),
    "effective_depth": of_lengths(lambda tree: F.effective_depth(tree) + 1),
    "merge_surrogates": of_lengths(lambda tree: F.merge_surrogates(tree)),
    "splits_of": of_lengths(lambda tree: F.splits_of(tree)),
    "surrogate_nodes": of_lengths(lambda tree: F.surrogate_nodes(tree)),
    # covariances and precisions
    "correlation_distance": Case(lambda a, b: F.correlation_distance(b**2 * S)),
    "observed_signs": Case(lambda a, b: F.observed_signs(b**2 * S)),
    "determinant_gap": Case(lambda a, b: F.determinant_gap(b**2 * S, 2 * b**2 * S)),
    "edges_of": Case(lambda a, b: sorted(F.edges_of(P / b**2, 0.3 / b**2))),
    "graphical_lasso": Case(lasso, tol=1e-7),
    "graphical_lasso, free diagonal": Case(
        lambda a, b: (
            F.graphical_lasso(b**2 * S, 0.1 * b**2, penalize_diagonal=False).precision * b**2
        ),
        tol=1e-7,
    ),
    "graphical_lasso_kkt": Case(
        lambda a, b: F.graphical_lasso_kkt(b**2 * S, P / b**2, 0.1 * b**2) / b**2
    ),
    "graphical_lasso_objective": Case(
        lambda a, b: (
            F.graphical_lasso_objective(b**2 * S, P / b**2, 0.1 * b**2) - 8 * np.log(b)
        )
    ),
    "graphical_lasso_path": Case(lasso_path, tol=1e-7),
    "graphical_lasso_path, own penalties": Case(own_path, tol=1e-6),
    "merged_excess": free(1e-10, 1e-8)(merged),
    "normal_risk": Case(
        lambda a, b: F.normal_risk(P / b**2, b**2 * S, b * PLACES[0, [0, 1, 2, 0]]) - 8 * np.log(b)
    ),
    "precision_of_rows": Case(regressed),
    "refit_precision": Case(lambda a, b: F.refit_precision(b**2 * S, CHAIN)[0] * b**2, tol=1e-8),
    # rows
    "cell_sums": free(1e-11, 1e-3)(sums),  # sums of squares: half of the digits are left
    "exact_partition": partition("exact_partition", max_leaves=3),
    "greedy_partition": partition("greedy_partition"),
    "local_moments": free(1e-11, 1e-8)(local),
    "nonparanormal, one column": Case(lambda a, b: F.nonparanormal(DATA * [1, b, 1, 1])),
    "correlation_distance, one column": Case(
        lambda a, b: F.correlation_distance(S * np.outer([1, b, 1, 1], [1, b, 1, 1]))
    ),
    "nonparanormal": free()(lambda a, b: F.nonparanormal(a + b * DATA)),
}  # fmt: skip

EXCUSED = reasons(
    {
        "codes of states and their counts": """cell_forest determinant_distance
            edge_weights family_score fit_tree_law forest_of_edges information_of_counts
            network_score pair_counts pairwise_mutual_information regularized_grouping spins_of
            state_counts state_marks symmetric_distance threshold_path""",
        "shares and laws": """binary_forest euclidean_exponent expected_gain forest_kl
            forest_projection forest_risk information_hessian information_tail
            log_odds_approximation log_ratio_approximation log_ratio_coefficients
            overestimation_probability sanov_rate table_distance
            table_information type_class_bounds tree_correlations""",
        "numbers of a theorem, of counts and constants alone": """code_length_bound count_forests
            enumerated_steps excess_risk_bound expected_steps fewest_forests forest_tree_penalty
            guessing_error_bound mean_gap_bound necessary_samples overestimation_bound
            prefix_code_length steps_beyond steps_bound sufficient_samples tree_penalty
            truncation_level underestimation_bound distance_limit""",
        "graphs alone": """complete_tree double_star edge_scores error_shares hidden_chain
            junction_tree path_lengths random_forest_edges random_latent_tree robinson_foulds
            tree_of_splits with_random_lengths""",
        "draws of units of one": """make_forest_regions sample_gaussian_tree
            sample_symmetric_tree""",
        "information in nats, which has no unit": "tree_run",
        "its limits are of information distances at a number of samples": "relaxed_grouping",
        "places in the unit cube": "dyadic_places",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
