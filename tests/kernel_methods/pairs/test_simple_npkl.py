"""Kernels from pairs: against a second solver, certificates, and the theorems of the source."""

import itertools
import warnings

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.clustering import kmeans_restarts
from mlcompanion.kernel_methods.pairs import (
    ColoredMVU,
    DistancePatterns,
    KernelSize,
    MinimumVolumeEmbedding,
    SimpleNPKL,
    SpectralKernel,
    StructurePreservingEmbedding,
    TripletPatterns,
    ascend,
    pair_problem,
    pairs_matrix,
    pairwise_constraints,
    rand_accuracy,
    rank_bound,
)

IRIS = load_iris()
X = IRIS.data
Y = IRIS.target
LOSSES = ("square_hinge", "hinge", "square")


@parametrize_with_checks(
    [SimpleNPKL(), SimpleNPKL("linear"), ColoredMVU(), MinimumVolumeEmbedding(),
     StructurePreservingEmbedding(), StructurePreservingEmbedding(affinity="precomputed")]
)  # fmt: skip
def test_scikit_learn_contract(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        check(estimator)


def small(seed=0, n=20):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    points = rng.normal(size=(n, 2))
    points[:, 0] += 2 * y
    return points, pairwise_constraints(y, 25, random_state=seed)


def quietly(model, *data, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(*data, **options)


def primal(F, model, T):
    """Objective of K = FF', brought back to the budget."""
    K = F @ F.T
    K *= min(1.0, (model.budget / np.vdot(K, K)) ** 0.5)
    margins = T * K[T != 0] if T.ndim == 1 else (T * K)[T != 0]
    short = 1 - margins
    if model.loss != "square":
        short = np.maximum(short, 0)
    loss = short.sum() if model.loss == "hinge" else short @ short / 2
    return np.vdot(model.laplacian_.toarray(), K) + model.C * loss


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("budget", [1.0, 20.0])
def test_no_factor_beats_the_kernel_and_the_gap_is_closed(loss, budget):
    points, T = small()
    model = quietly(SimpleNPKL(loss, 0.5, budget=budget, tol=1e-10, max_iter=3000), points, T=T)
    dense = T.toarray()
    assert -1e-9 < model.gap_ < 1e-3
    at_best = primal(model.factors_, model, dense)
    assert at_best == pytest.approx(model.objective_ + model.gap_)
    rng = np.random.default_rng(1)
    for _ in range(2):
        start = rng.normal(size=20 * 4)
        found = minimize(
            lambda f: primal(f.reshape(20, 4), model, dense), start, options={"maxiter": 60}
        )
        assert found.fun >= model.objective_ - 1e-9


@pytest.mark.parametrize("loss", LOSSES)
def test_the_penalised_form_has_the_same_certificate(loss):
    points, T = small(1)
    model = quietly(SimpleNPKL(loss, 0.5, penalty=0.3, tol=1e-12, max_iter=5000), points, T=T)
    assert -1e-9 < model.gap_ < 1e-4
    assert (np.diff(model.history_) >= -1e-9).all()


@pytest.mark.parametrize("loss", LOSSES)
def test_the_slope_is_the_derivative(loss):
    points, T = small(2)
    L = SimpleNPKL("linear").fit(points, T=T).laplacian_
    for size in (
        KernelSize(2.0, 3.0, None),
        KernelSize(2.0, None, 0.5),
        KernelSize(3.0, 2.0, None),
    ):
        problem = pair_problem(L, T, loss=loss, C=0.7, size=size)
        rng = np.random.default_rng(3)
        # both places of a pair hold the same variable
        i, j = problem.patterns.rows, problem.patterns.columns
        grid = rng.uniform(0.2, 0.6, (20, 20))
        alpha = (grid + grid.T)[i, j] / 2
        grid = rng.normal(size=(20, 20))
        way = (grid + grid.T)[i, j]
        h = 1e-5
        rise = (problem.look(alpha + h * way).value - problem.look(alpha - h * way).value) / (2 * h)
        assert problem.look(alpha).slope @ way == pytest.approx(rise, rel=1e-5)


def test_the_number_of_pairs_is_not_needed_in_the_step():
    points, T = small(4)
    sharp = quietly(SimpleNPKL(C=0.5, penalty=0.05, tol=1e-9, max_iter=5000), points, T=T)
    paper = quietly(
        SimpleNPKL(C=0.5, penalty=0.05, tol=1e-9, max_iter=5000, step="paper"), points, T=T
    )
    assert sharp.n_iter_ < paper.n_iter_
    assert (np.diff(sharp.history_) >= -1e-12).all()
    assert paper.objective_ == pytest.approx(sharp.objective_, rel=1e-4)


def test_iris_comes_apart():
    T = pairwise_constraints(Y, ratio=0.7, random_state=0)
    model = SimpleNPKL("linear").fit(X, T=T)
    found = kmeans_restarts(model.factors_, 3, random_state=0)
    assert rand_accuracy(Y, found.labels) > 0.96
    plain = kmeans_restarts(X, 3, random_state=0)
    assert rand_accuracy(Y, plain.labels) < 0.9


def test_labels_are_a_way_to_give_pairs():
    y = np.where(np.arange(150) % 10 == 0, Y, -1)
    by_labels = SimpleNPKL("linear").fit(X, y)
    T = by_labels.pairs_
    assert T.nnz == 15 * 14
    by_pairs = SimpleNPKL("linear").fit(X, T=T)
    np.testing.assert_allclose(by_labels.kernel_.dense(), by_pairs.kernel_.dense(), atol=1e-12)


@pytest.mark.parametrize("units", [1e-6, 1e6])
def test_origin_and_units_of_the_points_do_not_matter(units):
    T = pairwise_constraints(Y, 120, random_state=0)
    # iris has equally near neighbours, which rounding would choose among
    points = X + 1e-3 * np.random.default_rng(0).normal(size=X.shape)
    plain = SimpleNPKL("linear").fit(points, T=T).kernel_.dense()
    moved = units * (points + 100)
    np.testing.assert_allclose(
        SimpleNPKL("linear").fit(moved, T=T).kernel_.dense(), plain, atol=1e-10
    )


def test_a_full_basis_changes_nothing_and_a_small_one_stays_on_it():
    points, T = small(5)
    free = SimpleNPKL("linear", 0.5).fit(points, T=T)
    full = SimpleNPKL("linear", 0.5, n_basis=20).fit(points, T=T)
    np.testing.assert_allclose(full.kernel_.dense(), free.kernel_.dense(), atol=1e-10)
    narrow = quietly(SimpleNPKL("square_hinge", 0.5, n_basis=4), points, T=T)
    smooth = np.linalg.eigh(narrow.laplacian_.toarray())[1][:, :4]
    rest = narrow.factors_ - smooth @ (smooth.T @ narrow.factors_)
    assert abs(rest).max() < 1e-10


def test_the_rank_guess():
    assert [rank_bound(m) for m in (1, 2, 3, 5, 6, 240)] == [1, 1, 2, 2, 3, 21]
    apart = pairs_matrix(np.arange(80).reshape(40, 2), [], 150)
    whole = SimpleNPKL("linear", 1.0).fit(X, T=apart)
    cut = SimpleNPKL("linear", 1.0, rank="bound").fit(X, T=apart)
    assert whole.factors_.shape[1] > rank_bound(80) == cut.factors_.shape[1]


def test_a_slack_budget_is_told():
    points, T = small(6)
    with pytest.warns(ConvergenceWarning, match=r"penalty=|still rises"):
        SimpleNPKL(C=1.0, budget=1e6).fit(points, T=T)


def test_mutual_neighbours_may_leave_a_point_alone():
    points = np.array([[0.0], [0.1], [0.2], [0.3], [9.0]])
    T = pairs_matrix([[0, 3]], [], 5)
    model = SimpleNPKL("linear", 1.0, n_neighbors=2, mutual=True).fit(points, T=T)
    assert model.laplacian_[[4]].nnz == 0 or abs(model.laplacian_[[4]]).max() == 0
    assert np.isfinite(model.factors_).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"loss": "log"}, "loss must be one of"),
        ({"C": 0.0}, "C must be"),
        ({"p": 0.5}, "p must be"),
        ({"step": "long"}, "step must be one of"),
        ({"step": "paper"}, "step='paper' needs penalty="),
        ({"rank": "all"}, "rank must be one of"),
        ({"n_basis": 0}, "n_basis must be"),
    ],
)
def test_bad_parameters_are_refused(options, words):
    points, T = small()
    with pytest.raises(ValueError, match=words):
        SimpleNPKL(**options).fit(points, T=T)


def test_pairs_must_be_given():
    with pytest.raises(ValueError, match="requires y to be passed"):
        SimpleNPKL().fit(X)
    with pytest.raises(ValueError, match="T holds no pair"):
        SimpleNPKL().fit(X, T=np.zeros((150, 150)))
    with pytest.raises(ValueError, match="T must have shape"):
        SimpleNPKL().fit(X, T=np.zeros((3, 3)))


def test_patterns_add_up_to_what_they_say():
    rng = np.random.default_rng(7)
    rows, columns = np.triu_indices(7, 1)
    patterns = DistancePatterns(rows, columns, 7)
    factor = rng.normal(size=(7, 7))
    values, vectors = np.linalg.eigh(factor @ factor.T)
    kernel = SpectralKernel(vectors, values, values)
    alpha = rng.normal(size=len(rows))
    inner = np.vdot(patterns.matrix(alpha).toarray(), kernel.dense())
    assert inner == pytest.approx(alpha @ patterns.measured(kernel))
    products = np.array(
        [[np.vdot(patterns.matrix(e).toarray(), patterns.matrix(f).toarray())
          for f in np.eye(len(rows))] for e in np.eye(len(rows))]
    )  # fmt: skip
    largest = np.linalg.eigvalsh(products)[-1]
    assert largest <= patterns.squared_norm <= 1.02 * largest
    triplets = np.array([[0, 1, 2], [3, 4, 5]])
    wishes = TripletPatterns(triplets, 7)
    weights = np.array([0.3, 0.8])
    inner = np.vdot(wishes.matrix(weights).toarray(), kernel.dense())
    assert inner == pytest.approx(weights @ wishes.measured(kernel))


def test_fixed_steps_are_the_algorithm_box():
    points, T = small(8)
    L = SimpleNPKL("linear").fit(points, T=T).laplacian_
    problem = pair_problem(L, T, C=0.5)
    alpha = np.full(len(problem.patterns), 0.5)
    states = list(ascend(problem, alpha, step=0.1, max_iter=3))
    dense = T.toarray()
    for before, after in itertools.pairwise(states):
        A = dense.copy()
        A[dense != 0] *= before.alpha
        w, V = np.linalg.eigh(A - L.toarray())
        plus = (V * np.maximum(w, 0)) @ V.T
        K = plus / np.sqrt(np.vdot(plus, plus))
        slope = 1 - (dense * K)[dense != 0] - before.alpha / 0.5
        expected = np.maximum(before.alpha + 0.1 * slope, 0)
        np.testing.assert_allclose(after.alpha, expected, atol=1e-10)
