"""KLIEP against general solvers, against its own certificate, and where numbers run out."""

import warnings

import numpy as np
import pytest
from scipy.optimize import linprog, minimize
from scipy.stats import norm
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from mlcompanion.density.contrasts import KLIEP, kliep_steps
from mlcompanion.density.contrasts._kliep_steps import best_shares


def samples(seed=0, n_num=50, n_den=50, d=1):
    """The listing's data: standard normal, the last denominator sample at five."""
    rng = np.random.default_rng(seed)
    x_num, x_den = rng.normal(size=(n_num, d)), rng.normal(size=(n_den, d))
    x_den[-1] = 5.0
    return x_num, x_den


def kernels(num, den, sigma):
    """Kernel values at both samples, sample by sample."""

    def psi(x):
        return np.exp(-((num - x) ** 2).sum(axis=1) / (2 * sigma**2))

    return np.array([psi(x) for x in num]), np.array([psi(x) for x in den])


def objective(coef, K_num, K_den):
    return (K_den @ coef).mean() - np.log(K_num @ coef).mean()


@pytest.mark.parametrize("sigma", [0.2, 0.5, 1.0, 5.0])
@pytest.mark.parametrize("seed", range(3))
def test_no_general_solver_gets_below(sigma, seed):
    num, den = samples(seed)
    K, R = kernels(num, den, sigma)
    b = R.mean(axis=0)
    model = KLIEP(sigma).fit(num, den)
    ours = objective(model.coef_, K, R)
    # coordinates of one size each: the general solver needs them
    peer = minimize(
        lambda u: objective(u / b, K, R),
        np.full(50, 1 / 50),
        jac=lambda u: (b - (1 / (K @ (u / b))) @ K / 50) / b,
        bounds=[(0, None)] * 50,
        method="L-BFGS-B",
        options={"maxiter": 5000, "maxfun": 20000, "ftol": 1e-14, "gtol": 1e-9},
    )
    assert ours <= peer.fun + 1e-8
    assert peer.fun - ours <= 1e-4
    assert model.converged_


def test_a_cone_solver_agrees():
    cvxpy = pytest.importorskip("cvxpy")
    num, den = samples(3, d=2)
    K, R = kernels(num, den, 0.7)
    a = cvxpy.Variable(50, nonneg=True)
    cost = R.mean(axis=0) @ a - cvxpy.sum(cvxpy.log(K @ a)) / 50
    peer = cvxpy.Problem(cvxpy.Minimize(cost)).solve(solver="CLARABEL")
    model = KLIEP(0.7).fit(num, den)
    assert objective(model.coef_, K, R) == pytest.approx(peer, abs=1e-6)
    np.testing.assert_allclose(model.predict(den), R @ a.value, atol=1e-3)


@pytest.mark.parametrize("seed", range(5))
def test_the_optimum_is_what_its_conditions_say(seed):
    num, den = samples(seed, 30, 40, d=2)
    K, R = kernels(num, den, 0.6)
    model = KLIEP(0.6, tol=1e-12).fit(num, den)
    slope = R.mean(axis=0) - (1 / (K @ model.coef_)) @ K / 30
    assert slope[model.support_] == pytest.approx(0, abs=1e-5 * R.mean(axis=0).max())
    assert slope.min() > -1e-5
    assert model.predict(den).mean() == pytest.approx(1, abs=1e-12)
    assert len(model.support_) < 15
    assert (np.flatnonzero(model.coef_) == model.support_).all()


def test_the_gap_bounds_what_is_missing():
    rng = np.random.default_rng(0)
    A = rng.random((40, 8)) ** 3
    best = best_shares(A, 1e-13, 100)
    top = np.log(A @ best.shares).mean()
    for steps in range(6):
        early = best_shares(A, 1e-13, steps)
        missing = top - np.log(A @ early.shares).mean()
        assert -1e-13 <= missing <= early.gap + 1e-13
        assert early.shares.sum() == pytest.approx(1)
    # EM, a thousand times: another way to the same likelihood
    shares = np.full(8, 1 / 8)
    for _ in range(20000):
        shares = shares * (A / (A @ shares)[:, None]).mean(axis=0)
    assert np.log(A @ shares).mean() == pytest.approx(top, abs=1e-7)


def test_shares_of_equal_and_of_useless_components():
    twice = np.array([[1.0, 1.0, 0.2], [0.5, 0.5, 0.1]])
    found = best_shares(twice, 1e-12, 50)
    assert found.gap <= 1e-12
    assert found.shares[2] == 0
    assert best_shares(np.ones((3, 1)), 1e-12, 50).shares == [1.0]


def test_the_ratio_of_two_normals_is_found():
    rng = np.random.default_rng(1)
    num, den = rng.normal(0, 0.7, (1500, 1)), rng.normal(0, 1, (1500, 1))
    model = KLIEP(random_state=0).fit(num, den)
    x = np.linspace(-1.5, 1.5, 13)
    true = norm(0, 0.7).pdf(x) / norm(0, 1).pdf(x)
    assert np.abs(model.predict(x[:, None]) - true).max() < 0.25
    # numerator and denominator are no synonyms
    assert KLIEP(random_state=0).fit(den, num).predict([[0.0]]) < 1 < model.predict([[0.0]])


def test_cross_validation_is_the_mean_of_what_refits_say():
    num, den = samples(2, 20, 25)
    pairs = [(np.arange(10), np.arange(10, 20)), (np.arange(10, 20), np.arange(10))]
    model = KLIEP([0.5, 2.0], folds=pairs).fit(num, den)
    for sigma, score in zip([0.5, 2.0], model.cv_scores_):
        parts = []
        for fit, out in pairs:
            part = KLIEP(sigma, centers=num).fit(num[fit], den[fit])
            below, above = part.predict(den[out]), part.log_ratio(num[out])
            parts.append(below.mean() - above.mean())
        assert score == pytest.approx(np.mean(parts), abs=1e-6)
    assert model.sigma_ == [0.5, 2.0][np.argmin(model.cv_scores_)]


@pytest.mark.parametrize(("far", "unit"), [(1e6, 1.0), (0.0, 1e-12), (1e12, 1e6), (0, 1e-100)])
def test_origin_and_units_change_nothing(far, unit):
    num, den = samples(4, d=2)
    here = KLIEP(random_state=0).fit(num, den)
    there = KLIEP(random_state=0).fit(far + unit * num, far + unit * den)
    want = here.predict(den)
    np.testing.assert_allclose(there.predict(far + unit * den), want, rtol=1e-6, atol=1e-8)
    assert there.sigma_ / unit == pytest.approx(here.sigma_, rel=1e-6)


def test_samples_that_never_meet():
    num, den = samples(0)
    model = KLIEP(0.1).fit(num, den + 30)  # kernels between them are no numbers any more
    assert model.converged_
    assert np.isfinite(model.log_ratio(num)).all()
    assert (model.log_ratio(num) > 100).all()
    assert KLIEP(1e-3).fit(num, den + 30).predict(num).max() > 1e308
    with pytest.raises(ValueError, match="sigma"):
        KLIEP(1e-200, centers=[[0.5]]).fit(num, den)


def test_constants_integers_and_one_sample_each():
    same = KLIEP(random_state=0).fit(np.ones((5, 2)), np.ones((6, 2)))
    assert same.predict(np.ones((2, 2))) == pytest.approx(1)
    whole = KLIEP(1.0).fit([[0], [1], [1], [3]], [[0], [2], [2]])
    halves = KLIEP(1.0).fit([[0.0], [1], [1], [3]], [[0.0], [2], [2]])
    assert (whole.predict([[1]]) == halves.predict([[1.0]])).all()
    assert KLIEP(1.0).fit([[0.0]], [[1.0]]).predict([[1.0]]) == pytest.approx(1)


def printed_steps(K, R, start, clip, most=10_000):
    """The listing, line by line."""
    a0 = start
    b = R.mean(axis=0)
    n = len(K)
    for done in range(1, most + 1):
        a = a0 - 0.001 * (b - K.T @ (1 / (K @ a0)) / n)
        if clip:
            a = np.maximum(0, a)
        if np.linalg.norm(a - a0) < 0.001:
            return a, done
        a0 = a
    return a, most


@pytest.mark.parametrize("clip", [False, True])
def test_steps_are_the_listings(clip):
    num, den = samples(5)
    K, R = kernels(num, den, 1.0)
    start = np.random.default_rng(0).random(50)
    ours, n_ours = kliep_steps(K, R, start, clip=clip)
    theirs, n_theirs = printed_steps(K, R, start, clip)
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)
    assert n_ours == n_theirs
    if clip:
        long, _ = kliep_steps(K, R, start, step=0.01, tol=0, max_iter=200_000, clip=True)
        best = KLIEP(1.0).fit(num, den)
        assert objective(long, K, R) - objective(best.coef_, K, R) == pytest.approx(0, abs=1e-4)


def test_without_signs_there_is_no_minimum():
    num, den = samples(6)
    K, R = kernels(num, den, 1.0)
    b = R.mean(axis=0)
    down = linprog(b, A_ub=-K, b_ub=np.full(50, -1e-9), bounds=[(-1, 1)] * 50)
    assert down.fun < -1e-6  # along it the mean falls and no logarithm does
    model = KLIEP(1.0, nonneg=False, random_state=0).fit(num, den)
    assert model.gap_ == np.inf
    assert model.coef_.min() < 0
    assert model.predict(den) == pytest.approx(R @ model.coef_)
    more = model.coef_ + 1000 * down.x
    assert objective(more, K, R) < objective(model.coef_, K, R)
    chosen = KLIEP([1.0, 5.0, 10.0], nonneg=False, random_state=0).fit(num, den)
    assert chosen.sigma_ in (1, 5, 10)


def test_a_search_that_is_cut_short_says_so():
    num, den = samples(0)
    with pytest.warns(ConvergenceWarning, match="KLIEP"):
        model = KLIEP(0.5, max_iter=1).fit(num, den)
    assert not model.converged_
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert KLIEP(0.5).fit(num, den).converged_


def test_few_centres_and_a_clone():
    num, den = samples(7, 300, 40, d=3)
    model = clone(KLIEP(1.0, n_centers=20, random_state=1)).fit(num, den)
    assert model.centers_.shape == (20, 3)
    assert all((num == center).all(axis=1).any() for center in model.centers_)
    again = KLIEP(1.0, n_centers=20, random_state=1).fit(num, den)
    assert (again.coef_ == model.coef_).all()
    with pytest.raises(NotFittedError):
        KLIEP().predict(den)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("sigma", {"sigma": 0.0}),
        ("sigma", {"sigma": [1.0, -1.0]}),
        ("tol", {"tol": 0.0}),
        ("max_iter", {"max_iter": 0}),
        ("n_centers", {"n_centers": 0}),
        ("folds", {"folds": 1}),
        ("centers", {"centers": [[1.0, 2.0]]}),
    ],
)
def test_bad_arguments_are_named(name, options):
    num, den = samples()
    with pytest.raises(ValueError, match=name):
        KLIEP(**options).fit(num, den)


def test_bad_samples_are_named():
    num, den = samples()
    with pytest.raises(ValueError, match="X_num"):
        KLIEP().fit(num[:0], den)
    with pytest.raises(ValueError, match="X_den"):
        KLIEP().fit(num, np.hstack([den, den]))
    with pytest.raises(ValueError, match="K_den"):
        kliep_steps(np.ones((3, 2)), np.ones((3, 3)), [1.0, 1.0])
    with pytest.raises(ValueError, match="start"):
        kliep_steps(np.ones((3, 2)), np.ones((3, 2)), [1.0])
