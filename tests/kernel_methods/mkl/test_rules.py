"""Stacks of kernels, fixed rules and measures, against features and scikit-learn's machine."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.preprocessing import normalize
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.kernel_methods import (
    SOCPMKL,
    AlignmentMKL,
    GeneralizedMKL,
    GroupLassoMKL,
    LocalizedMKL,
    NonlinearMKL,
    RuleMKL,
    SimpleMKL,
    ViewKernels,
    view_kernels,
)
from mlcompanion.kernel_methods.mkl.measures import (
    boosted_kernel,
    feature_space_measure,
    label_divergence,
)
from mlcompanion.kernel_methods.mkl.rules import (
    accuracy_weights,
    difference_kernel,
    error_weights,
    pairwise_kernel,
    weighted_kernel,
)

rng = np.random.default_rng(3)
VIEWS = [rng.normal(size=(40, d)) + 0.5 for d in (2, 3, 5)]
NEW = [rng.normal(size=(7, d)) + 0.5 for d in (2, 3, 5)]
Y = np.where(VIEWS[0][:, 0] + VIEWS[1][:, 1] * VIEWS[2][:, 0] > 0.8, 1.0, -1.0)
KS = view_kernels(VIEWS)
KS_NEW = view_kernels(NEW, VIEWS)


@parametrize_with_checks(
    [
        RuleMKL("product"),
        AlignmentMKL("centered_conic"),
        SimpleMKL(max_iter=5),
        GeneralizedMKL(max_iter=5),
        SOCPMKL(max_iter=5),
        GroupLassoMKL(),
        NonlinearMKL(),
        LocalizedMKL(max_iter=3, random_state=0),
    ]
)
def test_scikit_learn_accepts_them(estimator, check):
    check(estimator)


def test_linear_kernels_are_cosines_for_new_rows_too():
    for K, K_new, A, B in zip(KS, KS_NEW, VIEWS, NEW):
        np.testing.assert_allclose(K, normalize(A) @ normalize(A).T)
        np.testing.assert_allclose(K_new, normalize(B) @ normalize(A).T)


def test_gaussian_widths_are_multiples_of_the_root_of_the_columns():
    K = view_kernels(VIEWS, kernel="gaussian", factors=(0.5, 2.0))
    gap = ((VIEWS[1][0] - VIEWS[1][1]) ** 2).sum()
    assert len(K) == 6
    np.testing.assert_allclose(K[2:4, 0, 1], np.exp(-gap / (3 * np.array([0.25, 4.0]))))


def test_columns_of_one_table_are_views():
    columns = [slice(0, 2), slice(2, 5), [5, 6, 7, 8, 9]]
    kernels = ViewKernels(columns, "quadratic")
    np.testing.assert_allclose(
        kernels(np.hstack(NEW), np.hstack(VIEWS)), view_kernels(NEW, VIEWS, kernel="quadratic")
    )
    table = RuleMKL(C=10.0, kernels=kernels).fit(np.hstack(VIEWS), Y)
    stack = RuleMKL(C=10.0, kernels="precomputed").fit(view_kernels(VIEWS, kernel="quadratic"), Y)
    np.testing.assert_allclose(
        table.decision_function(np.hstack(NEW)),
        stack.decision_function(view_kernels(NEW, VIEWS, kernel="quadratic")),
    )


@pytest.mark.parametrize("rule", ["mean", "product"])
def test_rules_are_machines_on_the_mean_and_the_product(rule):
    mix = {"mean": lambda Ks: Ks.mean(axis=0), "product": lambda Ks: Ks.prod(axis=0)}[rule]
    ours = RuleMKL(rule, C=2.0, tol=1e-6, kernels="precomputed").fit(KS, Y)
    peer = SVC(kernel="precomputed", C=2.0, tol=1e-6).fit(mix(KS), Y)
    np.testing.assert_allclose(
        ours.decision_function(KS_NEW), peer.decision_function(mix(KS_NEW)), atol=1e-4
    )
    np.testing.assert_array_equal(ours.predict(KS_NEW), peer.predict(mix(KS_NEW)))
    assert ours.n_svm_calls_ == 1
    dual = abs(peer.dual_coef_).sum() - ours.objective_
    rows = peer.support_
    form = peer.dual_coef_[0] @ mix(KS)[np.ix_(rows, rows)] @ peer.dual_coef_[0]
    np.testing.assert_allclose(dual, form / 2, rtol=1e-3)


def test_weights_are_scales_of_features_put_side_by_side():
    weights = np.array([0.2, 0.0, 3.0])
    wide = np.hstack([np.sqrt(w) * normalize(V) for w, V in zip(weights, VIEWS)])
    np.testing.assert_allclose(weighted_kernel(KS, weights), wide @ wide.T, atol=1e-12)


def test_similarity_of_pairs_is_a_kernel_that_knows_no_order():
    pairs = rng.integers(0, 40, (30, 2))
    K = pairwise_kernel(KS[0], pairs)
    np.testing.assert_allclose(K, pairwise_kernel(KS[0], pairs, pairs[:, ::-1]))
    assert np.linalg.eigvalsh(K)[0] > -1e-10
    (a, b), (c, d) = pairs[3], pairs[8]
    np.testing.assert_allclose(K[3, 8], KS[0, a, c] * KS[0, b, d] + KS[0, a, d] * KS[0, b, c])


def test_of_the_three_differences_only_the_square_is_always_a_kernel():
    least = {
        form: np.linalg.eigvalsh(difference_kernel(KS[0], KS[1], Y, tau=2.0, form=form))[0]
        for form in ("absolute", "signed", "square")
    }
    assert least["square"] > -1e-10
    assert max(least["absolute"], least["signed"]) < -0.1
    np.testing.assert_allclose(
        difference_kernel(KS[0], KS[1], Y, tau=1.0, form="signed")[0, 5],
        (KS[0, 0, 5] + KS[1, 0, 5]) / 2 + Y[0] * Y[5] * (KS[0, 0, 5] - KS[1, 0, 5]),
    )


def test_weights_from_the_performance_of_each_kernel():
    np.testing.assert_allclose(accuracy_weights([0.9, 0.8, 0.6], 0.6), [0.6, 0.4, 0])
    np.testing.assert_allclose(error_weights([1.0, 2.0, 3.0]), [5 / 12, 4 / 12, 3 / 12])
    with pytest.raises(ValueError, match="threshold"):
        accuracy_weights([0.9, 0.8], 0.85)


def test_spread_over_distance_from_features():
    X = VIEWS[1]
    plus = X[Y > 0]
    minus = X[Y < 0]
    gap = plus.mean(axis=0) - minus.mean(axis=0)
    unit = gap / np.linalg.norm(gap)
    expected = sum((c @ unit).std(ddof=1) for c in (plus, minus)) / np.linalg.norm(gap)
    np.testing.assert_allclose(feature_space_measure(X @ X.T, Y), expected)


def test_divergence_from_the_labels_is_the_mean_log_ratio():
    y = Y[:5]
    K = KS[0][:5, :5]
    noise = 0.5
    S = K + noise * np.eye(5)
    T = np.outer(y, y) + noise * np.eye(5)
    draws = np.random.default_rng(0).multivariate_normal(np.zeros(5), S, 100_000)
    ratio = multivariate_normal(cov=S).logpdf(draws) - multivariate_normal(cov=T).logpdf(draws)
    np.testing.assert_allclose(
        label_divergence(K, y, noise=noise), ratio.mean(), atol=4 * ratio.std() / 300
    )


@pytest.mark.parametrize("loss", ["exponential", "logistic"])
def test_boosting_steps_to_where_no_step_along_a_kernel_gains(loss):
    value = {"exponential": lambda z: np.exp(-z), "logistic": lambda z: np.log1p(np.exp(-z))}[loss]
    weights, losses = boosted_kernel(KS, Y, n_rounds=60, loss=loss)
    assert (weights >= 0).all()
    assert (np.diff(losses) <= 1e-6).all()
    around = [
        value(np.outer(Y, Y) * np.tensordot(weights + move, KS, 1)).mean()
        for move in 0.02 * np.eye(3)
    ]
    assert min(around) >= losses[-1] - 1e-5


@pytest.mark.parametrize(
    ("spoil", "name"),
    [
        (lambda K: (K[:, :5], Y), "X"),
        (lambda K: ([K[0], K[0][:5, :5]], Y), "X"),
        (lambda K: (K + np.triu(np.ones((40, 40)), 1), Y), "X"),
        (lambda K: (K, Y[:5]), "y"),
        (lambda K: (K, np.ones(40)), "class"),
        (lambda K: (K, np.arange(40) % 3), "class"),
    ],
)
def test_bad_stacks_are_refused(spoil, name):
    with pytest.raises(ValueError, match=rf"\b{name}"):
        RuleMKL(kernels="precomputed").fit(*spoil(KS))


def test_bad_weights_and_new_rows_are_refused():
    with pytest.raises(ValueError, match="weights"):
        weighted_kernel(KS, [1.0, -1.0, 0.0])
    with pytest.raises(ValueError, match="X must have shape"):
        RuleMKL(kernels="precomputed").fit(KS, Y).decision_function(KS_NEW[:2])
    with pytest.raises(ValueError, match="views"):
        view_kernels([np.zeros((3, 2))])
