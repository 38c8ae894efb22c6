"""Linear-chain conditional random fields: enumeration, differences, an independent program."""

import warnings

import numpy as np
import pytest
from scipy.special import logsumexp
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV

from mlcompanion.classification import SoftmaxRegression
from mlcompanion.classification.structured import LinearChainCRF, label_strings
from mlcompanion.classification.structured._strings import check_labelled
from mlcompanion.classification.structured.bound_search import FieldSurrogate
from mlcompanion.classification.structured.crf_fits import ChainLikelihood
from mlcompanion.sequences import ChainFeatures

RNG = np.random.default_rng(5)
WALK = np.array([[0.8, 0.1, 0.1], [0.2, 0.2, 0.6], [0.1, 0.7, 0.2]])
CENTRES = np.array([[0.0, 0.0], [1.5, 0.0], [0.0, 1.5]])


def hidden_strings(n, rng):
    """Strings of a hidden chain with normal outputs."""
    xs = []
    ys = []
    for _ in range(n):
        y = [rng.integers(3)]
        for _ in range(rng.integers(0, 5)):
            y.append(rng.choice(3, p=WALK[y[-1]]))
        xs.append(CENTRES[y] + 0.8 * rng.normal(size=(len(y), 2)))
        ys.append(np.array(y))
    return xs, ys


XS, YS = hidden_strings(60, RNG)
FEW = XS[:6], [np.append(y[:-1], i % 3) for i, y in enumerate(YS[:6])]


def enumerated(features, zeta, x):
    """Features and scores of all label strings."""
    strings = label_strings(features.n_symbols, len(x))
    phi = np.array([features.phi(x, s) for s in strings])
    return strings, phi, phi @ zeta


@pytest.mark.parametrize("first_pair", [True, False])
def test_criterion_and_gradient_are_those_of_the_enumeration(first_pair):
    features = ChainFeatures(3, 2, first_pair=first_pair)
    _, strings = check_labelled(*FEW)
    criterion = ChainLikelihood(strings, 3, np.full(2, 0.3), 0.3, first_pair=first_pair)
    zeta = RNG.normal(size=criterion.size)
    value = 0.15 * zeta @ zeta
    slope = 0.3 * zeta
    for x, y in zip(*FEW):
        _, phi, scores = enumerated(features, zeta, x)
        log_z = logsumexp(scores)
        value += log_z - features.phi(x, y) @ zeta
        slope += np.exp(scores - log_z) @ phi - features.phi(x, y)
    found, gradient = criterion(zeta)
    assert found == pytest.approx(value, rel=1e-12)
    np.testing.assert_allclose(gradient, slope, atol=1e-12)
    sides = [[criterion(zeta + h * e)[0] for h in (1e-5, -1e-5)] for e in np.eye(len(zeta))]
    np.testing.assert_allclose(gradient, np.subtract(*np.array(sides).T) / 2e-5, atol=1e-7)


def test_the_fit_is_the_optimum():
    model = LinearChainCRF(0.5, tol=1e-7, max_iter=1000).fit(XS, YS)
    _, strings = check_labelled(XS, YS)
    criterion = ChainLikelihood(strings, 3, np.full(2, 0.5), 0.5)
    zeta = np.concatenate([model.coef_.ravel(), model.transition_.ravel()])
    value, slope = criterion(zeta)
    assert abs(slope).max() < 2e-5
    assert value == pytest.approx(0.25 * zeta @ zeta - model.log_likelihood(XS, YS), rel=1e-12)
    # a shift of all emissions or transitions changes no probability: the ridge takes the shortest
    np.testing.assert_allclose(model.coef_.sum(axis=0), 0, atol=1e-5)
    assert abs(model.transition_.sum()) < 1e-5


@pytest.mark.parametrize("transitions", [True, False])
@pytest.mark.parametrize("first_pair", [True, False])
def test_bounds_lead_to_the_same_optimum(first_pair, transitions):
    kinds = {"first_pair": first_pair, "transitions": transitions}
    xs, ys = XS[:12], YS[:12]
    best = LinearChainCRF(1.0, tol=1e-7, max_iter=1000, **kinds).fit(xs, ys)
    found = LinearChainCRF(1.0, "bound", tol=1e-7, max_iter=1000, **kinds).fit(xs, ys)
    assert found.converged_
    np.testing.assert_allclose(found.coef_, best.coef_, atol=1e-5)
    np.testing.assert_allclose(found.transition_, best.transition_, atol=1e-5)


@pytest.mark.parametrize("first_pair", [True, False])
def test_the_bound_of_a_field_lies_above_and_touches(first_pair):
    _, strings = check_labelled(*FEW)
    criterion = ChainLikelihood(strings, 3, np.full(2, 0.3), 0.3, first_pair=first_pair)
    surrogate = FieldSurrogate(criterion)
    rng = np.random.default_rng(2)
    for size in (0.1, 1.0, 5.0):
        at = rng.normal(size=criterion.size)
        value, gradient, target = surrogate.touch(at)
        np.testing.assert_allclose(value, criterion(at)[0])
        # of a quadratic: the least value lies half the slope's way below the point of contact
        least = value + 0.5 * gradient @ (target - at)
        assert criterion(target)[0] <= least + 1e-9 * abs(value)
        for share in (0.3, 1.5, -size):
            away = at + share * (target - at)
            bound = value + (share - share**2 / 2) * gradient @ (target - at)
            assert criterion(away)[0] <= bound + 1e-9 * abs(value)


@pytest.mark.parametrize("first_pair", [True, False])
def test_predictions_are_those_of_the_enumeration(first_pair):
    model = LinearChainCRF(0.5, first_pair=first_pair).fit(XS, YS)
    features = ChainFeatures(3, 2, first_pair=first_pair)
    zeta = np.concatenate([model.coef_.ravel(), model.transition_.ravel()])
    for x, best, single in zip(XS, model.predict(XS), model.predict_marginals(XS)):
        strings, _, scores = enumerated(features, zeta, x)
        np.testing.assert_array_equal(best, strings[scores.argmax()])
        chances = np.exp(scores - logsumexp(scores))
        want = [[chances[strings[:, j] == s].sum() for s in range(3)] for j in range(len(x))]
        np.testing.assert_allclose(single, want, atol=1e-12)
    places = model.predict_places(XS)
    np.testing.assert_array_equal(places[0], model.predict_marginals(XS)[0].argmax(axis=1))


def test_without_transitions_it_is_logistic_regression():
    model = LinearChainCRF(0.5, transitions=False, tol=1e-7, max_iter=1000).fit(XS, YS)
    alone = SoftmaxRegression(0.5, fit_intercept=False, tol=1e-7, max_iter=1000)
    alone.fit(np.concatenate(XS), np.concatenate(YS))
    np.testing.assert_allclose(model.coef_, alone.coef_.T, atol=1e-6)
    assert not model.transition_.any()
    marginals = np.concatenate(model.predict_marginals(XS))
    np.testing.assert_allclose(marginals, alone.predict_proba(np.concatenate(XS)), atol=1e-7)


def test_stochastic_gradient_comes_near():
    best = LinearChainCRF(0.0, tol=1e-7, max_iter=1000).fit(XS, YS)
    near = LinearChainCRF(0.0, "sgd", max_iter=100, random_state=0).fit(XS, YS)
    top = best.log_likelihood(XS, YS)
    start = -sum(map(len, YS)) * np.log(3)
    gap = (top - near.log_likelihood(XS, YS)) / (top - start)
    assert -1e-9 < gap < 0.02
    assert near.converged_
    assert near.n_iter_ == 100


@pytest.mark.parametrize("first_pair", [True, False])
def test_a_step_of_stochastic_gradient_is_the_gradient_of_its_string(first_pair):
    x, y = XS[3], np.array([0, 2, 1, 1, 0])[: len(XS[3])]
    xs = [x] * 3
    ys = [y] * 3
    options = {"first_pair": first_pair, "lam": 0.6}
    model = LinearChainCRF(solver="sgd", step=0.2, fall=0.0, max_iter=1, random_state=0, **options)
    model.fit(xs, ys)
    _, strings = check_labelled([x], [y])
    criterion = ChainLikelihood(strings, len(np.unique(y)), np.full(2, 0.2), 0.2,
                                first_pair=first_pair)  # fmt: skip
    zeta = np.zeros(criterion.size)
    for _ in range(3):
        zeta -= 0.2 * criterion(zeta)[1]
    found = np.concatenate([model.coef_.ravel(), model.transition_.ravel()])
    np.testing.assert_allclose(found, zeta, atol=1e-12)


def test_units_of_the_inputs_change_no_answer():
    want = LinearChainCRF(0.0, tol=1e-7, max_iter=1000).fit(XS, YS).predict_marginals(XS)
    for unit in ([1e-6, 1e6], [1e9, 1e9], [1e-12, 1e-12]):
        moved = [x * unit for x in XS]
        found = LinearChainCRF(0.0, tol=1e-7, max_iter=1000).fit(moved, YS)
        for one, other in zip(want, found.predict_marginals(moved)):
            np.testing.assert_allclose(one, other, atol=1e-5)


def test_labels_may_be_words_and_models_be_searched():
    words = [np.array(["sun", "rain", "fog"])[y] for y in YS]
    model = LinearChainCRF().fit(XS, words)
    assert model.classes_.tolist() == ["fog", "rain", "sun"]
    assert model.score(XS, words) > 0.7
    assert set(model.predict(XS[:1])[0]) <= {"fog", "rain", "sun"}
    search = GridSearchCV(clone(model), {"lam": [0.1, 10.0]}, cv=3).fit(XS, words)
    assert search.best_score_ > 0.6


def test_a_search_that_is_cut_short_says_so():
    with pytest.warns(ConvergenceWarning, match="stopped after 1 iterations"):
        LinearChainCRF(max_iter=1).fit(XS, YS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        LinearChainCRF().fit(XS, YS)


@pytest.mark.parametrize(
    ("xs", "ys", "words"),
    [
        ([[[0.0], [1.0]]], [[0]], r"ys\[0\] must have shape \(2,\)"),
        ([[[0.0], [1.0]]], [[0, 1], [1, 0]], "ys must hold a string for each of 1"),
        ([[[0.0], [1.0]], [[0.0, 1.0]]], [[0, 1], [1]], r"xs\[1\] must have 1 column"),
        ([[[0.0], [np.nan]]], [[0, 1]], r"xs\[0\] contains NaN"),
        ([[[0.0], [1.0]]], [[0, np.nan]], r"ys\[0\] contains NaN"),
        ([[[0.0], [1.0]]], [[1, 1]], "ys: y must have at least two classes"),
        ([[[0.0], [1.0]]], [[0.5, 1.2]], "ys: Unknown label type"),
        ([np.zeros((0, 1))], [[]], r"xs\[0\] needs at least 1 row"),
        ([np.zeros((2, 0))], [[0, 1]], r"xs\[0\] must have at least one column"),
        ([], [], "xs must hold at least 1 item"),
    ],
)
def test_strings_that_do_not_fit_are_named(xs, ys, words):
    with pytest.raises(ValueError, match=words):
        LinearChainCRF().fit(xs, ys)


def test_labels_that_were_not_learnt_are_named():
    model = LinearChainCRF().fit(XS, YS)
    with pytest.raises(ValueError, match=r"ys holds .*7.*, which is none of the labels"):
        model.score([[[0.0, 0.0]]], [[7]])
    with pytest.raises(ValueError, match=r"xs\[0\] must have 2 column"):
        model.predict([[[0.0]]])
