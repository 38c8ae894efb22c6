"""Units of columns and outputs change no answer: the functions of regression and sparse fits.

Each public function that looks at a design matrix and outputs stands in ``CASES`` with a call on
columns in units of ``a`` and outputs in units of ``b``, penalties converted, whose answer is turned
back into plain units. A new name enters by itself: the first test fails until it has a call or, by
its definition, a reason in ``EXCUSED``.
"""

import inspect
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from test_bad_input import NAMES, tried

from mlcompanion.losses import Huber
from mlcompanion.optimize import Quadratic
from mlcompanion.prox import L1, GroupPenalty, TreeGroups, TreeNorm
from mlcompanion.regression import LeastSquares
from mlcompanion.sparse import stochastic_l1

ROOMS = ("regression", "sparse")
F = SimpleNamespace(**{name: thing for room in ROOMS for name, thing in NAMES[room].items()})
RNG = np.random.default_rng(11)
X = RNG.normal(size=(40, 3))
Y = X @ [1.0, 2.0, 3.0] + 0.3 * RNG.normal(size=40)
W = np.array([0.9, 2.2, 2.7])
WEIGHTS = RNG.uniform(0.5, 2, size=40)
TASK = np.arange(40) % 2
FOLDS = np.arange(40) % 5
PLACES = np.arange(1.0, 41)
C = np.array([[2.0, -1.0], [-1.0, 2.0]])
TREE = TreeGroups([-1, 0, 0])
#: Each column its own unit: no rank rule may call the first a rounding error of the last.
COLUMNS = [
    np.array(units)
    for units in ((1e-15, 1.0, 1e6), (1e6, 1e-12, 1e3), (1e8, 1e-8, 1.0), (1e-150, 1e100, 1.0))
]
UNITS = (1e-12, 1e-6, 1e6, 1e12)


class Case(NamedTuple):
    """``call(a, b)`` and what its answer is free of: columns, units, outputs."""

    call: object
    free: str = "columns units outputs"
    tol: float = 1e-10


def band(found):
    """Means and deviations of a band, in the units of the outputs."""
    return np.concatenate([found.mean, found.std])


def fit(solve):
    """A function of a design and outputs that returns the coefficients."""
    return Case(lambda a, b: solve(a * X, b * Y) * a / b)


def path(choose):
    """A function that returns subsets and their sums of squares."""

    def call(a, b):
        found = choose(a * X, b * Y)
        subsets = np.concatenate([s for s in found.subsets if s is not None])
        return np.append(subsets, found.rss / b**2)

    return Case(call)


def problem(a, b):
    return F.StructuredProblem(
        a * X, b * Y, GroupPenalty([[0, 1], [1, 2]], a * b, n_features=3), 0.5 * a * b
    )


def quadratic(a, b):
    return Quadratic.from_least_squares(a * X, b * Y)


def by_signs(solve, **options):
    """Stochastic steps on the signs of the outputs, weights in units of one over the columns'."""

    def call(a, b):
        steps = {name: value / a**2 for name, value in options.items()}
        run = solve(a * X, np.where(np.median(Y) < Y, 1.0, -1.0), 0.02 * a, random_state=0, **steps)
        return run.w * a

    return Case(call, "units")


SCALAR = "units outputs"  # a penalty has the units of all columns together
CASES = {
    "scd": by_signs(stochastic_l1.scd),
    "smidas": by_signs(stochastic_l1.smidas, eta=0.1),
    "truncated_gradient": by_signs(stochastic_l1.truncated_gradient, eta=0.1),
    "mirror_subgradient": by_signs(stochastic_l1.mirror_subgradient, eta=0.1),
    "l1_gap": Case(
        lambda a, b: stochastic_l1.l1_gap(
            stochastic_l1.L1Problem(a * X, np.where(np.median(Y) < Y, 1.0, -1.0), 0.02 * a), W / a
        ),
        "units",
    ),
    "p_norm_weights": Case(lambda a, b: stochastic_l1.p_norm_weights(b * W, 4.0) / b, "outputs"),
    "generalized_inverse": Case(lambda a, b: F.generalized_inverse(a * X) * a, "units"),
    "hat_matrix": Case(lambda a, b: F.hat_matrix(a * X), "columns units"),
    "minimum_norm_solution": fit(F.minimum_norm_solution),
    "qr_solution": fit(F.qr_solution),
    "normal_equations_solution": fit(F.normal_equations_solution),
    "shortest_solution": fit(F.shortest_solution),
    "weighted_least_squares": fit(lambda A, y: F.weighted_least_squares(A, y, WEIGHTS)),
    "weighted_least_squares, qr": fit(lambda A, y: F.weighted_least_squares(A, y, WEIGHTS, "qr")),
    "weighted_least_squares, normal": fit(
        lambda A, y: F.weighted_least_squares(A, y, WEIGHTS, "normal")
    ),
    "least_squares_gradient": Case(
        lambda a, b: F.least_squares_gradient(a * X, b * Y, W * b / a) / a / b
    ),
    "ridge_path, 0": fit(lambda A, y: F.ridge_path(A, y, [0.0])[0]),
    "ridge_path": Case(
        lambda a, b: F.ridge_path(a * X, b * Y, [0.5 * a**2, 3 * a**2]) * a / b, SCALAR
    ),
    "generalized_ridge": Case(
        lambda a, b: F.generalized_ridge(a * X, b * Y, 2 * a**2, np.eye(3)) * a / b, SCALAR
    ),
    "ridge_dual": Case(
        lambda a, b: F.ridge_dual(a * X, b * Y, b / a, [0.5 * a**2, 3 * a**2]) / b**2, SCALAR
    ),
    "ridge_radius": Case(lambda a, b: F.ridge_radius(a * X, b * Y, b / a) / a**2, SCALAR),
    "gcv_path": Case(
        lambda a, b: np.asarray(F.gcv_path(a * X, b * Y, [0.5 * a**2, 3 * a**2])) / b**2, SCALAR
    ),
    "loo_error": Case(lambda a, b: F.loo_error(a * X, b * Y, 2 * a**2) / b**2, SCALAR),
    "loo_path": Case(
        lambda a, b: np.asarray(F.loo_path(a * X, b * Y, [0.5 * a**2, 3 * a**2])) / b**2, SCALAR
    ),
    "loo_by_refitting": Case(
        lambda a, b: F.loo_by_refitting(a * X, b * Y, 2 * a**2) / b**2, SCALAR
    ),
    "loo_residuals": Case(
        lambda a, b: F.loo_residuals(F.DesignSVD.of(a * X), b * Y, 2 * a**2) / b, SCALAR
    ),
    "cross_validate_path": Case(
        lambda a, b: (
            np.asarray(F.cross_validate_path(a * X, b * Y, [0.5 * a**2, 3 * a**2], FOLDS)) / b**2
        ),
        SCALAR,
    ),
    "loo_grid": Case(
        lambda a, b: np.asarray(F.loo_grid(a * X, b * Y, [a, 2 * a], [0.1, 1])) / b**2,
        SCALAR,
    ),
    "cross_validate_grid": Case(
        lambda a, b: (
            np.asarray(F.cross_validate_grid(a * X, b * Y, [a, 2 * a], [0.1, 1], random_state=0))
            / b**2
        ),
        SCALAR,
    ),
    # bands
    "ridge_predictive_variance": Case(
        lambda a, b: band(F.ridge_predictive_variance(a * X, a * X[:5], 0.0, b * Y)) / b
    ),
    "ridge_predictive_variance, penalised": Case(
        lambda a, b: band(F.ridge_predictive_variance(a * X, a * X[:5], 2.0 * a**2, b * Y)) / b,
        SCALAR,
    ),
    "smoother_band": Case(
        lambda a, b: band(F.smoother_band(np.full((40, 40), 1 / 40), np.eye(40)[:3], b * Y)) / b,
        "outputs",
    ),
    "bootstrap_predict": Case(
        lambda a, b: (
            F.bootstrap_predict(LeastSquares(), a * X, b * Y, a * X[:5], 4, random_state=0).std / b
        ),
        "columns units outputs",
        1e-8,
    ),
    "lag_matrix": Case(lambda a, b: np.column_stack(F.lag_matrix(b * Y, 3)) / b, "outputs"),
    "importance_weighted_ls": fit(lambda A, y: F.importance_weighted_ls(A, y, WEIGHTS)),
    "importance_weighted_cv": Case(
        lambda a, b: (
            np.asarray(
                F.importance_weighted_cv(F.LeastSquares(), a * X, b * Y, WEIGHTS, random_state=0)
            )
            / b**2
        )
    ),
    "effective_sample_size": Case(lambda a, b: F.effective_sample_size(WEIGHTS * b), "outputs"),
    "irls_rescaled": Case(
        lambda a, b: F.irls_rescaled(a * X, b * Y, Huber, 1.0, W * b / a, 1e-13)[0].theta * a / b
    ),
    "lad_program": Case(lambda a, b: F.lad_program(a * X, b * Y)[0] * a / b),
    "mad_scale": Case(lambda a, b: F.mad_scale(b * Y, 0.3 * b) / b, "outputs"),
    "sensitivity_curve": Case(
        lambda a, b: F.sensitivity_curve(F.qr_solution, a * X, b * Y, 3, [0.0, 5 * b]) * a / b
    ),
    "breakdown_curve": Case(
        lambda a, b: (
            F.breakdown_curve(F.qr_solution, a * X, b * Y, (0, 2), outlier=1e3 * b, random_state=0)
            * np.mean(a)
            / b
        ),
        SCALAR,
    ),
    "sgd_least_squares": Case(
        lambda a, b: (
            F.sgd_least_squares(
                a * X, b * Y, eta=0.05 / a**2, tol=1e-3, max_iter=200, random_state=0
            ).coef
            * a
            / b
        ),
        SCALAR,
    ),
    "multitask_parameters": Case(
        lambda a, b: F.multitask_parameters(a * X, b * Y, TASK, a**2 * C) * a / b, SCALAR
    ),
    "multitask_weights": Case(
        lambda a, b: F.multitask_weights(a**2 * X @ X.T, b * Y, TASK, a**2 * C) * a**2 / b,
        SCALAR,
    ),
    # smoothing of a series
    "lcv": Case(lambda a, b: F.lcv(a * PLACES, b * Y, a * np.array([5.0, 9.0])) / b**2, SCALAR),
    "mcv": Case(lambda a, b: F.mcv(a * PLACES, b * Y, 7.0 * a, degree=1) / b**2, SCALAR),
    "design_fit": Case(lambda a, b: F.design_fit(a * PLACES, b * Y, 5.0 * a) / b, SCALAR),
    "select_bandwidth": Case(
        lambda a, b: F.select_bandwidth(a * PLACES, b * Y, a * np.array([3.0, 5.0, 9.0])).h / a,
        SCALAR,
    ),
    "residual_lag": Case(
        lambda a, b: F.residual_lag(a * PLACES, b * Y, 9.0 * a).correlations, SCALAR
    ),
    "block_loo_scores": Case(
        lambda a, b: F.block_loo_scores(a * X, b * Y, [1.0, 9.0], a, 1) / b**2, SCALAR
    ),
    # sparse fits
    "backward_elimination": path(F.backward_elimination),
    "forward_selection": path(F.forward_selection),
    "best_subset": path(F.best_subset),
    "lasso_path": Case(
        lambda a, b: F.lasso_path(a * X, b * Y, n_lams=5, tol=1e-12).coefs * a / b, SCALAR, 1e-8
    ),
    "admm_lasso": Case(
        lambda a, b: (
            F.admm_lasso(a * X, b * Y, 5 * a * b, rho=a**2, tol=1e-10, max_iter=5000).theta * a / b
        ),
        SCALAR,
        1e-7,
    ),
    "truncated_sgd": Case(
        lambda a, b: (
            F.truncated_sgd(
                a * X, b * Y, 0.2 * a * b, (0.05 / a**2, 0.01 / a**2), n_epochs=5, random_state=0
            ).theta
            * a
            / b
        ),
        SCALAR,
    ),
    "sparse_cca": Case(
        lambda a, b: F.sparse_cca(a * X, b * np.column_stack([Y, X[:, 0]]), 1.2, 1.2).u, SCALAR
    ),
    "correlation_tree": Case(
        lambda a, b: F.correlation_tree(a * (X + Y[:, None]), 0.1).parent, "columns units"
    ),
    "permutation_tune": Case(
        lambda a, b: (
            F.permutation_tune(
                F.SparseCCA(1.2, 1.2, n_init=0),
                a * X,
                b * np.column_stack([Y, X[:, 0]]),
                [{"radius_x": 1.1}, {"radius_x": 1.5}],
                n_permutations=4,
                random_state=0,
            ).z
        ),
        tol=1e-8,
    ),
    "correlation_graph": Case(
        lambda a, b: F.correlation_graph(a * (X + Y[:, None]))[0], "columns units"
    ),
    "norm_gap": Case(
        lambda a, b: np.ravel(F.norm_gap(a * X, b * Y, W * b / a, L1(3 * a * b))) / b**2,
        SCALAR,
    ),
    "group_gap": Case(
        lambda a, b: np.ravel(F.group_gap(problem(a, b), W * b / a, np.zeros(4))) / b**2,
        SCALAR,
    ),
    "reweighted_least_squares": Case(
        lambda a, b: (
            F.reweighted_least_squares(
                quadratic(a, b), TreeNorm(TREE, a * b), W * b / a, smoothing=1e-3 * b / a
            ).w
            * a
            / b
        ),
        SCALAR,
    ),
    "ward_tree": Case(lambda a, b: F.ward_tree(a * X).parent, "units"),
}

BASIS = "a basis of fixed frequencies, powers or widths"
NETWORK = "a network's units have widths and thresholds of the order of one"
PROBLEM = "takes a problem, not data: see the estimators in test_equivariance"
NO_DATA = "looks at no data"
IMAGE = "of an image in units of its noise: linear, see its own tests"
EXCUSED = {
    "exponentiated_gradient": "its weights lie in a ball whose radius is given",
    "make_weak_signs": "it draws signs",
    **dict.fromkeys(
        [
            "p_norm_exponent",
            "proposition_bound",
            "proposition_eta",
            "restarts_for",
            "scd_bound",
            "scd_steps",
            "smidas_bound",
            "sparse_excess_bound",
            "sparse_least_loss",
            "theory_eta",
        ],
        "numbers of a theorem, of counts and constants alone",
    ),
    **dict.fromkeys(["gaussian_basis", "poly_basis", "trig_basis"], BASIS),
    **dict.fromkeys(
        [
            "train_network",
            "backprop_gradients",
            "fit_units",
            "hidden_outputs",
            "layer_scores",
            "network_gradients",
            "network_jacobian",
            "network_output",
            "random_layers",
            "train_layers",
        ],
        NETWORK,
    ),
    **dict.fromkeys(
        [
            "amise_bandwidth",
            "amise_factor",
            "asymptotic_lcv_bias",
            "check_design",
            "check_penalties",
            "expected_lcv_bias",
            "kernel_constants",
            "left_out_weights",
            "smoothing_kernel",
            "gaussian_efficiency",
            "threshold_of_efficiency",
            "task_penalty",
            "iteration_bound",
            "lp_norm",
            "lp_sphere",
            "touching_point",
            "ball_subgradient",
            "equal_entries",
            "excessive_gap",
            "excessive_gap_bound",
            "excessive_gap_iterations",
            "excessive_gap_steps",
            "largest_in_l1_l2_ball",
            "project_unit_ball",
            "restarted_excessive_gap",
            "universal_lambda",
        ],
        NO_DATA,
    ),
    **dict.fromkeys(
        ["fobos", "spg", "spg_path", "structured_admm", "structured_barrier", "polish_groups"],
        PROBLEM,
    ),
    **dict.fromkeys(
        [
            "wavelet_tree_denoise",
            "inverse_wavelet2",
            "oracle_shrinkage",
            "psnr",
            "shrink_wavelets",
            "wavelet2",
        ],
        IMAGE,
    ),
    "learn_similarity": "its similarities are exponentials of coefficients, which have a unit",
    "tree_codes": "atoms are unit vectors of raw signals, and its penalty is of them",
    "update_atoms": "atoms are unit vectors of raw signals, and its penalty is of them",
}


def functions():
    """Names of the rooms' functions that take arguments."""
    return {name for room in ROOMS for name in tried(room) if inspect.isroutine(NAMES[room][name])}


def test_every_function_is_listed():
    listed = {name.split(",")[0] for name in CASES}
    assert not listed & EXCUSED.keys()
    assert functions() == listed | EXCUSED.keys()


def agree(name, found):
    """Within the tolerance of the entry, in units of the largest entry."""
    want = np.asarray(CASES[name].call(1.0, 1.0), dtype=float)
    size = np.abs(want).max()
    np.testing.assert_allclose(found, want, rtol=0, atol=CASES[name].tol * size)


def entries(word):
    return [name for name, case in CASES.items() if word in case.free.split()]


@pytest.mark.parametrize("name", entries("columns"))
def test_units_of_single_columns_change_no_answer(name):
    for units in COLUMNS:
        agree(name, CASES[name].call(units, 1.0))


@pytest.mark.parametrize("name", entries("units"))
def test_units_of_all_columns_change_no_answer(name):
    for unit in UNITS:
        agree(name, CASES[name].call(unit, 1.0))


@pytest.mark.parametrize("name", entries("outputs"))
def test_units_of_outputs_change_no_answer(name):
    for unit in UNITS:
        agree(name, CASES[name].call(1.0, unit))
