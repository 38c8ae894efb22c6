"""Units and origin change no answer: aggregates and votes, theory, rules, text, trees.

Predictions and responses share a unit, risks have its square. ``far_out`` says how a table is
read, and holds that each function of the rooms is in it.
"""

from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.prox import L1
from mlcompanion.rules import Transactions

ROOMS = ("ensemble", "learning_theory", "rules", "text", "trees")
F = SimpleNamespace(**{name: thing for room in ROOMS for name, thing in NAMES[room].items()})
RNG = np.random.default_rng(13)
X = dyadic(RNG.normal(size=(30, 4)))
Y = dyadic(X @ [1.0, -0.5, 0.0, 0.25] + 0.3 * RNG.normal(size=30))
P = dyadic(Y + RNG.normal(size=(5, 30)))
TURNED = dyadic(RNG.normal(size=(6, 3)))
WORDS = dyadic(np.abs(RNG.normal(size=(8, 6))))
CODES = np.linalg.qr(RNG.normal(size=(8, 3)))[0]
TOPICS = RNG.normal(size=(3, 6))
LABELS = np.arange(12) % 3
SCORES = dyadic(RNG.normal(size=(4, 9)))
BAGS = np.eye(3, dtype=bool)[LABELS] | np.eye(3, dtype=bool)[(LABELS + 1) % 3]
PLACES = dyadic(RNG.normal(size=(12, 2)))
BASKETS = Transactions.from_lists([["a", "b"], ["a"], ["c"], ["a", "b"], ["b"], ["b", "c"]])


def path(a, b):
    """Paths of a rescaled design: its units and origin are taken off at the door."""
    return F.lasso_path_dictionary(a + b * X, a + b * Y, (0.0, 0.5))


def knots(a, b):
    found = path(a, b)
    return flat(found.predictions(a + b * X) - a) / b


def star(a, b):
    found = F.star_weights(
        a + b * P[:, :15], a + b * Y[:15], P1=a + b * P[:, 15:], y1=a + b * Y[15:]
    )
    return found.weights(5)


def segment(a, b):
    return F.segment_aggregate(a + b * P, a + b * Y).weights(5)


def boundary(b):
    heights, total = F.fit_smooth_boundary(b * SCORES, 1, 2)
    return flat(heights, total / b)


def residuals(a, b):
    scaled, unit = F.residuals_of(a + b * P, a + b * Y)
    return scaled * (unit / b)


def rounds(a, b):
    steps = F.sparse_lsa_steps(b * WORDS, CODES, L1(0.1 * b))
    found = [next(steps) for _ in range(4)][-1]
    return flat(found.A.toarray() / b, found.U)


def sequences(a, b):
    """Whole numbers: days or seconds."""
    day = max(1, round(b))
    found = F.cspade(
        BASKETS, [1, 1, 1, 2, 2, 2], (int(a) + day * np.array([1, 2, 3, 1, 2, 3])), 0.5,
        min_gap=day, max_gap=2 * day,
    )  # fmt: skip
    return found.quality["count"]


CASES = {
    # aggregates
    "aew_weights": free(1e-10)(lambda a, b: F.aew_weights(a + b * P, a + b * Y, 0.5 * b**2)),
    "aew_weights, sums": free(1e-10)(
        lambda a, b: F.aew_weights(a + b * P, a + b * Y, 5.0 * b**2, risk="sum", cumulative=True)
    ),
    "best_margin": Case(lambda a, b: F.best_margin(b * TURNED)[0] / b),
    "confidence_width": Case(lambda a, b: F.confidence_width(50, 5, b, noise=0.5 * b) / b),
    "fraction_search": free(1e-9, 1e-8)(
        lambda a, b: flat(
            F.fraction_search(a + b * X, a + b * Y, 3, grid=5, random_state=0).error
        )
        / b**2
    ),
    "hull_aggregate": free(1e-7, 1e-7)(lambda a, b: F.hull_aggregate(a + b * P, a + b * Y).weights),
    "lasso_path_dictionary": free(1e-9, 1e-8)(knots),
    "lasso_path_dictionary, one column": Case(
        lambda a, b: (
            F.lasso_path_dictionary(X * [1, b, 1, 1], Y, (0.0, 0.5)).predictions(X * [1, b, 1, 1])
        ),
        tol=1e-9,
    ),
    "mallows_cp": free(1e-9, 1e-8)(
        lambda a, b: F.mallows_cp(path(a, b), a + b * X, a + b * Y, sigma=0.5 * b)
    ),
    "mallows_cp, own noise": free(1e-8, 1e-7)(
        lambda a, b: F.mallows_cp(path(a, b), a + b * X, a + b * Y)
    ),
    "preselect": free()(lambda a, b: F.preselect(a + b * P, a + b * Y, 0.5 * b)),
    "residuals_of": free()(residuals),
    "segment_aggregate": free()(segment),
    "segment_minimum": Case(
        lambda a, b: flat(
            *F.segment_minimum(b**2 * np.array([1.0, 2.0]), b**2 * np.array([2.0, 1.5]),
                               b**2 * np.array([1.0, 0.25]))
        )[:2]
    ),
    "simplex_least_squares": Case(
        lambda a, b: flat(F.simplex_least_squares(b**2 * P @ P.T, b**2 * P @ -Y)[0]), tol=1e-8
    ),
    "star_weights": free()(star),
    "star_weights, preselected": free()(
        lambda a, b: F.star_weights(a + b * P, a + b * Y, phi=0.5 * b).weights(5)
    ),
    # theory
    "boundary_bump": Case(
        lambda a, b: F.boundary_bump(b * np.linspace(-2, 2, 9), 1.5, 1.5 * b) / b**1.5
    ),
    "bump_width": Case(lambda a, b: F.bump_width(b**2.5, 1.5) / b),
    "certified_labels": free()(
        lambda a, b: F.certified_labels(
            a + b * PLACES, b * SCORES[0, :3] + 0 * BAGS - b, np.full(12, 0.1), BAGS, LABELS,
            1.5 * b, 0.5,
        )
        + 1.0
    ),
    "fit_smooth_boundary": Case(
        lambda a, b: boundary(b)
    ),
    "largest_increments": free()(lambda a, b: F.largest_increments(a + b * SCORES) / b),
    "smoothness_norm": Case(
        lambda a, b: F.smoothness_norm(b * np.array([SCORES[:2], SCORES[2:]]), 1.5) / b
    ),
    # rules
    "cspade": Case(sequences, "origin"),
    # text
    "average_precision": free()(
        lambda a, b: F.average_precision(np.arange(9) % 2 == 0, a + b * SCORES[0])
    ),
    "mean_average_precision": free()(
        lambda a, b: F.mean_average_precision(a + b * SCORES, LABELS[:4], LABELS[:9])
    ),
    "ndcg_at": free()(lambda a, b: F.ndcg_at(np.arange(9) % 3, a + b * SCORES[0], 5)),
    "pair_error": free()(
        lambda a, b: F.pair_error(a + b * SCORES[:, :4], [[0, 1, 2], [1, 3, 0], [2, 0, 1]])
    ),
    "bounded_dictionary": Case(
        lambda a, b: F.bounded_dictionary(b * WORDS, CODES, 0.5 * b**2) / b, tol=1e-8
    ),
    "procrustes_orthonormal": Case(lambda a, b: F.procrustes_orthonormal(b * TURNED)),
    "procrustes_orthonormal, near": Case(
        lambda a, b: F.procrustes_orthonormal(b * TURNED[:, :2] @ [[1.0, 1], [1, 1]], np.eye(6, 2))
    ),
    "related_features": Case(lambda a, b: F.related_features(b * (TOPICS.T @ TOPICS), 1, 3)),
    "sparse_codes": Case(lambda a, b: F.sparse_codes(b * WORDS, TOPICS, 0.05 * b) / b, tol=1e-5),
    "sparse_lsa_steps": Case(rounds, tol=1e-8),
    "top_words": Case(
        lambda a, b: [int(w) for ws in F.top_words(b * TOPICS, list("012345"), 3) for w in ws]
    ),
    "word_shares": Case(lambda a, b: F.word_shares(b * WORDS).toarray()),
}  # fmt: skip

EXCUSED = reasons(
    {
        "edges, votes and margins between -1 and 1": """boost boosting_bound dual_objective
            edge_product edge_sum_bound emargin emargin_curve emargin_vc finite_class_cost
            fixed_step_bound improve_margins least_margin_bound lp_weights merge_votes
            primal_objective quantile_bound rounds_to_separate signed_votes simple_emargin
            step_limit vote_weights""",
        "numbers of a theorem, of counts and constants alone": """bernstein_risk_bound
            block_validation_bound bounded_loss_constants certificate_horizon label_complexity
            label_exponents mean_risk_bound online_loss_bound optimistic_mean_risk_bound
            partial_label_bound random_stopping_bound risk_certificate significance_threshold
            stopping_failure validation_price balance_bounds boosting_splits entropy_drop_bound
            mixed_share_bound""",
        "labels, bags and finite classes": """ambiguity_degree best_threshold co_occurrence
            littlestone_dimension partial_zero_one threshold_class vc_dimension""",
        "shares and probabilities": """clpl_population_minimizer disagreement_coefficient
            doubt_radius doubtful_mass interval_doubt_radius best_label_partition entropy_drop
            gini_drop greedy_entropies mixed_share right_share split_objective two_label_drop""",
        "on the unit interval or square": """highest_analytic highest_boundary line_sampler
            probabilistic_bisection""",
        "baskets and counts": """apriori association_rules eclat eclat_branches fit_item_counts
            from_pmml improvement interest least_count load_transactions nb_frequent to_pmml
            lda_log_joint perplexity sample_tuples split_objective_counts topic_states""",
        "margins are clipped to [-1, 1]": "relaxed_split_objective",
        "its hinge wants a margin of 1, and it starts from the identity": "preference_steps",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
