"""The other kernel learners against plain transcriptions, linear twins and quadratic programmes."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.kernels import rbf_kernel
from mlcompanion.online import PassiveAggressive
from mlcompanion.online.kernel_learners import (
    MIRA,
    KernelALMA,
    KernelPA,
    KernelROMMA,
    MulticlassKernelPerceptron,
)
from mlcompanion.online.kernel_learners.many_classes import _least_step

rng = np.random.default_rng(2)
X = rng.normal(size=(300, 4))
Y = np.where(X @ [1.0, -1, 0.5, 0] + 0.3 * rng.normal(size=300) > 0, 1, -1)
THREE = np.digitize(X[:, 0], [-0.5, 0.5])


@pytest.mark.parametrize(("loss", "variant", "C"), [("hinge", 1, 2.0), ("squared_hinge", 2, 2.0)])
def test_linear_passive_aggressive(loss, variant, C):
    kernel = KernelPA(C, loss, "linear").fit(X, Y)
    linear = PassiveAggressive(variant=variant, C=C, fit_intercept=False).fit(X, Y)
    np.testing.assert_allclose(
        kernel.dual_coef_ @ kernel.support_vectors_, linear.coef_[0], atol=1e-9
    )


@pytest.mark.parametrize("aggressive", [False, True])
def test_romma_is_its_quadratic_programme(aggressive):
    w = np.zeros(4)
    for x, y in zip(X[:25], Y[:25]):
        if y * (w @ x) > 0 and not (aggressive and y * (w @ x) < 1):
            continue
        limits = [{"type": "ineq", "fun": lambda v, x=x, y=y: y * (v @ x) - 1}]
        if w.any():
            limits.append({"type": "ineq", "fun": lambda v, w=w: (v @ w - w @ w) / (w @ w)})
        start = w + y * x / (x @ x)
        w = minimize(lambda v: v @ v, start, constraints=limits, tol=1e-12).x
    model = KernelROMMA(aggressive, "linear").fit(X[:25], Y[:25])
    np.testing.assert_allclose(model.dual_coef_ @ model.support_vectors_, w, atol=1e-4)


def test_alma_as_published():
    w = np.zeros(4)
    k = 1
    for x, y in zip(X / np.linalg.norm(X, axis=1, keepdims=True), Y):
        if y * (w @ x) <= 0.1 / 0.9 / np.sqrt(k):
            w = w + np.sqrt(2 / k) * y * x
            w /= max(1, np.linalg.norm(w))
            k += 1
    model = KernelALMA(kernel="linear").fit(X, Y)
    np.testing.assert_allclose(model.decision_function(X), X @ w, atol=1e-10)


@pytest.mark.parametrize("update", ["max", "uniform", "prop"])
def test_many_class_perceptrons_as_published(update):
    K = rbf_kernel(X)
    alpha = np.zeros((300, 3))
    for t, y in enumerate(THREE):
        f = alpha.T @ K[:, t]
        errors = [s for s in range(3) if s != y and f[s] >= f[y]]
        if not errors:
            continue
        lead = np.array([f[s] - f[y] for s in errors])
        if update == "max":
            share = (np.arange(len(errors)) == lead.argmax()).astype(float)
        elif update == "uniform" or not lead.any():
            share = np.ones(len(errors)) / len(errors)
        else:
            share = lead / lead.sum()
        alpha[t, y] = 1
        alpha[t, errors] -= share
    model = MulticlassKernelPerceptron(update).fit(X, THREE)
    np.testing.assert_allclose(model.dual_coef_, alpha[alpha.any(axis=1)], atol=1e-9)


def test_mira_takes_the_least_step():
    for _ in range(20):
        scores = rng.normal(size=4)
        label = int(rng.integers(4))
        own = rng.uniform(0.2, 2)
        step = np.empty(4)
        _least_step(scores, label, own, step)
        ends = [(-5, float(s == label)) for s in range(4)]
        found = minimize(
            lambda v, f=scores, k=own: k * v @ v / 2 + f @ v,
            np.zeros(4),
            bounds=ends,
            constraints={"type": "eq", "fun": np.sum},
            tol=1e-12,
        )
        np.testing.assert_allclose(step, found.x, atol=1e-4)
    assert MIRA().fit(X, THREE).score(X, THREE) > 0.7


@pytest.mark.parametrize("model", [KernelPA(), KernelROMMA(True), KernelALMA()])
def test_a_row_without_length_teaches_nothing(model):
    model.set_params(kernel="linear").fit(np.vstack([np.zeros(4), X]), np.r_[1, Y])
    assert (model.support_vectors_ != 0).any(axis=1).all()
    whole = model.dual_coef_
    np.testing.assert_allclose(model.fit(X, Y).dual_coef_, whole)
