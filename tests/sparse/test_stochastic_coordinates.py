"""Stochastic coordinate descent against the algorithm box by hand, peers and certificates."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize
from sklearn.linear_model import Lasso as PeerLasso

from mlcompanion.losses import Hinge, Logistic, Squared, SquaredHinge
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.sparse.stochastic_l1 import L1Problem, l1_gap, scd

RNG = np.random.default_rng(0)
M, D = 60, 8
X = np.clip(RNG.normal(size=(M, D)) / 2, -1, 1) * (RNG.random((M, D)) < 0.6)
Y = X @ [2.0, -1.5, 0, 0, 0.5, 0, 0, 0] + 0.1 * RNG.normal(size=M)
SIGNS = np.where(RNG.random(M) < 1 / (1 + np.exp(-3 * Y)), 1.0, -1.0)
LOSSES = [(Squared(), Y), (Logistic(), SIGNS)]


def slope(loss, z, y):
    return z - y if isinstance(loss, Squared) else -y / (1 + np.exp(y * z))


def by_the_box(loss, y, lam, picks, curvature):
    """Algorithm 1, to the letter: scores from scratch in every step."""
    w = np.zeros(D)
    for j in picks:
        g = np.mean(slope(loss, X @ w, y) * X[:, j])
        beta = curvature[j]
        moved = w[j] - g / beta
        w[j] = np.sign(moved) * max(abs(moved) - lam / beta, 0)
    return w


@pytest.mark.parametrize("form", [np.array, sparse.csc_array, sparse.csr_array])
@pytest.mark.parametrize(("loss", "y"), LOSSES)
def test_steps_are_those_of_the_box(loss, y, form):
    beta = 1.0 if isinstance(loss, Squared) else 0.25
    picks = np.random.default_rng(5).integers(D, size=(3, D)).ravel()
    run = scd(form(X), y, 0.03, loss, curvature="global", max_passes=3, random_state=5)
    np.testing.assert_allclose(run.w, by_the_box(loss, y, 0.03, picks, np.full(D, beta)))
    own = scd(form(X), y, 0.03, loss, order="cyclic", max_passes=2)
    columns = beta * np.mean(X**2, axis=0)
    np.testing.assert_allclose(own.w, by_the_box(loss, y, 0.03, [*range(D)] * 2, columns))
    assert run.work.entries == sum(np.count_nonzero(X[:, j]) if form is not np.array else M
                                   for j in picks)  # fmt: skip


def test_a_greedy_step_has_the_largest_decrease():
    w = np.zeros(D)
    for steps in range(1, 5):
        g = -X.T @ (Y - X @ w) / M

        def decrease(j, w=w, g=g):
            def model(eta):
                return eta * g[j] + eta**2 / 2 + 0.02 * (abs(w[j] + eta) - abs(w[j]))

            grid = np.linspace(-4, 4, 80_001)
            values = model(grid)
            return -values.min(), grid[values.argmin()]

        best = max(range(D), key=lambda j: decrease(j)[0])
        w[best] += decrease(best)[1]
        run = scd(X, Y, 0.02, Squared(), order="greedy", curvature="global", max_passes=steps)
        np.testing.assert_allclose(run.w, w, atol=2e-4 * steps)
        w = run.w.copy()
    assert run.work.entries == 4 * X.size


@pytest.mark.parametrize("order", ["random", "cyclic", "greedy"])
@pytest.mark.parametrize("curvature", ["column", "global"])
@pytest.mark.parametrize(("loss", "y"), LOSSES)
def test_all_orders_reach_one_minimum_without_a_rise(loss, y, order, curvature):
    run = scd(X, y, 0.02, loss, order=order, curvature=curvature, tol=1e-9, max_passes=20_000,
              random_state=0)  # fmt: skip
    assert run.converged
    assert l1_gap(L1Problem(X, y, 0.02, loss), run.w) == pytest.approx(run.gap, abs=1e-12)
    curve = run.work.curve()
    assert np.diff(curve.objective).max() <= 1e-14
    want = scd(X, y, 0.02, loss, tol=1e-9, max_passes=20_000, random_state=1)
    np.testing.assert_allclose(run.w, want.w, atol=1e-3)
    assert curve.nonzeros[-1] == np.count_nonzero(run.w)


def test_the_lasso_is_the_peers():
    run = scd(X, Y, 0.02, Squared(), tol=1e-12, max_passes=5000, random_state=0)
    peer = PeerLasso(0.02, fit_intercept=False, tol=1e-12).fit(X, Y)
    np.testing.assert_allclose(run.w, peer.coef_, atol=1e-6)
    own = coordinate_descent(X, Y, 0.02 * M, tol=1e-13)
    np.testing.assert_allclose(run.w, own.w, atol=1e-6)


@pytest.mark.parametrize(("loss", "y"), LOSSES)
def test_shrinking_ends_at_the_same_weights(loss, y):
    Z = sparse.random(300, 200, density=0.1, random_state=0, format="csc")
    target = np.asarray(Z[:, :5].sum(axis=1)).ravel() - 0.25
    target = target if isinstance(loss, Squared) else np.where(target > 0, 1.0, -1.0)
    runs = [
        scd(Z, target, 0.002, loss, shrinking=s, tol=1e-8, max_passes=20_000, random_state=0)
        for s in (False, True)
    ]
    assert all(run.converged for run in runs)
    np.testing.assert_allclose(runs[0].w, runs[1].w, atol=2e-3)
    assert runs[1].work.entries < runs[0].work.entries


def test_box_and_linear_term_solve_the_dual_of_a_support_vector_machine():
    rows = SIGNS[:, None] * X
    C = 0.5
    m = rows.shape[1]
    run = scd(rows.T / np.abs(rows).max(), np.zeros(m), 0.0, Squared(), box=(0, C), pull=-1 / m,
              max_passes=3000, random_state=0)  # fmt: skip
    scale = np.abs(rows).max()
    K = rows @ rows.T / scale**2

    def dual(a):
        return a @ K @ a / 2 - a.sum(), K @ a - 1

    want = minimize(dual, np.zeros(M), jac=True, bounds=[(0, C)] * M, method="L-BFGS-B",
                    options={"maxiter": 20_000, "ftol": 1e-15, "gtol": 1e-10})  # fmt: skip
    assert dual(run.w)[0] == pytest.approx(want.fun, abs=1e-6)
    assert run.w.min() >= 0
    assert run.w.max() <= C
    assert np.isnan(run.gap)


def test_a_box_cuts_after_the_threshold():
    run = scd(X, Y, 0.02, Squared(), box=(-0.3, 1.0), max_passes=3000, random_state=0)
    assert run.w.min() == -0.3
    assert run.w.max() <= 1
    g = X.T @ (X @ run.w - Y) / M
    inside = (run.w != 0) & (run.w > -0.3) & (run.w < 1)
    np.testing.assert_allclose(g[inside], -0.02 * np.sign(run.w[inside]), atol=1e-10)
    assert (np.abs(g[run.w == 0]) <= 0.02 + 1e-10).all()


def test_restarts_keep_the_best():
    single = [scd(X, Y, 0.02, Squared(), max_passes=1, random_state=s) for s in range(3)]
    rng = np.random.default_rng(0)
    many = scd(X, Y, 0.02, Squared(), max_passes=1, restarts=4, random_state=rng)
    rng = np.random.default_rng(0)
    each = [scd(X, Y, 0.02, Squared(), max_passes=1, random_state=rng) for _ in range(4)]
    values = [L1Problem(X, Y, 0.02, Squared()).value(run.w) for run in each]
    np.testing.assert_array_equal(many.w, each[int(np.argmin(values))].w)
    assert many.n_steps == 4 * single[0].n_steps


def test_scores_do_not_drift():
    run = scd(1e-3 * X, 1e3 * Y, 1e-4, Squared(), max_passes=400, random_state=0)
    curve = run.work.curve()
    value = L1Problem(1e-3 * X, 1e3 * Y, 1e-4, Squared()).value(run.w)
    assert curve.objective[-1] == pytest.approx(value, rel=1e-12)


def test_a_step_reads_a_column_whatever_the_number_of_rows():
    one = sparse.random(50, 30, density=0.2, random_state=1, format="csc")
    tall = sparse.vstack([one, sparse.csc_array((5000, 30))], format="csc")
    reads = [
        scd(Z, np.ones(Z.shape[0]), 0.1, Squared(), max_passes=3, random_state=0).work.entries
        for Z in (one, tall)
    ]
    assert reads[0] == reads[1]


def test_columns_of_zeros_and_stored_zeros():
    Z = np.column_stack([X, np.zeros(M)])
    run = scd(Z, Y, 0.02, Squared(), max_passes=50, random_state=0)
    assert run.w[-1] == 0
    stored = sparse.csc_array(Z)
    stored.data[:5] = 0
    dense = scd(stored.toarray(), Y, 0.02, Squared(), max_passes=5, random_state=0)
    np.testing.assert_allclose(scd(stored, Y, 0.02, Squared(), max_passes=5, random_state=0).w,
                               dense.w, atol=1e-13)  # fmt: skip
    assert stored.nnz == sparse.csc_array(Z).nnz  # the caller's matrix is as it was


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"X": 3 * X, "curvature": "global"}, "X must hold values in"),
        ({"y": Y}, "y must hold only"),
        ({"y": SIGNS[:-1]}, "y must have shape"),
        ({"lam": -1.0}, "lam"),
        ({"loss": Hinge()}, "bounded second derivative"),
        ({"order": "best"}, "order"),
        ({"curvature": "row"}, "curvature"),
        ({"box": (1, 2)}, "box"),
        ({"box": 3}, "box"),
        ({"box": (0, 0)}, "box"),
        ({"pull": np.nan}, "pull"),
        ({"restarts": 0}, "restarts"),
        ({"max_passes": 0}, "max_passes"),
        ({"tol": -1.0}, "tol"),
        ({"records": -1}, "records"),
        ({"shrinking": True}, "shrinking"),
        ({"X": sparse.csr_array([[np.nan]]), "y": [1.0]}, "X contains NaN"),
        ({"X": np.zeros((3, 0)), "y": [1.0, 1, -1]}, "column"),
    ],
)
def test_bad_input_is_named(change, word):
    arguments = {"X": X, "y": SIGNS, "lam": 0.02} | change
    with pytest.raises(ValueError, match=word):
        scd(**arguments)


def test_a_squared_hinge_works_too():
    run = scd(X, SIGNS, 0.01, SquaredHinge(), tol=1e-8, max_passes=5000, random_state=0)
    assert run.converged


@pytest.mark.parametrize("form", [sparse.csr_array, sparse.csc_array, sparse.coo_array])
def test_entries_that_stand_twice_count_by_their_sum(form):
    """The one bound for all features asks for entries in [-1, 1]."""
    places = ([0, 0, 1, 2], [0, 0, 1, 1])
    inside = form(_twice(form, [3.0, -2.5, -1.0, 0.25], places))
    options = {"curvature": "global", "max_passes": 3, "random_state": 0}
    found = scd(inside, [1, -1, 1], 0.01, **options)
    kept = inside.nnz
    np.testing.assert_array_equal(found.w, scd(inside.toarray(), [1, -1, 1], 0.01, **options).w)
    assert inside.nnz == kept == 4  # the caller's matrix is as it was
    with pytest.raises(ValueError, match=r"X must hold values in \[-1, 1\].*got 1.8"):
        scd(_twice(form, [0.9, 0.9, -1.0, 0.25], places), [1, -1, 1], 0.01, **options)


def _twice(form, values, places):
    """A matrix whose first two entries stand in one place, still apart."""
    rows, columns = places
    if form is sparse.coo_array:
        return sparse.coo_array((values, places), shape=(3, 2))
    lines, along = (rows, columns) if form is sparse.csr_array else (columns, rows)
    starts = np.searchsorted(lines, np.arange(4 if form is sparse.csr_array else 3))
    return form((values, along, starts), shape=(3, 2))
