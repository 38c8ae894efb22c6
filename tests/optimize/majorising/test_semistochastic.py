"""The semi-stochastic bound against Algorithm 5 as printed, SciPy's solvers, closed forms."""

from itertools import islice

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import approx_fprime, minimize
from scipy.sparse.linalg import cg, lsqr

from mlcompanion.losses import Hinge, Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, Work
from mlcompanion.optimize.majorising import bound_coefficient
from mlcompanion.optimize.majorising.semistochastic import (
    LinearGrowth,
    LogisticBounds,
    MeasuredGrowth,
    SoftmaxBounds,
    batch_error,
    batch_size,
    semistochastic_steps,
    truncated_cg,
    truncated_lsqr,
)

RNG = np.random.default_rng(33)
N, D = 60, 4
X = RNG.normal(size=(N, D)) * [1, 2, 0.5, 1]
SIGNS = np.sign(X @ [1.0, -0.5, 1, 0] + RNG.normal(size=N))
CODES = RNG.integers(3, size=N)
ETA = 0.05
TWO = LogisticBounds(FiniteSum(X, SIGNS, Logistic(), ETA))
THREE = SoftmaxBounds(X, CODES, 3, ETA)


def algorithm_5(scores, features):
    """Bound of one row as printed, its first coefficient at the limit 0; scores of all labels."""
    d = features.shape[1]
    r = features[0].copy()
    S = np.zeros((d, d))
    z = np.exp(scores[0])
    for score, f in zip(scores[1:], features[1:]):
        alpha = np.exp(score)
        gap = np.log(alpha / z)
        factor = 0.25 if gap == 0 else np.tanh(gap / 2) / (2 * gap)
        S += factor * np.outer(f - r, f - r)
        r = z / (z + alpha) * r + alpha / (z + alpha) * f
        z += alpha
    return r, S


@pytest.mark.parametrize("order", [1, -1])
def test_two_classes_are_the_printed_algorithm(order):
    theta = RNG.normal(size=D)
    want = np.zeros((D, D))
    mu = np.zeros(D)
    for x, sign in zip(X, SIGNS):
        features = np.array([np.zeros(D), x])[::order]
        r, S = algorithm_5(features @ theta, features)
        want += S / N
        mu += (r - (x if sign > 0 else 0)) / N
    np.testing.assert_allclose(TWO.curvature_at(theta).dense(), want + ETA * np.eye(D), rtol=1e-10)
    np.testing.assert_allclose(TWO.gradient_at(theta)[0], mu + ETA * theta, rtol=1e-10)


def test_three_classes_are_the_printed_algorithm():
    W = RNG.normal(size=(D, 3))
    want = np.zeros((3 * D, 3 * D))
    mu = np.zeros(3 * D)
    rows = np.array([4, 9, 9, 17])
    for i in rows:
        features = np.array([np.kron(X[i], unit) for unit in np.eye(3)])
        scores = features @ W.ravel()
        falling = np.argsort(-scores)
        r, S = algorithm_5(scores[falling], features[falling])
        want += S / len(rows)
        mu += (r - features[CODES[i]]) / len(rows)
    curvature = THREE.curvature_at(W.ravel(), rows)
    np.testing.assert_allclose(curvature.dense(), want + ETA * np.eye(3 * D), atol=1e-12)
    found, _ = THREE.gradient_at(W.ravel(), rows)
    np.testing.assert_allclose(found, mu + ETA * W.ravel(), atol=1e-12)
    v = RNG.normal(size=3 * D)
    np.testing.assert_allclose(curvature.product(v), curvature.dense() @ v, atol=1e-12)


@pytest.mark.parametrize("bounds", [TWO, THREE])
def test_gradients_are_slopes_of_the_value_and_means_over_batches(bounds):
    w = RNG.normal(size=bounds.size)
    whole, spread = bounds.gradient_at(w)
    np.testing.assert_allclose(whole, approx_fprime(w, bounds.value, 1e-7), atol=1e-5)
    each = np.array([bounds.gradient_at(w, [i])[0] for i in range(N)])
    np.testing.assert_allclose(each.mean(axis=0), whole, atol=1e-12)
    assert spread == pytest.approx(np.sum(each.var(axis=0, ddof=1)), rel=1e-10)
    assert bounds.gradient_at(w, [3])[1] == 0
    rows = np.array([3, 5, 40])
    assert bounds.gradient_at(w, rows)[1] == pytest.approx(np.sum(each[rows].var(axis=0, ddof=1)))


def test_sparse_rows_give_what_dense_ones_give():
    holes = X * (RNG.random(X.shape) < 0.4)
    w = RNG.normal(size=D)
    rows = np.array([2, 7, 30])
    dense = LogisticBounds(FiniteSum(holes, SIGNS, Logistic(), ETA))
    kept = LogisticBounds(FiniteSum(sparse.csr_array(holes), SIGNS, Logistic(), ETA))
    for part in (None, rows):
        np.testing.assert_allclose(kept.gradient_at(w, part)[0], dense.gradient_at(w, part)[0])
        one, other = kept.curvature_at(w, part), dense.curvature_at(w, part)
        np.testing.assert_allclose(one.product(w), other.product(w))
        np.testing.assert_allclose(one.solve(w), other.solve(w))
    assert kept.entries_of(rows) == np.count_nonzero(holes[rows])
    assert kept.entries_of(None) == np.count_nonzero(holes)
    many = SoftmaxBounds(sparse.csr_array(holes), CODES, 3, ETA)
    V = RNG.normal(size=3 * D)
    same = SoftmaxBounds(holes, CODES, 3, ETA)
    np.testing.assert_allclose(many.gradient_at(V, rows)[0], same.gradient_at(V, rows)[0])
    one, other = many.curvature_at(V, rows), same.curvature_at(V, rows)
    np.testing.assert_allclose(one.product(V), other.product(V))
    np.testing.assert_allclose(one.dense(), other.dense())


def test_exact_solutions():
    """By Woodbury's formula, by Cholesky, and where the matrix is singular the shortest one."""
    w = RNG.normal(size=D)
    rhs = RNG.normal(size=D)
    for rows in ([0, 1], range(20)):
        curvature = TWO.curvature_at(w, np.array(rows))
        np.testing.assert_allclose(curvature.solve(rhs), np.linalg.solve(curvature.dense(), rhs))
    flat = LogisticBounds(FiniteSum(X, SIGNS, Logistic(), 0.0))
    rows = np.array([5, 8])
    mu, _ = flat.gradient_at(w, rows)
    curvature = flat.curvature_at(w, rows)
    found = curvature.solve(mu)
    np.testing.assert_allclose(found, np.linalg.pinv(curvature.dense()) @ mu, atol=1e-8)
    np.testing.assert_allclose(curvature.product(found), mu, atol=1e-10)  # Lemma 4
    other = flat.curvature_at(w, np.array([1, 2]))
    assert np.linalg.norm(other.product(other.solve(mu)) - mu) > 0.01 * np.linalg.norm(mu)


def test_free_columns_have_no_share_in_the_ridge():
    held = LogisticBounds(FiniteSum(X, SIGNS, Logistic(), 0.7), free=1)
    w = RNG.normal(size=D)
    bare = LogisticBounds(FiniteSum(X, SIGNS, Logistic(), 0.0))
    assert held.value(w) == pytest.approx(bare.value(w) + 0.35 * np.sum(w[:-1] ** 2))
    ridge = 0.7 * np.array([1, 1, 1, 0])
    np.testing.assert_allclose(held.gradient_at(w)[0], bare.gradient_at(w)[0] + ridge * w)
    np.testing.assert_allclose(
        held.curvature_at(w).dense(), bare.curvature_at(w).dense() + np.diag(ridge)
    )


def test_a_sum_instead_of_a_mean():
    mean = LogisticBounds(FiniteSum(X, SIGNS, Logistic(), 0.0))
    total = LogisticBounds(FiniteSum(X, SIGNS, Logistic(), 0.0, average=False))
    w = RNG.normal(size=D)
    rows = np.array([1, 2, 5])
    np.testing.assert_allclose(total.gradient_at(w, rows)[0], N * mean.gradient_at(w, rows)[0])
    assert total.gradient_at(w, rows)[1] == pytest.approx(N**2 * mean.gradient_at(w, rows)[1])
    np.testing.assert_allclose(
        total.curvature_at(w, rows).dense(), N * mean.curvature_at(w, rows).dense()
    )


@pytest.mark.parametrize("n_iter", [1, 2, 5])
def test_truncated_solvers_are_scipys(n_iter):
    A = RNG.normal(size=(8, 12)) * np.geomspace(1, 0.1, 8)[:, None]
    H = A @ A.T + 0.01 * np.eye(8)
    b = RNG.normal(size=8)
    found = truncated_lsqr(lambda v: H @ v, b, n_iter)
    # with a limit of 0 for its goals SciPy stops on the residual of rounding
    want = lsqr(H, b, atol=0, btol=0, conlim=0, iter_lim=n_iter)[0]
    np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-7)
    found = truncated_cg(lambda v: H @ v, b, n_iter)
    want = cg(H, b, rtol=0, atol=0, maxiter=n_iter)[0]
    np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-7)


def test_truncated_solvers_on_what_is_flat():
    H = np.diag([2.0, 1.0, 0.0])
    inside = np.array([2.0, 3.0, 0.0])
    for solve in (truncated_cg, truncated_lsqr):
        np.testing.assert_allclose(solve(lambda v: H @ v, inside, 10), [1, 3, 0], atol=1e-12)
        assert not solve(lambda v: H @ v, np.zeros(3), 3).any()
        assert not solve(lambda v: 0 * v, np.ones(3), 3).any()
    np.testing.assert_allclose(
        truncated_lsqr(lambda v: H @ v, [2.0, 3.0, 5.0], 10), [1, 3, 0], atol=1e-9
    )


def test_batches_on_a_line():
    sizes = [batch_size(k, 5, 0.5, 8) for k in range(1, 9)]
    assert sizes == [5, 6, 6, 7, 7, 8, 8, 8]  # a half upwards
    assert [LinearGrowth(5, 0.5, 8).size(np.ones(k)) for k in range(8)] == sizes
    assert batch_size(10**12, 5, 1e9, 200) == 200
    assert batch_size(4000, 5, 0.005, 20_242) == 25  # the printed rate as rows an iteration


def test_batches_by_their_error():
    growth = MeasuredGrowth(5, 0.1, 1000)
    assert growth.size([]) == 5
    spreads = [2.0, 2.0, 1.0]
    for k in range(1, 4):
        b = growth.size(spreads[:k])
        allowed = 0.9**k * batch_error(5, 2.0, 1000)
        assert batch_error(b, spreads[k - 1], 1000) <= allowed * (1 + 1e-12)
        if b > 5:
            assert batch_error(b - 1, spreads[k - 1], 1000) > allowed
    assert growth.size(np.ones(400)) == 1000
    assert growth.size([0.0]) == 5


def test_the_error_of_a_batch_by_simulation():
    w = RNG.normal(size=D)
    whole, spread = TWO.gradient_at(w)
    draws = [
        np.sum((TWO.gradient_at(w, RNG.choice(N, 12, replace=False))[0] - whole) ** 2)
        for _ in range(4000)
    ]
    error = np.std(draws) / np.sqrt(4000)
    assert abs(np.mean(draws) - batch_error(12, spread, N)) < 4 * error


@pytest.mark.parametrize("bounds", [TWO, THREE])
def test_full_batches_descend_to_the_least_value(bounds):
    whole = LinearGrowth(N, 0, N)
    run = semistochastic_steps(bounds, np.zeros(bounds.size), whole, whole, solver="exact")
    states = list(islice(run, 60))
    values = [bounds.value(state.w) for state in states]
    assert np.all(np.diff(values) <= 1e-14)
    best = minimize(
        bounds.value, np.zeros(bounds.size), jac=lambda w: bounds.gradient_at(w)[0],
        options={"gtol": 1e-10},
    )  # fmt: skip
    np.testing.assert_allclose(states[-1].w, best.x, atol=1e-4)
    assert states[0].gradient_rows is None


@pytest.mark.parametrize("solver", ["lsqr", "cg"])
def test_growing_batches_find_the_optimum(solver):
    run = semistochastic_steps(
        TWO, np.zeros(D), LinearGrowth(5, 1.0, N), LinearGrowth(20, 1, N), solver=solver,
        random_state=1,
    )  # fmt: skip
    *_, last = islice(run, 150)
    best = minimize(TWO.value, np.zeros(D), jac=lambda w: TWO.gradient_at(w)[0], tol=1e-12)
    np.testing.assert_allclose(last.w, best.x, atol=1e-5)


def test_one_step_is_the_formula():
    grown = LinearGrowth(9, 0, N), LinearGrowth(6, 0, N)
    run = semistochastic_steps(TWO, np.ones(D), *grown, step=0.3, solver="exact", random_state=2)
    first, second = islice(run, 2)
    part, other = first.gradient_rows, first.curvature_rows
    slopes = -SIGNS[part] / (1 + np.exp(SIGNS[part] * X[part].sum(axis=1)))
    gradient = X[part].T @ slopes / 9 + ETA
    c = bound_coefficient(X[other].sum(axis=1))
    Sigma = X[other].T @ (c[:, None] * X[other]) / 6 + ETA * np.eye(D)
    np.testing.assert_allclose(second.w, 1 - 0.3 * np.linalg.solve(Sigma, gradient), rtol=1e-10)


def test_steps_may_fall():
    grown = LinearGrowth(9, 0, N), LinearGrowth(6, 0, N)
    run = semistochastic_steps(TWO, np.ones(D), *grown, step=lambda k: 1 / k, random_state=2)
    fixed = semistochastic_steps(TWO, np.ones(D), *grown, step=1.0, random_state=2)
    falling = list(islice(run, 3))
    held = list(islice(fixed, 3))
    np.testing.assert_array_equal(falling[1].w, held[1].w)
    moved = truncated_lsqr(falling[1].curvature.product, falling[1].gradient, 5)
    np.testing.assert_allclose(falling[2].w, falling[1].w - moved / 2)
    with pytest.raises(ValueError, match="step must"):
        list(islice(semistochastic_steps(TWO, np.ones(D), *grown, step=lambda k: 0.0), 2))


def test_batches_are_drawn_apart_or_shared():
    grown = LinearGrowth(30, 0, N), LinearGrowth(10, 0, N)
    for independent in (True, False):
        run = semistochastic_steps(
            TWO, np.zeros(D), *grown, independent=independent, random_state=0
        )  # fmt: skip
        shared = []
        for state in islice(run, 20):
            assert len(set(state.gradient_rows)) == 30
            assert len(set(state.curvature_rows)) == 10
            shared.append(len(set(state.curvature_rows) & set(state.gradient_rows)))
        assert (min(shared) == 10) != independent
    run = semistochastic_steps(
        TWO, np.zeros(D), grown[1], grown[0], independent=False, random_state=0
    )  # fmt: skip
    state = next(run)
    np.testing.assert_array_equal(state.gradient_rows, state.curvature_rows)
    assert state.work.curvature_samples == 10  # no more than the batch it is a part of


def test_work_is_counted():
    work = Work()
    run = semistochastic_steps(
        TWO, np.zeros(D), LinearGrowth(5, 10, 50), LinearGrowth(7, 0, 7), inner=3, work=work,
    )  # fmt: skip
    list(islice(run, 3))
    assert work.gradient_samples == 5 + 15 + 25
    assert work.curvature_samples == 21
    assert work.entries == D * (2 * 45 + 21 * 2 * (1 + 2 * 3))


def test_bad_input_is_named():
    whole = LinearGrowth(5, 0, 10)
    with pytest.raises(ValueError, match="problem must have the loss"):
        LogisticBounds(FiniteSum(X, SIGNS, Hinge(), 0.1))
    with pytest.raises(ValueError, match="start must"):
        semistochastic_steps(TWO, np.zeros(3), whole, whole)
    with pytest.raises(ValueError, match="step must"):
        semistochastic_steps(TWO, np.zeros(D), whole, whole, step=0.0)
    with pytest.raises(ValueError, match="rows"):
        TWO.gradient_at(np.zeros(D), [N])
    with pytest.raises(ValueError, match="codes"):
        SoftmaxBounds(X, np.full(N, 3), 3)
    with pytest.raises(ValueError, match="size must"):
        batch_error(11, 1.0, 10)
