"""Learners from candidate labels against definitions, finite differences and scikit-learn."""

import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.classification import (
    DiscriminativeEM,
    GaussianModel1,
    PartialLabelBoost,
    PartialLabelKNN,
    PartialLabelSVM,
    SoftmaxRegression,
    hybrid_scores,
    partial_loss,
    refusal_curve,
)
from mlcompanion.classification.partial.partial_boost import BagWeights, LabelWeights, best_stump
from mlcompanion.classification.partial.partial_labels import PSI, partial_loss_gradient
from mlcompanion.datasets import make_bags

rng = np.random.default_rng(12)
Y = np.arange(60) % 4
X = rng.normal(size=(60, 3)) + 4 * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])[Y]
BAGS = make_bags(Y, 1, random_state=0)
LOSSES = ("mean", "sum", "max", "naive", "naive_sum", "contrastive")


@pytest.mark.parametrize(
    "model",
    [
        PartialLabelSVM(),
        PartialLabelKNN(random_state=0),
        GaussianModel1(),
        DiscriminativeEM(),
        PartialLabelBoost(n_rounds=10),
    ],
    ids=lambda model: type(model).__name__,
)
def test_scikit_learn_accepts_it(model):
    check_estimator(model, on_skip=None)


def by_definition(g, bag, loss, psi):
    inside = g[bag]
    outside = g[~bag]
    value = {
        "squared_hinge": lambda u: max(0.0, 1 - u) ** 2,
        "logistic": lambda u: np.log1p(np.exp(-u)),
        "exponential": lambda u: np.exp(-u),
        "hinge": lambda u: max(0.0, 1 - u),
    }[psi]
    if loss == "contrastive":
        return sum(value(inside.mean() - g_b) for g_b in outside)
    pooled = {"mean": np.mean, "sum": np.sum, "max": np.max}
    each = [value(g_a) for g_a in inside]
    positive = value(pooled[loss](inside)) if loss in pooled else sum(each)
    return positive / (len(each) if loss == "naive" else 1) + sum(value(-g_b) for g_b in outside)


@pytest.mark.parametrize("psi", PSI)
@pytest.mark.parametrize("loss", LOSSES)
def test_losses_are_their_definitions_and_gradients_their_slopes(loss, psi):
    G = rng.normal(size=(5, 4))
    bags = BAGS[:5].copy()
    bags[0] = True, True, True, False
    expected = [by_definition(g, bag, loss, psi) for g, bag in zip(G, bags)]
    np.testing.assert_allclose(partial_loss(G, bags, loss, psi), expected)
    gradient = partial_loss_gradient(G, bags, loss, psi)
    for a in range(4):
        step = 1e-6 * np.eye(4)[a]
        ahead, back = (partial_loss(G + s, bags, loss, psi) for s in (step, -step))
        np.testing.assert_allclose(gradient[:, a], (ahead - back) / 2e-6, atol=1e-6)


def stacked(X, bags):
    """The two-class problem of section 6 with all its columns."""
    L = bags.shape[1]
    rows = []
    signs = []
    for x, bag in zip(X, bags):
        rows.append(np.kron(bag / bag.sum(), x))
        signs.append(1)
        for a in np.flatnonzero(~bag):
            rows.append(np.kron(np.eye(L)[a], x))
            signs.append(-1)
    return np.array(rows), np.array(signs)


def test_it_is_the_two_class_machine_on_stacked_rows():
    ours = PartialLabelSVM(C=0.7, fit_intercept=False, tol=1e-9).fit(X, BAGS)
    peer = LinearSVC(C=0.7, fit_intercept=False, dual=False, tol=1e-10).fit(*stacked(X, BAGS))
    np.testing.assert_allclose(ours.coef_.T.ravel(), peer.coef_[0], atol=1e-5)


def test_kernel_scores_are_those_of_the_features():
    """A polynomial kernel of degree 1 is the linear one."""
    linear = PartialLabelSVM(fit_intercept=False, tol=1e-9).fit(X, BAGS)
    kernel = PartialLabelSVM(kernel="poly", degree=1, coef0=0.0, fit_intercept=False, tol=1e-9).fit(
        X, BAGS
    )
    np.testing.assert_allclose(kernel.scores(X[:9] + 1), linear.scores(X[:9] + 1), atol=1e-5)


def test_kernel_coefficients_solve_the_problem_over_all_coefficients():
    """No direction in the space of kernel sums is downhill at the solution."""
    model = PartialLabelSVM(kernel="rbf", sigma=2.0, tol=1e-8).fit(X, BAGS)
    K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / 8)
    G = K @ model.coef_ + model.intercept_
    slopes = K @ (model.coef_ + partial_loss_gradient(G, BAGS))
    assert abs(slopes).max() < 1e-4


def test_bags_of_one_are_labels():
    labels = np.array(list("abcd"))[Y]
    by_label = PartialLabelSVM().fit(X, labels)
    by_bag = PartialLabelSVM().fit(X, np.eye(4, dtype=bool)[Y])
    np.testing.assert_array_equal(by_label.predict(X), np.array(list("abcd"))[by_bag.predict(X)])


def test_within_the_bag_the_best_candidate_wins():
    model = PartialLabelSVM().fit(X, BAGS)
    G = model.scores(X)
    expected = [max(np.flatnonzero(bag), key=lambda a: g[a]) for g, bag in zip(G, BAGS)]
    np.testing.assert_array_equal(model.predict_candidates(X, BAGS), expected)
    assert (model.predict_candidates(X, BAGS) == Y).mean() > (model.predict(X) == Y).mean() - 1e-9


@pytest.mark.parametrize("weighted", [False, True])
def test_neighbours_vote_with_their_bags(weighted):
    model = PartialLabelKNN(4, weighted=weighted, random_state=1).fit(X, BAGS)
    new = X + 0.1
    near = NearestNeighbors(n_neighbors=4).fit(X).kneighbors(new, return_distance=False)
    weights = [4, 3, 2, 1] if weighted else [1, 1, 1, 1]
    votes = sum(w * BAGS[near[:, i]] for i, w in enumerate(weights))
    np.testing.assert_allclose(model.scores(new), votes, atol=1e-4)


def test_ties_are_broken_at_random():
    rows = [[0.0], [0.0]]
    bags = [[1, 1, 0], [1, 1, 0]]
    winners = [PartialLabelKNN(2, random_state=s).fit(rows, bags).predict([[0.0]])[0]
               for s in range(60)]  # fmt: skip
    assert 15 <= sum(winners) <= 45
    assert set(winners) == {0, 1}


def test_gaussians_of_labels_are_class_means_and_variances():
    model = GaussianModel1(1e-9).fit(X, Y)
    np.testing.assert_allclose(model.means_, [X[a == Y].mean(axis=0) for a in range(4)])
    np.testing.assert_allclose(model.variances_, [X[a == Y].var(axis=0) for a in range(4)])


def test_em_climbs_and_separates():
    model = GaussianModel1(tol=0.0, max_iter=40).fit(X, BAGS)
    assert np.diff(model.log_likelihoods_).min() > -1e-9
    assert (model.predict_candidates(X, BAGS) == Y).mean() > 0.9
    assert not model.responsibilities_[~BAGS].any()
    logistic = DiscriminativeEM(0.1, tol=0.0, max_iter=15).fit(X, BAGS)
    assert np.diff(logistic.objectives_).max() < 1e-5
    assert (logistic.predict_candidates(X, BAGS) == Y).mean() > 0.9


def test_a_constant_feature_says_nothing():
    """Its variance is rounding dust, which is no scale."""
    wider = np.column_stack([X, np.full(len(X), 0.1)])
    expected = GaussianModel1().fit(X, BAGS).predict(X)
    np.testing.assert_array_equal(GaussianModel1().fit(wider, BAGS).predict(wider), expected)


def test_em_on_labels_is_logistic_regression():
    ours = DiscriminativeEM(0.5).fit(X, Y).scores(X)
    peer = SoftmaxRegression(0.5, tol=1e-3).fit(X, Y).predict_log_proba(X)
    np.testing.assert_allclose(ours, peer, atol=5e-3)


def test_a_label_that_no_bag_has_is_never_predicted():
    bags = np.column_stack([BAGS, np.zeros(len(X), dtype=bool)])
    for model in (GaussianModel1(), DiscriminativeEM()):
        assert model.fit(X, bags).predict(X).max() < 4


def test_the_best_stump_is_the_best_of_all():
    weights = rng.random((12, 3))
    targets = rng.normal(size=(12, 3))
    rows = rng.integers(0, 4, (12, 2)).astype(float)
    stump, label, fall = best_stump(rows, np.argsort(rows.T, axis=1), weights, targets)
    falls = []
    for a in range(3):
        w = weights[:, a]
        t = targets[:, a]
        for j in range(2):
            for cut in (*np.unique(rows[:, j]), np.inf):
                sides = [s for s in (rows[:, j] > cut, rows[:, j] <= cut) if s.any()]
                u = sum(s * np.average(t, weights=w * s) for s in sides)
                falls.append((w * t**2).sum() - (w * (t - u) ** 2).sum())
    assert fall == pytest.approx(max(falls))
    u = stump(rows)
    w = weights[:, label]
    t = targets[:, label]
    assert (w * t**2).sum() - (w * (t - u) ** 2).sum() == pytest.approx(fall)


@pytest.mark.parametrize("loss", ["mean", "naive"])
def test_boosting_weights_are_the_terms_of_the_loss(loss):
    model = PartialLabelBoost(loss, n_rounds=15).fit(X, BAGS)
    v = {"mean": BagWeights, "naive": LabelWeights}[loss](BAGS)
    totals = []
    for (stump, a), G in zip(model.stumps_, model.staged_scores(X)):
        v.update(stump(X), a)
        kind = {"mean": "mean", "naive": "naive_sum"}[loss]
        totals.append(partial_loss(G, BAGS, kind, "exponential").sum())
    if loss == "mean":
        pooled = np.exp(-(G * BAGS).sum(axis=1) / BAGS.sum(axis=1))
        np.testing.assert_allclose(v.inside, pooled / totals[-1])
        np.testing.assert_allclose(v.outside, np.exp(G) * ~BAGS / totals[-1])
    else:
        np.testing.assert_allclose(v.weights, np.exp(np.where(BAGS, -G, G)) / totals[-1])
    assert totals[-1] < 0.8 * totals[0]
    np.testing.assert_array_equal(G, model.scores(X))


def test_the_hybrid_goes_from_one_margin_to_the_other():
    G = rng.normal(size=(60, 4))
    np.testing.assert_array_equal(hybrid_scores(G, BAGS, 0.0), G)
    lowered = hybrid_scores(G, BAGS, 1.0)
    np.testing.assert_array_equal(lowered.argmax(axis=1), np.where(BAGS, G, -9).argmax(axis=1))


@pytest.mark.parametrize("kind", ["max", "ratio", "relative", "constrained", "hybrid"])
def test_refusals_keep_the_surest(kind):
    G = rng.normal(size=(20, 4))
    H = {"hybrid": hybrid_scores(G, BAGS[:20], 0.25)}.get(kind, G)
    H = np.where(BAGS[:20], G, -np.inf) if kind == "constrained" else H
    best = H.argmax(axis=1)
    top = np.sort(H, axis=1)
    sure = {"max": top[:, -1], "ratio": np.exp(G).max(axis=1) / np.exp(G).sum(axis=1)}
    order = np.argsort(-sure.get(kind, top[:, -1] - top[:, -2]))[:5]
    expected = np.mean(best[order] != Y[:20][order])
    assert refusal_curve(G, BAGS[:20], Y[:20], [0.25], kind)[0] == expected


@pytest.mark.parametrize("bags", [np.zeros((60, 4)), 0.5 * BAGS, 2 * BAGS])
def test_what_is_no_bag_is_refused(bags):
    with pytest.raises(ValueError, match="y"):
        PartialLabelSVM().fit(X, bags)
