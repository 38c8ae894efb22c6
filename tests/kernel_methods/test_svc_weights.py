import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.svm import SVC as Peer

from mlcompanion.kernel_methods import MSVM, SVC, RampSVC

RNG = np.random.default_rng(4)
X = RNG.normal(size=(60, 3)) * [1.0, 20.0, 0.1]
Y = np.where(X[:, 0] + 0.05 * X[:, 1] + 0.7 * RNG.normal(size=60) > 0.8, "yes", "no")
WEIGHTS = RNG.integers(0, 4, 60).astype(float)
SOLVERS = [("smo", True), ("smo", False), ("coordinate", False), ("l-bfgs-b", False)]


def machine(solver="smo", fit_intercept=True, **options):
    options = {"sigma": 5.0, "tol": 1e-8, **options}
    return SVC(solver=solver, fit_intercept=fit_intercept, **options)


@pytest.mark.parametrize(("solver", "fit_intercept"), SOLVERS)
def test_weights_count_like_copies(solver, fit_intercept):
    weighted = machine(solver, fit_intercept).fit(X, Y, sample_weight=WEIGHTS)
    rows = np.repeat(np.arange(60), WEIGHTS.astype(int))
    copies = machine(solver, fit_intercept).fit(X[rows], Y[rows])
    np.testing.assert_allclose(
        weighted.decision_function(X), copies.decision_function(X), atol=1e-5
    )
    assert (weighted.alpha_ <= WEIGHTS).all()
    assert not np.allclose(
        weighted.decision_function(X), machine(solver, fit_intercept).fit(X, Y).decision_function(X)
    )


@pytest.mark.parametrize("class_weight", ["balanced", {"yes": 5.0}, {"no": 0.2, "yes": 3.0}])
@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_classes_weigh_as_in_scikit_learn(class_weight, kernel):
    rows = X / X.std(axis=0) if kernel == "linear" else X
    ours = machine(kernel=kernel, class_weight=class_weight, sigma="scale", C=0.5).fit(rows, Y)
    peer = Peer(C=0.5, kernel=kernel, class_weight=class_weight, tol=1e-8).fit(rows, Y)
    expected = peer.decision_function(rows)
    np.testing.assert_allclose(ours.decision_function(rows), expected, atol=1e-5)


def test_balanced_counts_weights():
    model = machine(class_weight="balanced").fit(X, Y, sample_weight=WEIGHTS)
    sums = [WEIGHTS[label == Y].sum() for label in ("no", "yes")]
    factors = dict(zip(("no", "yes"), WEIGHTS.sum() / (2 * np.array(sums))))
    same = machine(class_weight=factors).fit(X, Y, sample_weight=WEIGHTS)
    np.testing.assert_allclose(model.alpha_, same.alpha_)
    with pytest.raises(ValueError, match="needs sample_weight in each class"):
        model.fit(X, Y, sample_weight=(Y == "no").astype(float))


@pytest.mark.parametrize("cls", [SVC, RampSVC, MSVM])
def test_a_scaled_width_follows_the_units(cls):
    """At 1e-6 or 1e6 times the units the answers stay; a fixed width of 1 would see one point."""
    labels = (Y == "yes").astype(int)
    home = cls(sigma="scale").fit(X, labels)
    assert home.sigma_ == pytest.approx(np.sqrt(3 * X.var() / 2))
    fixed = cls(sigma=home.sigma_).fit(X, labels)
    np.testing.assert_array_equal(home.decision_function(X), fixed.decision_function(X))
    for unit in (1e-6, 1e6):
        moved = cls(sigma="scale").fit(unit * X, labels).decision_function(unit * X)
        np.testing.assert_allclose(moved, home.decision_function(X), atol=5e-3)
    assert cls(sigma="scale").fit(np.ones((4, 1)), [0, 1, 0, 1]).sigma_ == 1.0


def test_probabilities_are_those_of_platt_around_it():
    """The word of refusal names the way, and the way works: Platt's fit to held-out scores."""
    assert not hasattr(SVC(), "predict_proba")
    with pytest.raises(AttributeError, match="CalibratedClassifierCV"):
        SVC().predict_proba(X)
    rows = X / X.std(axis=0)
    labels = (Y == "yes").astype(int)
    folds = list(KFold(5, shuffle=True, random_state=0).split(rows))
    model = CalibratedClassifierCV(SVC(), cv=folds, ensemble=False).fit(rows, labels)
    held_out = cross_val_predict(SVC(), rows, labels, cv=folds, method="decision_function")
    n_yes = labels.sum()
    targets = np.where(labels == 1, (n_yes + 1) / (n_yes + 2), 1 / (60 - n_yes + 2))

    def loss(ab):
        z = ab[0] * held_out + ab[1]
        return np.sum(np.logaddexp(0, z) - targets * z)

    a, b = minimize(loss, [0.0, 0.0], tol=1e-10).x
    scores = SVC().fit(rows, labels).decision_function(rows)
    np.testing.assert_allclose(model.predict_proba(rows)[:, 1], expit(a * scores + b), atol=1e-4)


@pytest.mark.parametrize(
    ("class_weight", "words"),
    [
        ("even", "class_weight must be one of"),
        ({"maybe": 1.0}, "class_weight names 'maybe', which is no class of y"),
        ({"no": -1.0}, "class_weight must be finite"),
    ],
)
def test_wrong_weights_are_refused(class_weight, words):
    with pytest.raises(ValueError, match=words):
        SVC(class_weight=class_weight).fit(X, Y)
    with pytest.raises(TypeError, match="class_weight must be a dict"):
        SVC(class_weight=[1.0, 2.0]).fit(X, Y)
