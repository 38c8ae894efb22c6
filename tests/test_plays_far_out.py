"""Units and origin change no answer: online learners, experts, alignments, bounds.

Rates are converted with what they multiply; a loss more for all experts moves no weight. Bounds of
theorems keep the unit of what they bound. ``far_out`` says how a table is read, and holds that each
function of the room is in it.
"""

from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.convex import Euclidean, PNorm
from mlcompanion.losses import Hinge, Logistic, Squared
from mlcompanion.online import DualAscentClassifier
from mlcompanion.online.core.dual_ascent import FixedScale
from mlcompanion.sequences import ChainFeatures

ROOMS = ("online",)
F = SimpleNamespace(**NAMES["online"])
RNG = np.random.default_rng(14)
X = dyadic(RNG.normal(size=(20, 3)))
Y = np.where(X @ [1.0, -1.0, 0.5] + 0.3 * RNG.normal(size=20) > 0, 1.0, -1.0)
U = dyadic(RNG.normal(size=(2, 3)))
W = np.array([0.5, -0.25, 1.0])
LOSSES = dyadic(RNG.random((8, 3)))
SHARE = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
PARTS = dyadic(RNG.normal(size=(3, 7)))
STARTS = dyadic(np.cumsum(RNG.random(6)) * 2)
FOUND = STARTS + dyadic(RNG.normal(size=6))
RELEVANT = np.array([True, False, False, True])
RANKED = np.arange(20)[:, None] % 4 == np.arange(4)
A = dyadic(RNG.normal(size=(2, 3)))
MISSING = np.array([1.0, 0.5])
LOGITS = np.array([-0.25, 0.125, 0.5, 0.0])
STRING_U = dyadic(RNG.normal(size=(2, 10)))
SOUND = np.sin(2 * np.pi * 440 / 8000 * np.arange(800)) + 0.1 * RNG.normal(size=800)


def powers(call, values, exponents, answer=0.0):
    """A bound of a theorem: each argument has a power of the unit, and so has the bound."""

    def of(a, b):
        moved = [v if e is None else np.multiply(v, b**e) for v, e in zip(values, exponents)]
        return flat(call(*moved)) / b**answer

    return Case(of, tol=1e-9)


def played(b, **options):
    """Weights have the inverse of the inputs' unit."""
    return F.dual_ascent(b * X, Y, scale=FixedScale(2.0 * b**2), **options)[1]


def weights_of(call, tol=1e-9):
    return Case(lambda a, b: call(b) * b, tol=tol)


def partition(a, b):
    found = F.best_partition(abs(a) + b * LOSSES, 2)
    return flat((found.loss - 8 * abs(a)) / b, found.path)


def pair(b):
    """What two margins lack, three kernels, the largest weight and the present one."""
    return 1.0, 0.5, b, 0.75 * b, -0.25 * b, 2 / b, 0.5 / b


def mirror(a, b):
    found = F.strongly_convex_run(b * X, Y, Hinge(), sigma=0.1 * b**2)
    return flat(found.losses)


CASES = {
    # learners
    "average_hypothesis": weights_of(lambda b: F.average_hypothesis(b * X, played(b))),
    "dual_ascent": Case(lambda a, b: flat(played(b).scores)),
    "dual_ascent, p-norm": Case(lambda a, b: flat(played(b, geometry=PNorm(4.0)).scores), tol=1e-9),
    "dual_ascent, coordinate": Case(lambda a, b: flat(played(b, step="coordinate").scores)),
    "hypothesis_path": weights_of(lambda b: F.hypothesis_path(b * X, played(b))),
    "best_in_hindsight": weights_of(
        lambda b: F.best_in_hindsight(b * X, 2 * Y, Squared(), l2=0.5 * b**2), 1e-6
    ),
    "best_in_hindsight, logistic": weights_of(
        lambda b: F.best_in_hindsight(b * X, Y, Logistic(), l2=0.5 * b**2), 1e-6
    ),
    "best_in_hindsight, ball": weights_of(
        lambda b: F.best_in_hindsight(b * X, Y, Hinge(), radius=0.5 / b), 1e-5
    ),
    "hindsight_objective": Case(
        lambda a, b: F.hindsight_objective(W / b, b * X, Y, Hinge(), 0.5 * b**2)
    ),
    "doubling_run": Case(lambda a, b: flat(F.doubling_run(b * X, Y, b**2, 2.0 / b**2).losses)),
    "slope_scale_run": Case(lambda a, b: flat(F.slope_scale_run(b * X, Y, 2.0 / b**2).losses)),
    "exponentiated_run": Case(
        lambda a, b: flat(F.exponentiated_run(b * X, Y, 2.0 / b, 0.5 / b).losses)
    ),
    "l1_ball_run": Case(
        lambda a, b: flat(F.l1_ball_run(b * X, Y, 2.0 / b, 0.5 / b**2).losses)
    ),
    "strongly_convex_run": Case(mirror),
    "mixed_ascent": Case(
        lambda a, b: flat(F.mixed_ascent(b * X, Y, 2.0 * b**2, random_state=0).losses)
    ),
    "simplex_run": Case(lambda a, b: flat(F.simplex_run(b * LOSSES, 2.0 * b)) / b),
    "passes_until_separated": Case(
        lambda a, b: F.passes_until_separated(b * X, np.where(X[:, 0] > 0, 1.0, -1.0))
    ),
    "progressive_validation": Case(
        lambda a, b: flat(
            F.progressive_validation(
                DualAscentClassifier(scale=FixedScale(2.0 * b**2), fit_intercept=False), b * X, Y
            )
        ),
    ),
    # single steps
    "hinge_dual": Case(lambda a, b: F.hinge_dual(np.full(20, 0.5), b * X, Y, b**2)),
    "hinge_step_euclidean": Case(lambda a, b: F.hinge_step_euclidean(0.25, 2 * b**2, 3 * b**2)),
    "hinge_step_line": Case(
        lambda a, b: F.hinge_step_line(lambda v: v, b * W, b * X[0], 3 * b**2), tol=1e-8
    ),
    "hinge_step_p_norm": Case(lambda a, b: F.hinge_step_p_norm(b * W, b * X[0], 3 * b**2)),
    "label_ranking_dual": Case(
        lambda a, b: F.label_ranking_dual(
            np.full(4, 0.125), X[0, [0, 1, 2, 0]], 2 * b**2, RELEVANT, 3 * b**2
        )
    ),
    "label_ranking_step": Case(
        lambda a, b: flat(
            F.label_ranking_step(X[0, [0, 1, 2, 0]], 2 * b**2, RELEVANT, 3 * b**2)
        )
    ),
    "label_ranking_run": Case(
        lambda a, b: flat(F.label_ranking_run(b * X, RANKED, 2.0 * b**2).losses)
    ),
    "label_ranking_run, I": Case(
        lambda a, b: flat(F.label_ranking_run(b * X, RANKED, 2.0 * b**2, update="I").losses)
    ),
    "label_ranking_run, II": Case(
        lambda a, b: flat(F.label_ranking_run(b * X, RANKED, 2.0 * b**2, update="II").losses)
    ),
    "max_of_hinge_objective": Case(
        lambda a, b: F.max_of_hinge_objective(W / b, b * A, MISSING, b**2)
    ),
    "max_of_hinge_bound": Case(
        lambda a, b: F.max_of_hinge_bound(b * A, MISSING, b**2, 9)
    ),
    "max_of_hinge_dual": Case(
        lambda a, b: F.max_of_hinge_dual(b * A, MISSING, W / b, b**2).w * b, tol=1e-6
    ),
    "max_of_hinge_step": Case(
        lambda a, b: F.max_of_hinge_step(b * A, MISSING, W / b, b**2, 30).w * b
    ),
    "pair_cases": Case(lambda a, b: F.pair_cases(*pair(b))[0] + 1.0),
    "solve_pair": Case(
        lambda a, b: flat(*F.solve_pair(*pair(b))) * b
    ),
    "label_ranking_loss": free(far=1e-8)(
        lambda a, b: F.label_ranking_loss(a + b * W[[0, 1, 2, 0]], RELEVANT, b) / b
    ),
    "ranking_loss": Case(
        lambda a, b: F.ranking_loss(a + W[[0, 1, 2, 0]], [1.0, 2, 2, 3]), "origin"
    ),
    "pair_error": free()(lambda a, b: F.pair_error(a + b * W[[0, 1, 2, 0]], [1.0, 2, 2, 3])),
    "worst_pair": Case(
        lambda a, b: flat(F.worst_pair(a + W[[0, 1, 2, 0]], [1.0, 2, 2, 3])), "origin"
    ),
    # comparators: their weights have the inverse of the inputs' unit
    "comparator_losses": Case(lambda a, b: F.comparator_losses(U / b, b * X, Y)),
    "comparator_bounds": Case(lambda a, b: F.comparator_bounds(U / b, b * X, Y)),
    "bound_frontier": Case(
        lambda a, b: flat(F.bound_frontier(b * X, Y, np.array([0.5, 2.0]) / b**2).bounds), tol=1e-4
    ),
    "multiclass_comparator_losses": Case(
        lambda a, b: F.multiclass_comparator_losses(
            np.array([U[[0, 1, 0]]]) / b, b * X, np.arange(20) % 3
        )
    ),
    "ranking_comparator_losses": Case(
        lambda a, b: F.ranking_comparator_losses(
            U / b, [b * X[:4]], [[1.0, 2, 2, 3]]
        )
    ),
    "regret_curve": free(far=1e-8)(
        lambda a, b: F.regret_curve(a + b * LOSSES[:, 0], a + b * LOSSES[:, 1]) / b
    ),
    # experts
    "best_partition": free(far=1e-8)(partition),
    "baum_welch_transitions": free(1e-6, 1e-5)(
        lambda a, b: (
            F.baum_welch_transitions(
                abs(a) + b * LOSSES, eta=0.5 / b, max_iter=50
            ).transitions
        )
    ),
    "expected_transitions": free(1e-9, 1e-7)(
        lambda a, b: flat(*F.expected_transitions(abs(a) + b * LOSSES, SHARE, 0.5 / b)[1:])
    ),
    "fixed_share": free(1e-9, 1e-7)(
        lambda a, b: F.fixed_share(abs(a) + b * LOSSES, 0.1, 0.5 / b).weights
    ),
    "fixed_share_step": free(1e-9, 1e-7)(
        lambda a, b: F.fixed_share_step(SHARE[0], abs(a) + b * LOSSES[0], 0.1, 0.5 / b)
    ),
    "follow_the_leader": free()(lambda a, b: F.follow_the_leader(abs(a) + b * LOSSES)),
    "hindsight_alpha": free(1e-5, 1e-4)(
        lambda a, b: flat(F.hindsight_alpha(abs(a) + b * LOSSES, 0.5 / b, 20)[0])
    ),
    "learn_alpha": free(1e-9, 1e-7)(
        lambda a, b: F.learn_alpha(abs(a) + b * LOSSES, [0.1, 0.5], 0.5 / b).weights
    ),
    "run_record": free(1e-9, 1e-7)(
        lambda a, b: (
            F.run_record(
                F.static_expert(abs(a) + b * LOSSES, 0.5 / b), abs(a) + b * LOSSES
            ).regret
            / b
        )
    ),
    "static_expert": free(1e-9, 1e-7)(
        lambda a, b: F.static_expert(abs(a) + b * LOSSES, 0.5 / b).weights
    ),
    "transition_share": free(1e-9, 1e-7)(
        lambda a, b: F.transition_share(abs(a) + b * LOSSES, SHARE, 0.5 / b).weights
    ),
    "transition_step": free(1e-9, 1e-7)(
        lambda a, b: F.transition_step(SHARE[0], abs(a) + b * LOSSES[0], SHARE, 0.5 / b)
    ),
    "best_arm": free()(lambda a, b: (F.best_arm(a + b * LOSSES) - a) / b),
    "best_in_ball": Case(lambda a, b: F.best_in_ball(b * LOSSES, 2.0) / b),
    # alignment
    "align_dp": Case(lambda a, b: F.align_dp(F.alignment_scores(b * PARTS, 4)).starts),
    "align_dp, envelope": Case(
        lambda a, b: (
            F.align_dp(
                F.alignment_scores(b * PARTS, 4, bend=b * np.ones(3), rate=np.ones(3)),
                method="envelope",
            ).starts
        )
    ),
    "alignment_score": Case(
        lambda a, b: F.alignment_score(F.alignment_scores(b * PARTS, 4), [0, 2, 4]) / b
    ),
    "alignment_scores": Case(
        lambda a, b: F.alignment_score(
            F.alignment_scores(b * PARTS, 4, end=b * np.pad(PARTS, ((0, 0), (0, 1)))), [0, 2, 4]
        )
        / b
    ),
    "alignment_cost": free()(
        lambda a, b: F.alignment_cost(a + b * STARTS, a + b * FOUND, 0.75 * b)
    ),
    "boundary_accuracy": free()(
        lambda a, b: F.boundary_accuracy(a + b * STARTS, a + b * FOUND, 0.75 * b)
    ),
    "mean_deviation": free()(lambda a, b: F.mean_deviation(a + b * STARTS, a + b * FOUND) / b),
    "tenfold_cost": free()(lambda a, b: F.tenfold_cost(a + b * STARTS, a + b * FOUND, 0.75 * b)),
    "local_polynomial": free()(
        lambda a, b: (
            np.asarray(F.local_polynomial(a + b * PARTS[0])) - np.array([[a], [0], [0]])
        )
        / b
    ),
    "labelled_frames": free()(
        lambda a, b: (F.labelled_frames([a + b * PARTS.T], [[0, 1, 0]], [[0, 2, 5]])[0] - a) / b
    ),
    "harmonic_energies": Case(
        lambda a, b: F.harmonic_energies(b * SOUND, 8000.0, [60, 69]) / b**2, tol=1e-9
    ),
    # distributions: scores have the inputs' unit
    "label_ranking_step_entropy": Case(
        lambda a, b: F.label_ranking_step_entropy(X[:4], b * W, RELEVANT, b, b)[0], tol=1e-7
    ),
    "presence_dual": Case(
        lambda a, b: (
            F.presence_dual([0.125, 0.125, 0, 0], LOGITS, b, LOGITS > 0.25, b, 0.25 * b) / b
        )
    ),
    "presence_step": Case(lambda a, b: F.presence_step(LOGITS, b, RELEVANT, b, 0.25 * b)),
    "pair_scale": Case(lambda a, b: F.pair_scale(-0.5, 0.5, b, b, 0.25 * b)),
    "string_comparator_losses": Case(
        lambda a, b: F.string_comparator_losses(
            np.concatenate([STRING_U[:, :6] / b, STRING_U[:, 6:]], axis=1),
            ChainFeatures(2, 3), [b * X[:4]], [[0, 1, 1, 0]],
        )
    ),
    "progress_gap": Case(
        lambda a, b: (
            F.progress_gap(Euclidean(), b * W, b * (W - 0.5 * X[0]), b * X[0], 0.5, b * X[1]) / b**2
        ),
        tol=1e-9,
    ),
    "regret_record": free()(
        lambda a, b: (
            F.regret_record(
                a + b * LOSSES.T, a * np.arange(1, 9) + b * np.cumsum(LOSSES[:, 0])
            ).regret
            / b
        )
    ),
    # bounds of theorems
    "aggressive_bound": powers(F.aggressive_bound, (2.0, 3.0, 1.5), (None, 1, -2)),
    "anytime_self_bounded_bound": powers(
        F.anytime_self_bounded_bound, (2.0, 1.0, 3.0, 1.0, 2.0, 1.5), (-2, None, 2, None, 2, None)
    ),
    "bounded_loss_beta2": powers(F.bounded_loss_beta2, (3.0, 1.5), (2, -2), 2),
    "bounded_loss_bound": powers(F.bounded_loss_bound, (2.0, 3.0, 1.5, 1.0), (None, 2, -2, None)),
    "dual_lower_bound": powers(F.dual_lower_bound, ([1.0, 2.0], [1.0, 2.0], 3.0), (None, 2, 2)),
    "hinge_ball_radius": powers(F.hinge_ball_radius, (0.5,), (2,), -1),
    "hinge_subgradient_constant": powers(F.hinge_subgradient_constant, (0.5, 2.0), (2, 1), 2),
    "self_tuned_winnow_bound": powers(
        F.self_tuned_winnow_bound, (2.0, 1.5, 9, 0.5), (1, 1, None, 1)
    ),
    "simplex_subgradient_limit": powers(
        F.simplex_subgradient_limit, (2.0, 0.5, 9), (1, 1, None), 1
    ),
    "winnow_bound": powers(F.winnow_bound, (2.0, 1.5, 9, 0.5), (1, 1, None, 1)),
    "aggressive_regret_bound": powers(F.aggressive_regret_bound, (3.0, 1.5, 9), (1, -2, None)),
    "anytime_lipschitz_bound": powers(
        F.anytime_lipschitz_bound, (2.0, 3.0, 1.5, 9), (-2, 2, -2, None)
    ),
    "common_step_bound": powers(F.common_step_bound, (2.0, [1.0, 2.0]), (-1, 2)),
    "doubling_bound": powers(F.doubling_bound, (3.0, 1.5, 9), (2, -2, None)),
    "gradient_descent_bound": powers(
        F.gradient_descent_bound, (2.0, [1.0, 2.0], [0.5, 0.25]), (-1, 2, -2)
    ),
    "hindsight_scale": powers(F.hindsight_scale, (2.0, [1.0, 2.0]), (-2, 2), 2),
    "lipschitz_bound": powers(F.lipschitz_bound, (2.0, 3.0, 1.5, 9), (-2, 2, -2, None)),
    "lipschitz_scale": powers(F.lipschitz_scale, (3.0, 1.5, 9), (2, -2, None), 2),
    "margin_bound": powers(F.margin_bound, (2.0, 0.5), (1, 1)),
    "p_norm_bound": powers(F.p_norm_bound, (2.0, 3.0, 1.5, 4.0), (None, -1, 1, None)),
    "path_bound": powers(F.path_bound, (2.0, [1.0, 2.0], 3.0), (-2, 2, 2)),
    "path_regret_bound": powers(F.path_regret_bound, ([1.0, 2.0], 0.5), (1, 2)),
    "perceptron_bound": powers(F.perceptron_bound, (2.0, 3.0, 1.5), (None, -1, 1)),
    "perceptron_bound_exact": powers(F.perceptron_bound_exact, (2.0, 3.0, 1.5), (None, -1, 1)),
    "perceptron_regret_bound": powers(F.perceptron_regret_bound, (3.0, 1.5, 9), (-1, 1, None)),
    "log_regret_bound": powers(F.log_regret_bound, (3.0, 0.5, 9), (2, 2, None)),
    "quasi_additive_bound": powers(
        F.quasi_additive_bound, (5, 2.0, 1.0, 1.5, 3.0), (None, -2, None, 1, 2)
    ),
    "root_step_bound": powers(F.root_step_bound, (2.0, 1.5, 9), (-1, 1, None)),
    "root_steps": powers(F.root_steps, (2.0, 9), (1, None), 1),
    "self_bounded_bound": powers(F.self_bounded_bound, (3.0, 1.5, 2.0), (2, -2, None)),
    "self_bounded_scale": powers(F.self_bounded_scale, (3.0, 1.5, 2.0), (2, -2, None), 2),
    "slope_scale_bound": powers(F.slope_scale_bound, ([1.0, 2.0], 2.0, 1.5), (2, 2, -2)),
    "strong_steps": powers(F.strong_steps, (2.0, 9), (1, None), -1),
    "structured_bound": powers(F.structured_bound, (2.0, 3.0, 1.5), (None, 1, -2)),
    "structured_fixed_bound": powers(
        F.structured_fixed_bound, (2.0, 1.5, 3.0, 9, 2.0), (None, -2, 1, None, 2)
    ),
    "telescoped_regret_bound": powers(
        F.telescoped_regret_bound, ([0.5, 0.25], [1.0, 2.0], [0.5, 0.5, 0.25], 0.5), (-2, 1, -2, 2)
    ),
    "window_bound": powers(F.window_bound, (2.0, 3.0, 4, 1.5), (2, None, None, 1)),
}  # fmt: skip

EXCUSED = reasons(
    {
        "calls learners, worlds and functions that are given": """compete compete_together
            induced_losses label_ranking_pdip online_convex_programming play strong_convexity_gap
            target_adversary""",
        "worlds of their own": """coin drifting_regression fixed_stream orthogonal_stream
            zero_one_adversary""",
        "its beta is 1 or more, by the lemma": "root_increment_sides",
        "counts, rates and mistakes": """alma_constants alpha_grid doubling_checkpoints durations_of
            relative_mistake_bound r_of_k_bound r_of_k_comparator share_matrix vote_regret_bound
            wrong_curvature_exponent""",
        "log losses, in nats": """approximate_fixed_share_bound approximate_learn_alpha_bound
            approximate_static_bound approximate_switching_bound fixed_share_bound learn_alpha_bound
            static_expert_bound switching_bound transition_bound""",
        "inputs are 0, 1 and -1": "hinge_step_entropy interval_weights",
        "takes what a learner left": """block_regret_bound coordinate_regret_bound
            matrix_regret_bound update_types""",
        "only builds an engine": "adaptive_engine",
        "pitches and hertz": "band_edges pitch_hertz",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
