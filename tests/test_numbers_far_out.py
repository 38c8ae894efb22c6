"""Inputs at the edge of numbers, for losses, text models, kernels and machines of these rooms."""

import numpy as np
import pytest
from scipy import sparse

from mlcompanion.classification import ClassBalanceLS, PartialLabelBoost, partial_loss
from mlcompanion.classification.partial.partial_labels import partial_loss_gradient
from mlcompanion.kernel_methods import RampSVC, RobustRanker, SimpleMKL
from mlcompanion.kernel_methods.mkl.alignment import alignment_weights
from mlcompanion.kernel_methods.mkl.measures import boosted_kernel
from mlcompanion.kernels import polynomial_kernel, rbf_kernel
from mlcompanion.losses import Hinge, Huber, Logistic, Ramp, Softmax, ZeroOne
from mlcompanion.regression import gaussian_basis
from mlcompanion.text import BM25, VSM, DirichletLM

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("loss", [Hinge(), Logistic(), Huber(), Ramp(), ZeroOne()], ids=repr)
def test_a_loss_of_no_number_is_no_number(loss):
    for method in (loss.value, loss.derivative, loss.second_derivative):
        assert np.isnan(method(np.nan, 1.0))
        assert np.isnan(method(1.0, np.nan))
        assert np.isfinite(method(0.3, 1.0))


def test_softmax_takes_lists_and_refuses_no_classes():
    scores = [[0.0, 1.0, 2.0], [3.0, 1.0, 0.0]]
    want = Softmax().value(np.array(scores), np.array([2.0, 0.0]))
    np.testing.assert_array_equal(Softmax().value(scores, [2, 0]), want)
    np.testing.assert_allclose(Softmax().derivative(scores, [2, 0]).sum(axis=1), 0, atol=1e-15)
    for bad in ([-1, 0], [1.7, 0], [3, 0], [0]):
        for method in (Softmax().value, Softmax().derivative):
            with pytest.raises(ValueError, match="target"):
                method(scores, bad)


@pytest.mark.parametrize("model", [VSM(), BM25(), DirichletLM()], ids=lambda m: type(m).__name__)
def test_counts_stay_the_caller_s_and_doubles_add_up(model):
    dense = RNG.integers(0, 3, (6, 5)).astype(float) + np.eye(6, 5)
    full = sparse.csr_array(dense)
    row = np.repeat(np.arange(6), 15)
    column = np.tile(np.arange(5), 18)
    share = np.tile(np.repeat([0.25, 0.75, 0.0], 5), 6)  # three entries a place, one of them zero
    doubles = sparse.csr_array(
        (dense[row, column] * share, column, np.arange(0, 91, 15)), shape=dense.shape
    )
    before = [part.copy() for part in (doubles.data, doubles.indices, doubles.indptr)]
    for part in (doubles.data, doubles.indices, doubles.indptr):
        part.flags.writeable = False
    want = model.fit(full).relevance(full)
    np.testing.assert_allclose(model.fit(doubles).relevance(doubles), want)
    np.testing.assert_allclose(model.fit(dense).relevance(dense), want)
    for part, copy in zip((doubles.data, doubles.indices, doubles.indptr), before):
        np.testing.assert_array_equal(part, copy)


def test_kernels_refuse_what_is_none():
    with pytest.raises(ValueError, match=r"\bX must have at least one column"):
        rbf_kernel(np.empty((3, 0)))
    with pytest.raises(ValueError, match=r"\bx must have at least one column"):
        gaussian_basis(np.empty((3, 0)))
    with pytest.raises(ValueError, match=r"\bdegree must be a whole number"):
        polynomial_kernel([[1.0], [-1.0]], degree=1.5)
    np.testing.assert_array_equal(polynomial_kernel([[-2.0]], degree=3.0), [[8.0**2]])


@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_units_of_kernels(unit):
    y = np.where(RNG.random(20) < 0.5, -1.0, 1.0)
    Z = RNG.normal(size=(3, 20, 2))
    Ks = np.array([z @ z.T + 0.2 * np.outer(y, y) for z in Z])
    weights, losses = boosted_kernel(Ks, y)
    there, found = boosted_kernel(unit * Ks, y)
    np.testing.assert_allclose(found, losses, rtol=1e-6)
    np.testing.assert_allclose(unit * there, weights, rtol=1e-3, atol=1e-6)
    units = np.array([unit, 1.0, 1.0])
    for rule in ("conic", "centered_linear", "centered_conic"):
        want = alignment_weights(Ks, y, rule)
        mixed = alignment_weights(units[:, None, None] * Ks, y, rule) * units
        np.testing.assert_allclose(mixed / np.linalg.norm(mixed), want, atol=1e-6)


def test_a_machine_without_support_vectors_answers():
    """Every point is left behind: the intercept alone speaks."""
    X = np.zeros((4, 1))
    y = [0, 1, 0, 1]
    for kernel in ("rbf", "linear"):
        machine = RampSVC(kernel=kernel).fit(X, y)
        assert machine.decision_function([[5.0]]).shape == (1,)
    machine.support_ = machine.support_[:0]
    machine.kernel = "rbf"
    machine.support_vectors_ = X[:0]
    machine.dual_coef_ = machine.dual_coef_[:0]
    assert machine.decision_function([[5.0]])[0] == machine.intercept_


def test_a_ranker_is_an_estimator_and_takes_whole_floats():
    KQ = [[1.0]]
    KD = np.eye(2)
    base = [[1.0, 1.0]]
    want = RobustRanker().fit(KQ, KD, base, [[0, 1, 0]]).decision_function(KQ, KD, base)
    ranker = RobustRanker().set_params(lam=1.0).fit(KQ, KD, base, [[0.0, 1.0, 0.0]])
    np.testing.assert_array_equal(ranker.decision_function(KQ, KD, base), want)
    assert ranker.converged_


def test_test_inputs_are_known_by_their_columns():
    pandas = pytest.importorskip("pandas")
    X = pandas.DataFrame(RNG.normal(size=(20, 2)), columns=["a", "b"])
    y = np.arange(20) % 2
    with pytest.raises(ValueError, match="feature names"):
        ClassBalanceLS().fit(X, y, X[["b", "a"]])


def test_boosting_goes_on_after_its_weights_have_died():
    X = RNG.normal(size=(30, 2))
    truth = (X[:, 0] > 0).astype(int)
    bags = np.eye(3, dtype=bool)[truth]
    for loss in ("mean", "naive"):
        model = PartialLabelBoost(loss, n_rounds=1500).fit(X, bags)
        assert np.isfinite(model.scores(X)).all()
        assert (model.predict(X) == truth).all()


@pytest.mark.parametrize("loss", ["mean", "sum", "max", "naive", "naive_sum", "contrastive"])
def test_no_share_of_an_infinite_loss_is_zero(loss):
    """The exponential of a score outside of the bag overflows; labels inside do not hear of it."""
    scores = [[1.0, -1000.0, 2.0]]
    bags = [[1, 0, 1]]
    assert np.isfinite(partial_loss(scores, bags, loss, "exponential")).all()
    assert np.isfinite(partial_loss_gradient(scores, bags, loss, "exponential")).all()


def test_a_search_at_the_floor_of_rounding_has_not_failed(recwarn):
    X = RNG.normal(size=(40, 3))
    Ks = np.array([np.exp(-((X[:, [j]] - X[:, j]) ** 2)) for j in range(3)])
    model = SimpleMKL(tol=1e-12, kernels="precomputed").fit(Ks, np.sign(X[:, 0]))
    assert model.duality_gap_ < 1.5e-8
    assert not recwarn.list
