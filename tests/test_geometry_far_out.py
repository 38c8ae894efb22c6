"""Units and origin change no answer: manifolds, fewer dimensions, outliers, resampling.

Widths, penalties and lengths of steps are converted. ``far_out`` says how a table is read, and
holds that each function of the rooms is in it.
"""

from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.manifold import GaussianKDEField, LapProblem

ROOMS = ("manifold", "reduction", "outliers", "resampling")
F = SimpleNamespace(**{name: thing for room in ROOMS for name, thing in NAMES[room].items()})
RNG = np.random.default_rng(9)
X = dyadic(RNG.normal(size=(24, 3)) @ np.diag([2.0, 1.0, 0.5]))
TURN = RNG.uniform(0, 3, size=24)
CURVE = dyadic(np.column_stack([TURN, np.sin(TURN)]) + 0.05 * RNG.normal(size=(24, 2)))
NEW = CURVE[:5] + 0.125
Y = np.where(np.arange(24) % 2, 1.0, -1.0)
SOME = np.where(np.arange(24) < 10, Y, 0.0)
GRAM = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / 4)
WEIGHTS = GRAM - np.eye(24)
L = np.diag(WEIGHTS.sum(axis=1)) - WEIGHTS
TIME = np.arange(24.0) / 8
WAVE = dyadic(np.sin(3 * TIME) + 0.1 * RNG.normal(size=24))
IMAGE = RNG.random((5, 6))
SEEN = RNG.random(X.shape) < 0.8
OUTPUT = dyadic(X[:, 0] ** 2 + 0.1 * RNG.normal(size=24))
T = np.array([[0.8, 0.6, 0.0]])


def field(a, b):
    return GaussianKDEField(a + b * CURVE, 0.4 * b)


def problem(b, **options):
    """Weights of norms belong to the kernel's unit: all scores stay."""
    return LapProblem(b * GRAM, b * L, SOME, 0.1 * b, 0.1 / b, **options)


def ridge(step, **options):
    def call(a, b):
        found = F.scms(field(a, b), a + b * NEW, step=step, max_iter=20, **options)
        return (found.points - a) / b

    return free(1e-9, 1e-7)(call)


def coordinates(a, b):
    lengths, modes = F.curvilinear_coordinates(field(a, b), a + b * NEW, max_iter=30)
    return flat(lengths / b, (modes - a) / b)


def kinds(a, b):
    gradient, hessian = b * np.array([1.0, 0.0]), b**2 * np.diag([-1.0, -3.0])
    return [name in F.classify_point(gradient, hessian, 1) for name in ("principal", "minor")]


def denoised(a, b):
    values, times = F.denoise_by_ridge(a + b * WAVE, a + b * TIME, 0.3 * b, 0.4 * b, max_iter=20)
    return flat((values - a) / b, (times - a) / b)


def ray(search):
    """A search along a direction: the longer the direction, the shorter the step."""

    def call(a, b):
        return search(X[:, 0], b * X[:, 1], Y, -0.3 * b, 2.0 * b**2) * b

    return Case(call)


def scores(solve, tol=1e-7, **options):
    """Scores of a solution of a graph's problem."""

    def call(a, b):
        found = solve(problem(b, **options))
        return b * GRAM @ found.alpha + found.b

    return Case(call, tol=tol)


def tenth(b):
    """Without an intercept, whose unit is another one: the source's steps see both together."""
    states = F.pcg_steps(problem(b, fit_intercept=False))
    found = [next(states) for _ in range(4)][-1]
    return b * GRAM @ found.alpha + found.b


def one_newton(a, b):
    intercept, alpha = F.newton_step(problem(b), SOME != 0)
    return b * GRAM @ alpha + intercept


def nearest(a, b):
    """The point, as a sum over what is returned: no place is more than a unit away."""
    found = F.nearest_on_segments(a + b * NEW, F.polyline_pieces(a + b * CURVE[:6]))
    return (np.asarray(found[0]) - a) / b


def curve(a, b):
    return (F.hastie_stuetzle(a + b * CURVE, 0.5).curve - a) / b


def broken(a, b):
    found = F.polygonal_line(a + b * CURVE, max_segments=3, max_rounds=5)
    return (found - a) / b


def left_out(a, b):
    found = F.first_order_changes(a + b * X, 1)
    return flat(found.values / b**2, abs(found.directions), found.bounds)


def dependence(a, b):
    found = F.mi_permutation_test(a + b * X, 30, bins=3, random_state=0)
    return flat(found.information, found.p_values)


def filled(a, b):
    found = F.impute_trace_norm(b * X, SEEN, 0.5 * b, max_iter=50, tol=1e-12)
    return found.matrix / b


def slope(a, b):
    found = F.qmi_derivative(a + b * X, a + b * OUTPUT, T, h=b, h_y=b, lam=0.1 * b**2)
    return flat(*found) * b**2


def scatters(call):
    def of(a, b):
        found = call(a + b * X, np.arange(24) % 3)
        return flat(*found[:2]) / b**2

    return free()(of)


CASES = {
    # graphs
    "apply_power": Case(lambda a, b: F.apply_power(b * L, X, 2) / b**2),
    "graph_laplacian": free()(lambda a, b: F.graph_laplacian(a + b * X, 4).toarray()),
    "graph_laplacian, width": free()(
        lambda a, b: F.graph_laplacian(a + b * X, 4, width=2.0 * b, normalized=True).toarray()
    ),
    "knn_graph": free()(lambda a, b: F.knn_graph(a + b * X, 4).toarray()),
    "knn_graph, mutual": free()(
        lambda a, b: F.knn_graph(a + b * X, 4, weights="binary", mutual=True).toarray()
    ),
    "laplacian_of": Case(lambda a, b: F.laplacian_of(b * WEIGHTS).toarray() / b),
    "laplacian_of, normalized": Case(
        lambda a, b: F.laplacian_of(b * WEIGHTS, normalized=True).toarray()
    ),
    "similarity_graph": free()(lambda a, b: F.similarity_graph(a + b * X)),
    "similarity_graph, local": free()(lambda a, b: F.similarity_graph(a + b * X, "local")),
    "similarity_graph, knn": free()(lambda a, b: F.similarity_graph(a + b * X, "knn").toarray()),
    # machines on graphs
    "deformed_kernel": Case(
        lambda a, b: flat(F.deformed_kernel(problem(b))[0] * b, F.deformed_kernel(problem(b))[1]),
        tol=1e-9,
    ),
    "hinge_objective": Case(lambda a, b: F.hinge_objective(problem(b), 0.1, Y / b)),
    "exact_line_search": ray(lambda *ray: F.exact_line_search(*ray).step),
    "exact_line_search, squares": ray(lambda *ray: F.exact_line_search(*ray, hinge=False).step),
    "newton_line_search": ray(lambda *ray: F.newton_line_search(*ray)[0]),
    "laplacian_coefficients": Case(
        lambda a, b: (
            F.laplacian_coefficients(b * GRAM, WEIGHTS, Y, SOME != 0, lam=b**2, nu=2.0) * b
        ),
        tol=1e-8,
    ),
    "newton_step": Case(one_newton, tol=1e-8),
    "pcg_steps": Case(lambda a, b: tenth(b)),
    "solve_dual": scores(lambda p: F.solve_dual(p)),
    "solve_newton": scores(lambda p: F.solve_newton(p)),
    "solve_pcg": scores(lambda p: F.solve_pcg(p, max_iter=60), 1e-6, fit_intercept=False),
    # ridges and curves
    "classify_point": Case(kinds),
    "curvilinear_coordinates": free(1e-8, 1e-6)(coordinates),
    "denoise_by_ridge": free(1e-9, 1e-7)(denoised),
    "hastie_stuetzle": free(1e-8, 1e-7)(curve),
    "image_points": Case(
        lambda a, b: flat(F.image_points(b * IMAGE, 0.3 * b)[0], F.image_points(b * IMAGE)[1] / b)
    ),
    "nearest_on_segments": free()(nearest),
    "polygonal_line": free(1e-5, 1e-5)(broken),
    "polyline_pieces": free()(lambda a, b: (F.polyline_pieces(a + b * CURVE) - a) / b),
    "ridge_residual": free(1e-9, 1e-7)(
        lambda a, b: F.ridge_residual(field(a, b), a + b * NEW)
    ),
    "scms": ridge("constrained"),
    "scms, projected": ridge("projected"),
    "scms, alignment": ridge("constrained", stop="alignment"),
    "scms, rk4": ridge("rk4"),
    "scms, steps": free(1e-9, 1e-7)(
        lambda a, b: (
            (F.scms(field(a, b), a + b * NEW, stop="step", tol=1e-3 * b).points - a) / b
        )
    ),
    "scms, modes": ridge("constrained", dim=0),
    "skeleton": Case(lambda a, b: F.skeleton(b * IMAGE, 1.2, threshold=0.2 * b, max_iter=9)),
    "smoothed_wigner_ville": Case(lambda a, b: F.smoothed_wigner_ville(b * WAVE) / b**2),
    "wigner_ville": Case(lambda a, b: F.wigner_ville(b * WAVE) / b**2),
    # fewer dimensions
    "fill_by_svd": Case(lambda a, b: F.fill_by_svd(b * X, SEEN, 2) / b),
    "first_order_changes": free(1e-9, 1e-8)(left_out),
    "fisher_scatters": scatters(lambda X, y: F.fisher_scatters(X, y)),
    "impute_by_factors": Case(
        lambda a, b: F.impute_by_factors(b * X, SEEN, 1, max_iter=30, random_state=0) / b, tol=1e-6
    ),
    "impute_trace_norm": Case(filled),
    "local_scatters": scatters(lambda X, y: F.local_scatters(X, y, n_neighbors=3)),
    "loo_projections": free(1e-9, 1e-6)(
        lambda a, b: abs(
            F.loo_projections((a / 1e3 + b * X) @ (a / 1e3 + b * X).T, 2)
        ) / b
    ),
    "loo_projections, geometric": Case(
        lambda a, b: abs(F.loo_projections(b**2 * X @ X.T, 2, method="geometric")) / b, tol=1e-9
    ),
    "loo_projections, refit": Case(
        lambda a, b: abs(F.loo_projections(b**2 * X @ X.T, 2, method="refit")) / b, tol=1e-9
    ),
    "mi_permutation_test": free()(dependence),
    "mi_permutation_test, one column": Case(
        lambda a, b: F.mi_permutation_test(X * [1, b, 1], 9, bins=3, random_state=0).information
    ),
    "orthogonal_factors": free()(lambda a, b: F.orthogonal_factors(a + b * X[:3], 2.0 * b)),
    "percentile_width": free()(lambda a, b: F.percentile_width(a + b * X, 20.0) / b),
    "perpendicular_norms": free()(lambda a, b: F.perpendicular_norms(a + b * X[:4]) / b),
    "qmi_derivative": free(1e-9, 1e-8)(slope),
    "qmi_held_out_errors": free(1e-9, 1e-8)(
        lambda a, b: F.qmi_held_out_errors(
            a + b * X, a + b * OUTPUT, T, b * np.array([0.5, 1.0]), b**2 * np.array([0.1, 1.0]),
            random_state=0,
        )
        * b**4
    ),
    "spike_overlap": Case(lambda a, b: F.spike_overlap([10.0, 100.0], 50, b, 0.5 * b)),
    "spike_threshold": Case(lambda a, b: F.spike_threshold(50, b, 0.5 * b)),
    # outliers
    "core_set_steps": free()(
        lambda a, b: (
            np.array([next(s) for s in [F.core_set_steps(a + b * X)] for _ in range(9)][-1][0]) - a
        )
        / b
    ),
}  # fmt: skip

EXCUSED = reasons(
    {
        "of counts alone": """bootstrap_counts bootstrap_indices check_interval fold_labels
            fold_splits inscribed_ball_share permutations random_splits""",
        "units are 0 or 1, or of deviation 1": """autoencoder_gradients contrastive_divergence
            free_energy rbm_gradient rbm_log_likelihood""",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
