"""Structured support vector machines: primal, dual, factored dual and the fast solver agree."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.classification.structured import (
    StructuredSVC,
    frank_wolfe,
    label_strings,
    marginal_dual,
    marginal_program,
    string_dual,
    string_primal,
)
from mlcompanion.kernel_methods import MSVM
from mlcompanion.sequences import ChainFeatures

RNG = np.random.default_rng(9)
XS = [RNG.normal(size=(m, 2)) for m in (3, 2, 4, 3)]
YS = [np.array([0, 1, 2]), np.array([2, 2]), np.array([1, 0, 0, 1]), np.array([0, 2, 1])]


def weights(model):
    return np.concatenate([model.coef_.ravel(), model.transition_.ravel()])


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("first_pair", [True, False])
def test_primal_dual_and_factored_dual_agree(C, first_pair):
    features = ChainFeatures(3, 2, first_pair=first_pair)
    primal = string_primal(features, XS, YS, C)
    dual = string_dual(features, XS, YS, C)
    factored = marginal_dual(features, XS, YS, C)
    for other in (dual, factored):
        assert other.value == pytest.approx(primal.value, rel=1e-6)
        np.testing.assert_allclose(other.zeta, primal.zeta, atol=1e-3 * np.abs(primal.zeta).max())


@pytest.mark.parametrize("first_pair", [True, False])
@pytest.mark.parametrize("places", [(1, 1, 1, 1), (3, 1, 4, 1)])
def test_strings_of_one_place_have_no_pairs(places, first_pair):
    features = ChainFeatures(3, 2, first_pair=first_pair)
    xs = [x[:m] for x, m in zip(XS, places)]
    ys = [y[:m] for y, m in zip(YS, places)]
    dual = string_dual(features, xs, ys, 2.0)
    factored = marginal_dual(features, xs, ys, 2.0)
    assert factored.value == pytest.approx(dual.value, rel=1e-6)
    np.testing.assert_allclose(factored.zeta, dual.zeta, atol=1e-3 * np.abs(dual.zeta).max())
    alone = factored.unknowns[1]
    assert len(alone) == 3  # the marginals of its only label, weights of its strings as well
    np.testing.assert_allclose(alone, dual.unknowns[1], atol=1e-3)


def test_marginals_are_those_of_the_weights_of_strings():
    features = ChainFeatures(3, 2, first_pair=True)
    program = marginal_program(features, XS[:1], YS[:1], 2.0)
    alpha = 2.0 * RNG.dirichlet(np.ones(27))
    strings = label_strings(3, 3)
    single = np.zeros((3, 3))
    pairs = np.zeros((2, 3, 3))
    for string, weight in zip(strings, alpha):
        single[np.arange(3), string] += weight
        pairs[np.arange(2), string[:-1], string[1:]] += weight
    mu = np.concatenate([single.ravel(), pairs.ravel()])
    np.testing.assert_allclose(program.A @ mu, program.b, atol=1e-12)
    zeta = sum(a * (features.phi(XS[0], YS[0]) - features.phi(XS[0], s))
               for a, s in zip(alpha, strings))  # fmt: skip
    np.testing.assert_allclose(program.origin - mu @ program.features, zeta, atol=1e-12)
    loss = sum(a * np.sum(s != YS[0]) for a, s in zip(alpha, strings))
    assert program.losses @ mu == pytest.approx(loss, rel=1e-12)
    assert np.linalg.matrix_rank(program.A) == len(program.A)


def test_the_number_of_variables_is_that_of_the_marginals():
    features = ChainFeatures(3, 2)
    program = marginal_program(features, [np.zeros((5, 2))], [[0] * 5])
    assert len(program.losses) == 5 * 3 + 4 * 9 == 51
    assert len(label_strings(3, 5)) == 243


@pytest.mark.parametrize("loss", ["hamming", "string"])
@pytest.mark.parametrize("C", [0.1, 10.0])
@pytest.mark.parametrize("first_pair", [True, False])
def test_the_solver_brackets_the_optimum(loss, C, first_pair):
    features = ChainFeatures(3, 2, first_pair=first_pair)
    want = string_dual(features, XS, YS, C, loss=loss)
    model = StructuredSVC(C, loss, first_pair=first_pair, tol=1e-5, max_iter=20_000, random_state=0)
    model.fit(XS, YS)
    slack = 1e-7 * want.value
    assert model.dual_objective_ - slack <= want.value <= model.primal_objective_ + slack
    assert model.primal_objective_ - model.dual_objective_ <= 1e-5 * model.primal_objective_
    np.testing.assert_allclose(weights(model), want.zeta, atol=0.02 * np.abs(want.zeta).max())


def test_more_corners_than_room_change_nothing(monkeypatch):
    want = StructuredSVC(10.0, tol=1e-6, max_iter=20_000, random_state=0).fit(XS, YS)
    at_truth = frank_wolfe._Corners.at_truth
    monkeypatch.setattr(
        frank_wolfe._Corners, "at_truth", lambda strings, room: at_truth(strings, 1)
    )
    found = StructuredSVC(10.0, tol=1e-6, max_iter=20_000, random_state=0).fit(XS, YS)
    assert found.primal_objective_ == pytest.approx(want.primal_objective_, rel=2e-6)


def test_single_labels_without_transitions_are_the_multiclass_machine():
    X = RNG.normal(size=(40, 2))
    y = (X @ [1.0, -1.0] + 0.5 * RNG.normal(size=40) > 0).astype(int) + (X[:, 0] > 1)
    C = 0.7
    model = StructuredSVC(C, transitions=False, tol=1e-7, max_iter=20_000, random_state=0)
    model.fit(list(X[:, None, :]), list(y[:, None]))
    peer = MSVM("CS", 1 / (2 * C), kernel="linear", fit_intercept=False, tol=1 - 1e-8).fit(X, y)
    np.testing.assert_allclose(model.coef_, peer.coef_, atol=1e-3)
    assert not model.transition_.any()


def test_a_zero_one_loss_is_no_function_of_the_marginals():
    strings = label_strings(2, 3)
    one = np.zeros(8)
    one[[0, 5]] = 0.5  # 000 and 101
    two = np.zeros(8)
    two[[1, 4]] = 0.5  # 001 and 100

    def marginals(alpha):
        return [alpha[strings[:, j] == 1].sum() for j in range(3)]

    assert marginals(one) == marginals(two)
    wrong = strings.any(axis=1)
    assert one @ wrong == 0.5
    assert two @ wrong == 1.0


def test_a_search_that_is_cut_short_says_so():
    with pytest.warns(ConvergenceWarning, match="stopped after 1 passes"):
        StructuredSVC(10.0, tol=1e-8, max_iter=1, random_state=0).fit(XS, YS)


def test_units_of_the_inputs_are_units_of_the_weights():
    want = StructuredSVC(1.0, transitions=False, tol=1e-8, max_iter=20_000, random_state=0)
    want.fit(XS, YS)
    for unit in (1e-6, 1e6):
        moved = [x * unit for x in XS]
        found = StructuredSVC(unit**-2, transitions=False, tol=1e-8, max_iter=20_000,
                              random_state=0).fit(moved, YS)  # fmt: skip
        np.testing.assert_allclose(found.coef_ * unit, want.coef_, atol=1e-4)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: label_strings(10, 6), "length must leave at most 200000 strings"),
        (lambda: string_dual(ChainFeatures(3, 2), XS, YS[:-1]), "ys must hold a string for each"),
        (lambda: string_dual(ChainFeatures(3, 2), XS[:1], [[0, 1]]), r"ys\[0\] must have shape"),
        (
            lambda: string_dual(ChainFeatures(2, 2), XS[:1], [[0, 1, 2]]),
            r"ys\[0\] must hold values in",
        ),
        (lambda: marginal_dual(ChainFeatures(3, 3), XS, YS), r"xs\[0\] must have shape"),
        (lambda: string_primal(ChainFeatures(3, 2), XS, YS, loss="square"), "loss must be one of"),
        (lambda: string_primal(ChainFeatures(3, 2), XS, YS, C=0), "C must be finite and in"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
