import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Hinge
from mlcompanion.online import PegasosOnline, best_in_hindsight
from mlcompanion.online.bounds.logarithmic import (
    hinge_ball_radius,
    hinge_subgradient_constant,
    log_regret_bound,
)
from mlcompanion.online.core.regret import hindsight_objective

DATA = make_noisy_separator(2000, 20, flip=0.1, random_state=0)


@parametrize_with_checks(
    [PegasosOnline(n_epochs=20), PegasosOnline(sigma=0.1, project=False, fit_intercept=True)]
)
def test_sklearn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("sigma", [0.001, 0.1, 2.0])
def test_unprojected_iterates_are_those_of_sgd(sigma):
    peer = SGDClassifier(
        alpha=sigma,
        learning_rate="invscaling",
        eta0=1 / sigma,
        power_t=1.0,
        fit_intercept=False,
        shuffle=False,
    )
    ours = PegasosOnline(sigma, project=False)
    for rows in np.split(np.arange(2000), [1, 2, 10, 700]):
        X = DATA.data[rows]
        y = DATA.target[rows]
        peer.partial_fit(X, y, classes=[-1, 1])
        ours.partial_fit(X, y, classes=[-1, 1])
        np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-12 / sigma)


def test_stream_in_pieces_equals_stream_at_once():
    whole = PegasosOnline(0.1).fit(DATA.data, DATA.target)
    pieces = PegasosOnline(0.1)
    for x, y in zip(DATA.data[:500], DATA.target[:500]):
        pieces.partial_fit(x[None], [y], classes=[-1, 1])
    pieces.partial_fit(DATA.data[500:], DATA.target[500:])
    np.testing.assert_allclose(pieces.coef_, whole.coef_, atol=1e-13)
    assert (pieces.t_, pieces.n_mistakes_) == (whole.t_, whole.n_mistakes_)


@pytest.mark.parametrize("sigma", [0.01, 0.1, 1.0])
def test_regret_is_below_theorem_5(sigma):
    X = DATA.data
    y = DATA.target.astype(float)
    losses = PegasosOnline(sigma).fit(X, y).objective_path_
    L = hinge_subgradient_constant(sigma, 1.0)
    for T in (1, 2, 10, 100, 2000):
        u = best_in_hindsight(X[:T], y[:T], Hinge(), l2=sigma * T)
        best = hindsight_objective(u, X[:T], y[:T], Hinge(), l2=sigma * T)
        assert losses[:T].sum() - best <= log_regret_bound(L, sigma, T)


def test_stays_in_the_ball():
    model = PegasosOnline(0.01)
    for x, y in zip(DATA.data[:50], DATA.target[:50]):
        model.partial_fit(x[None], [y], classes=[-1, 1])
        assert np.linalg.norm(model.coef_) <= hinge_ball_radius(0.01) * (1 + 1e-12)


def test_labels_of_any_kind():
    names = np.array(["no", "yes"])
    words = names[(DATA.target > 0).astype(int)]
    by_words = PegasosOnline(0.01, fit_intercept=True).fit(DATA.data, words)
    by_signs = PegasosOnline(0.01, fit_intercept=True).fit(DATA.data, DATA.target)
    expected = names[(by_signs.predict(DATA.data) > 0).astype(int)]
    np.testing.assert_array_equal(by_words.predict(DATA.data), expected)


@pytest.mark.parametrize(
    ("settings", "name"),
    [({"sigma": 0.0}, "sigma"), ({"sigma": np.nan}, "sigma"), ({"n_epochs": 0}, "n_epochs")],
)
def test_bad_settings(settings, name):
    with pytest.raises(ValueError, match=name):
        PegasosOnline(**settings).fit(DATA.data, DATA.target)


def test_bad_labels():
    with pytest.raises(ValueError, match="two classes"):
        PegasosOnline().fit(DATA.data[:3], [1, 2, 3])
    with pytest.raises(ValueError, match="two classes"):
        PegasosOnline().partial_fit(DATA.data[:1], [1])
    model = PegasosOnline().partial_fit(DATA.data[:1], [1], classes=[0, 1])
    with pytest.raises(ValueError, match="outside classes"):
        model.partial_fit(DATA.data[:1], [2])
    with pytest.raises(ValueError, match="classes must stay"):
        model.partial_fit(DATA.data[:1], [1], classes=[1, 2])
