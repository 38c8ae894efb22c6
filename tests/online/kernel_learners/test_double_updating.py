"""Double updating against a plain transcription of Figures 1 and 2, and against its theorems."""

import numpy as np
import pytest

from mlcompanion.kernels import rbf_kernel
from mlcompanion.online.kernel_learners import (
    DoubleUpdatingClassifier,
    KernelPA,
    solve_pair,
    update_types,
)

rng = np.random.default_rng(1)
X = rng.normal(size=(200, 3))
Y = np.where(X[:, 0] + X[:, 1] * X[:, 2] + 0.3 * rng.normal(size=200) > 0, 1, -1)
THREE = np.digitize(X[:, 0] + 0.3 * rng.normal(size=200), [-0.5, 0.5])
K = rbf_kernel(X)


def figure_2(H_of, relevant, C, rho, parts):
    """Every margin recomputed from scratch in every round, on the first hundred rows."""
    chosen = []
    gammas = []
    H = []
    mistakes = 0
    for t in range(100):
        scores = sum((g * h * K[i, t] for i, g, h in zip(chosen, gammas, H)), np.zeros(relevant))
        h = H_of(t, scores)
        margin = h @ scores
        mistakes += margin <= 0
        if margin >= 1:
            continue
        pairs = np.array(H).reshape(-1, relevant)
        margins = (pairs @ pairs.T * K[np.ix_(chosen, chosen)]) @ gammas if chosen else []
        conflicts = [(h @ h_i) * K[t, i] for i, h_i in zip(chosen, H)]
        candidates = [p for p in range(len(chosen)) if margins[p] <= 1 + 1e-9]
        b = min(candidates, key=lambda p: conflicts[p], default=None)
        gamma = min(C, (1 - margin) / parts)
        la = 1 - margin
        if b is not None and conflicts[b] <= -parts * rho:
            gamma, d = solve_pair(la, 1 - margins[b], parts, parts, conflicts[b], C, gammas[b])
            gammas[b] += d
        chosen.append(t)
        gammas.append(gamma)
        H.append(h)
    return mistakes, np.array([g * h for g, h in zip(gammas, H)])


def two(t, scores):
    return np.array([float(Y[t])])


def several(t, scores):
    h = np.zeros(3)
    h[THREE[t]] = 1
    h[np.argmax(np.where(np.arange(3) == THREE[t], -np.inf, scores))] = -1
    return h


@pytest.mark.parametrize(("C", "rho"), [(5.0, 0.0), (1.0, 0.3)])
def test_two_classes_as_in_figure_1(C, rho):
    model = DoubleUpdatingClassifier(C, rho).fit(X[:100], Y[:100])
    mistakes, coef = figure_2(two, 1, C, rho, 1)
    assert model.n_mistakes_ == mistakes
    np.testing.assert_allclose(model.dual_coef_, coef[:, 0], atol=1e-9)


@pytest.mark.parametrize(("C", "rho"), [(10.0, 0.0), (1.0, 0.3)])
def test_several_classes_as_in_figure_2(C, rho):
    model = DoubleUpdatingClassifier(C, rho).fit(X[:100], THREE[:100])
    mistakes, coef = figure_2(several, 3, C, rho, 2)
    assert model.n_mistakes_ == mistakes
    np.testing.assert_allclose(model.dual_coef_, coef, atol=1e-9)


def test_a_table_with_one_label_a_row_is_several_classes():
    table = np.eye(3, dtype=int)[THREE]
    whole = DoubleUpdatingClassifier().fit(X, table)
    np.testing.assert_allclose(
        whole.dual_coef_, DoubleUpdatingClassifier().fit(X, THREE).dual_coef_
    )
    assert whole.predict(X).shape == table.shape
    with pytest.raises(ValueError, match="lack one in each row"):
        DoubleUpdatingClassifier().fit(X, np.ones((200, 3)))
    with pytest.raises(ValueError, match="y must"):
        DoubleUpdatingClassifier().fit(X, 2 * table)


@pytest.mark.parametrize("y", [Y, THREE])
@pytest.mark.parametrize("selector", ["conflict", "random", "gain"])
def test_gains_add_up_to_the_dual_value(y, selector):
    model = DoubleUpdatingClassifier(selector=selector, random_state=0).fit(X, y)
    coef = model.dual_coef_.reshape(len(model.support_vectors_), -1)
    weights = np.abs(coef).sum() / (1 if coef.shape[1] == 1 else 2)
    squared = np.sum(coef * (rbf_kernel(model.support_vectors_) @ coef))
    np.testing.assert_allclose(model.dual_gain_, weights - squared / 2, rtol=1e-9)
    signs = model.store_.margins[: model.store_.size]
    recomputed = rbf_kernel(model.support_vectors_) @ coef
    pairs = model.store_.pairs[: model.store_.size]
    own = [s[p] * (p >= 0) - s[m] * (m >= 0) for s, (p, m) in zip(recomputed, pairs)]
    np.testing.assert_allclose(signs, own, atol=1e-9)


def test_the_best_partner_gains_no_less_in_the_first_pair():
    runs = [DoubleUpdatingClassifier(selector=s).fit(X, Y).run_ for s in ("gain", "conflict")]
    first = np.flatnonzero(np.isfinite(runs[0].conflicts))[0]
    assert runs[0].gains[first] >= runs[1].gains[first] - 1e-12


def test_each_kind_gains_what_its_theorem_says():
    for rho in (0.0, 0.2, 0.5):
        run = DoubleUpdatingClassifier(5.0, rho).fit(X, Y).run_
        kinds = update_types(run, 5.0, rho)
        least = {"single": 0.5, "weak": (1 + rho**2) / 2, "strong": 1 / (1 - rho)}
        for kind, bound in least.items():
            assert (run.gains[kinds == kind] >= bound - 1e-9).all()
        assert ((kinds != "") == (run.margins <= 0)).all()


def test_a_threshold_near_one_leaves_the_single_update():
    rows = X[:100]
    double = DoubleUpdatingClassifier(5.0, rho=0.9999999).fit(rows, Y[:100])
    single = KernelPA(5.0).fit(rows, Y[:100])
    np.testing.assert_allclose(double.dual_coef_, single.dual_coef_, atol=1e-12)
