"""The origin of X changes no answer, where the model is free of it: classifiers and their kin.

A model with an intercept, distances or densities says the same about ``X + c`` as about ``X``; the
reference is the model on the data at home. The offset is a whole number of the grid on which the
data lie, so that the moved data are exactly the same.
"""

import warnings

import numpy as np
import pytest
from sklearn.base import clone

from mlcompanion.classification import (
    FDA,
    LSPC,
    ClassBalanceLS,
    DiscriminativeEM,
    GaussianModel1,
    GenerativeClassifier,
    KernelLSClassifier,
    KNNClassifier,
    LSClassifier,
    OneVsOne,
    OneVsRest,
    PartialLabelBoost,
    PartialLabelKNN,
    PartialLabelSVM,
    SoftmaxRegression,
)
from mlcompanion.kernel_methods import (
    MSVM,
    SVC,
    AlignmentMKL,
    CrammerSingerSVC,
    LocalizedMKL,
    RampSVC,
    SimpleMKL,
    SquaredHingeLS,
    click_query_kernel,
)
from mlcompanion.kernel_methods.mkl.descent import feature_scales
from mlcompanion.kernels import rbf_kernel
from mlcompanion.learning_theory.partial.ambiguity import certified_labels
from mlcompanion.manifold import LaplacianLS, LapRLSC, LapSVM

RNG = np.random.default_rng(3)
N = 60
#: Steps of 2^-20: sums with whole numbers below 2^32 are exact.
X = np.round(RNG.normal(size=(N, 3)) * 2**20) / 2**20
Y = np.digitize(X[:, 0] + 0.5 * RNG.normal(size=N), [-0.4, 0.5])
TWO = np.where(Y > 0, 1, -1)
BAGS = np.eye(3, dtype=bool)[Y] | (RNG.random((N, 3)) < 0.3)

MODELS = {
    "FDA": (FDA(), Y),
    "LSPC": (LSPC(), Y),
    "ClassBalanceLS": (ClassBalanceLS([0.2, 0.3, 0.5]), Y),
    "DiscriminativeEM": (DiscriminativeEM(0.1), BAGS),
    "GaussianModel1": (GaussianModel1(), BAGS),
    "GenerativeClassifier": (GenerativeClassifier(), Y),
    "KernelLSClassifier": (KernelLSClassifier(), Y),
    "LSClassifier": (LSClassifier(0.1), Y),
    "OneVsOne": (OneVsOne(weighted=True), Y),
    "OneVsRest": (OneVsRest(), Y),
    "PartialLabelBoost": (PartialLabelBoost(n_rounds=20), BAGS),
    "PartialLabelKNN": (PartialLabelKNN(random_state=0), BAGS),
    "PartialLabelSVM, mean": (PartialLabelSVM(tol=1e-7), BAGS),
    "PartialLabelSVM, naive": (PartialLabelSVM("naive", tol=1e-7), BAGS),
    "PartialLabelSVM, rbf": (PartialLabelSVM(kernel="rbf", tol=1e-7), BAGS),
    "SoftmaxRegression": (SoftmaxRegression(0.1, tol=1e-7, max_iter=500), Y),
    "SoftmaxRegression, newton": (SoftmaxRegression(0.1, "newton", tol=1e-7), Y),
    "SoftmaxRegression, bound": (SoftmaxRegression(0.1, "bound", tol=1e-7, max_iter=2000), Y),
    "SoftmaxRegression, rbf": (SoftmaxRegression(0.1, sigma=1.0, tol=1e-7, max_iter=1000), Y),
    "MSVM, WW": (MSVM("WW", 0.1, kernel="linear", tol=1 - 1e-9), Y),
    "MSVM, CS": (MSVM("CS", 0.1, kernel="linear", tol=1 - 1e-9), Y),
    "MSVM, LLW": (MSVM("LLW", 0.1, kernel="linear", tol=1 - 1e-9), Y),
    "MSVM, MSVM2": (MSVM("MSVM2", 0.1, kernel="linear", tol=1 - 1e-9), Y),
    "SVC": (SVC(kernel="linear", tol=1e-7), TWO),
    "SVC, rbf": (SVC(tol=1e-7), TWO),
    "RampSVC": (RampSVC(kernel="linear", tol=1e-7), TWO),
    "SquaredHingeLS": (SquaredHingeLS(), TWO),
    "AlignmentMKL": (AlignmentMKL(), TWO),
    "LocalizedMKL": (LocalizedMKL(tol=1e-4, max_iter=500, random_state=0), TWO),
    "SimpleMKL": (SimpleMKL(), TWO),
    "LapSVM": (LapSVM(), np.where(np.arange(N) < 30, TWO, 0)),
    "LapRLSC": (LapRLSC(), np.where(np.arange(N) < 30, TWO, 0)),
    "LaplacianLS": (LaplacianLS(), np.where(np.arange(N) < 30, TWO, 0)),
    "CrammerSingerSVC, rbf": (CrammerSingerSVC(tol=1 - 1e-9), Y),
}


#: A mean of data 2^20 from zero is rounded by 1e-10, and the conditioning of these data makes 8e-9
#: of it at most: 1e-7, except where a search over gates without a unique optimum ends at a share of
#: 1e-4 of its objective, which leaves 2e-6 of the scores open.
NEAR = {"LocalizedMKL": 1e-5}


def scores(model, rows, y):
    """What the fitted model says about its rows, in numbers."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a search that fails far from home is told
        fitted = clone(model).fit(rows, y)
    if hasattr(fitted, "predict_log_proba"):
        return fitted.predict_log_proba(rows)
    if isinstance(fitted, LSPC):
        return fitted.predict_proba(rows)
    return fitted.decision_function(rows)


@pytest.mark.parametrize("offset", [1000, 2**20])
@pytest.mark.parametrize("name", MODELS)
def test_the_origin_changes_no_answer(name, offset):
    model, y = MODELS[name]
    want = scores(model, X, y)
    atol = NEAR.get(name, 1e-7) * np.abs(want).max()
    np.testing.assert_allclose(scores(model, X + offset, y), want, atol=atol)


def test_neighbours_are_found_beside_a_far_row():
    for far in (1e9, 1e17):
        rows = np.array([[0.0], [1.0], [2.0], [far]])
        model = KNNClassifier().fit(rows, list("abcd"))
        assert "".join(model.predict([[0.1], [0.9], [2.2], [far]])) == "abcd"
        bags = PartialLabelKNN(1, random_state=0).fit(rows, np.eye(4))
        assert bags.predict([[0.1], [0.9], [2.2], [far]]).tolist() == [0, 1, 2, 3]


def test_units_of_columns_change_no_softmax_without_a_penalty():
    units = np.array([1e-6, 1.0, 1e9])
    options = {"tol": 1e-6, "max_iter": 500}
    want = SoftmaxRegression(1e-9, **options).fit(X, Y).predict_proba(X)
    found = SoftmaxRegression(1e-21, **options).fit(X * units, Y).predict_proba(X * units)
    np.testing.assert_allclose(found, want, atol=1e-7)


def test_certificates_widths_and_clicks_are_free_of_the_origin():
    features = np.array([[0.0], [0.1], [9.0]])
    G = np.array([[1.0, -1, -1]] * 3)
    bags = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1]])
    arguments = (G, np.zeros(3), bags, [0, 0, 0], 0.5, 0.5625)
    want = certified_labels(features, *arguments)
    assert want.tolist() == [True, True, False]
    np.testing.assert_array_equal(certified_labels(features + 2**26, *arguments), want)
    want = feature_scales(X, TWO, max_iter=200).weights
    np.testing.assert_allclose(
        feature_scales(X + 2**20, TWO, max_iter=200).weights, want, atol=1e-3
    )
    clicks = RNG.integers(0, 5, (6, 30))
    found = click_query_kernel(clicks + 10**8)
    np.testing.assert_allclose(found, np.corrcoef(clicks), atol=1e-12)


def test_a_constant_column_does_not_decide_the_gates():
    constant = np.column_stack([X, np.full(N, 0.1)])
    model = LocalizedMKL(random_state=0).fit(X, TWO, Z=constant)
    moved = constant + np.array([0, 0, 0, 1e-16])
    np.testing.assert_allclose(model.gates(moved), model.gates(constant), atol=1e-12)


@pytest.mark.parametrize("sigma", [1e-170, 1e-300, 1e200])
def test_widths_out_of_the_range_of_squares(sigma):
    rows = np.array([[0.0], [1.0], [3.0]])
    want = np.eye(3) if sigma < 1 else np.ones((3, 3))
    np.testing.assert_array_equal(rbf_kernel(rows, sigma=sigma), want)
    unit = rbf_kernel(rows)
    np.testing.assert_allclose(rbf_kernel(rows * sigma, sigma=sigma), unit, rtol=1e-12)
