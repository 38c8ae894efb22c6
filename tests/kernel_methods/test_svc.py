import numpy as np
import pytest
from sklearn.svm import SVC as Peer
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.kernel_methods import SVC, RampSVC, SquaredHingeLS
from mlcompanion.kernels import gram


@parametrize_with_checks([SVC(tol=1e-11), RampSVC(), SquaredHingeLS()])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def clouds(rng, n=60, apart=1.0):
    y = rng.permutation(np.repeat([-1.0, 1.0], n // 2))
    return rng.normal(size=(n, 2)) + apart * y[:, None], y


@pytest.mark.parametrize(
    ("options", "theirs"),
    [
        ({"kernel": "linear"}, {"kernel": "linear"}),
        ({"kernel": "rbf", "sigma": 0.7}, {"kernel": "rbf", "gamma": 1 / (2 * 0.49)}),
        (
            {"kernel": "poly", "degree": 2, "coef0": 1.0},
            {"kernel": "poly", "degree": 2, "coef0": 1.0, "gamma": 1.0},
        ),
    ],
)
@pytest.mark.parametrize("C", [0.1, 10.0])
def test_same_machine_as_libsvm(options, theirs, C):
    rng = np.random.default_rng(0)
    X, y = clouds(rng)
    fresh, _ = clouds(rng)
    ours = SVC(C, tol=1e-8, **options).fit(X, y)
    peer = Peer(C=C, tol=1e-8, **theirs).fit(X, y)
    np.testing.assert_allclose(
        ours.decision_function(fresh), peer.decision_function(fresh), atol=2e-5
    )
    np.testing.assert_array_equal(ours.support_, np.sort(peer.support_))
    assert ours.gap_ <= 1e-5
    if options["kernel"] == "linear":
        np.testing.assert_allclose(ours.coef_, peer.coef_[0], atol=1e-6)
    K = gram(X, **options)
    between = gram(fresh, X, **options)
    given = SVC(C, kernel="precomputed", tol=1e-8).fit(K, y)
    np.testing.assert_allclose(given.decision_function(between), ours.decision_function(fresh))


def test_three_solvers_without_an_intercept():
    rng = np.random.default_rng(1)
    X, y = clouds(rng)
    peer = LinearSVC(C=0.5, loss="hinge", fit_intercept=False, tol=1e-10, max_iter=10**6).fit(X, y)
    for solver in ("smo", "coordinate", "l-bfgs-b"):
        ours = SVC(
            0.5, kernel="linear", fit_intercept=False, solver=solver, tol=1e-7, random_state=0
        ).fit(X, y)
        np.testing.assert_allclose(ours.coef_, peer.coef_[0], rtol=1e-4)
        assert ours.intercept_ == 0.0
    with pytest.raises(ValueError, match=r"^solver=.* needs fit_intercept=False"):
        SVC(solver="coordinate").fit(X, y)


def test_ridge_is_a_squared_price_of_margin_errors():
    """With a ridge and a box that does not bind: C / 2 times squared errors, C = 1 / ridge."""
    X, y = clouds(np.random.default_rng(2))
    ours = SVC(1e6, kernel="linear", fit_intercept=False, ridge=0.25, tol=1e-9).fit(X, y)
    peer = LinearSVC(C=2.0, loss="squared_hinge", fit_intercept=False, tol=1e-12, max_iter=10**6)
    np.testing.assert_allclose(ours.coef_, peer.fit(X, y).coef_[0], rtol=1e-5)


def test_no_free_support_vector_gives_the_middle_of_the_interval():
    X = np.array([[-1.0], [1.0], [3.0]])
    y = np.array([-1, 1, 1])
    machine = SVC(0.01, kernel="linear").fit(X, y)
    np.testing.assert_array_equal(machine.alpha_[:2], 0.01)
    # any b between keeps both margins below 1
    low = -1 + 0.02
    high = 1 - 0.02
    assert low <= machine.intercept_ <= high


def ramp_objective(model, X, y, C):
    margins = y * model.decision_function(X)
    return model.coef_ @ model.coef_ / 2 + C * np.clip(1 - margins, 0, 1).sum()


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_ramp_descends_to_a_point_where_its_tangent_machine_stays(fit_intercept):
    rng = np.random.default_rng(3)
    X, y = clouds(rng, apart=0.7)
    y[:4] *= -1
    C = 2.0
    options = {"kernel": "linear", "fit_intercept": fit_intercept, "tol": 1e-8}
    ramp = RampSVC(C, **options).fit(X, y)
    hinge = SVC(C, **options).fit(X, y)
    np.testing.assert_allclose(ramp.history_[0], ramp_objective(hinge, X, y, C), rtol=1e-6)
    np.testing.assert_allclose(ramp.history_[-1], ramp_objective(ramp, X, y, C), rtol=1e-6)
    assert (np.diff(ramp.history_) < 0).all()
    assert len(ramp.history_) > 1
    near = [(rng.normal(size=2), rng.normal() * fit_intercept) for _ in range(200)]
    w = ramp.coef_
    b = ramp.intercept_
    for dw, db in near:  # a local minimum
        ramp.coef_ = w + 1e-4 * dw
        ramp.intercept_ = b + 1e-4 * db
        assert ramp_objective(ramp, X, y, C) >= ramp.history_[-1] - 1e-9


def test_one_class_only():
    X, _ = clouds(np.random.default_rng(0))
    for model in (SVC(), RampSVC(), SquaredHingeLS()):
        with pytest.raises(ValueError, match="two classes"):
            model.fit(X, np.ones(len(X)))


@pytest.mark.parametrize("spoil", [np.nan, 0.5])
def test_a_precomputed_kernel_is_checked_by_its_name(spoil):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    K = X @ X.T
    y = np.sign(X[:, 0])
    SVC(kernel="precomputed").fit(K, y)
    K[3, 7] += spoil
    with pytest.raises(ValueError, match=r"^X (must be symmetric|contains NaN)"):
        SVC(kernel="precomputed").fit(K, y)
    with pytest.raises(ValueError, match="kernel must be symmetric"):
        SVC(kernel=lambda A, B: np.arange(len(A)) + np.ones((len(B), 1))).fit(X, y)


def test_a_linear_machine_without_intercept_is_the_general_one():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 3))
    y = np.sign(X[:, 0] + 0.4 * rng.normal(size=150))
    options = {"kernel": "linear", "fit_intercept": False, "tol": 1e-8, "max_iter": 10**6}
    by_weights = SVC(solver="coordinate", random_state=0, **options).fit(X, y)
    by_pairs = SVC(**options).fit(X, y)
    np.testing.assert_allclose(by_weights.coef_, by_pairs.coef_, atol=1e-7)
    assert by_weights.gap_ < 1e-6
