"""Network classifiers against every tree, naive Bayes, logistic regression and plain loops."""

from itertools import pairwise, product

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import CategoricalNB
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.graphical.classifiers import (
    HillClimbBNC,
    MDLDiscretizer,
    NetworkClassifierMixin,
    TANClassifier,
    network_score,
)
from mlcompanion.graphical.classifiers.discriminative import (
    cross_tuned_steps,
    discriminative_tables,
)
from mlcompanion.graphical.classifiers.tables import log_joint
from mlcompanion.graphical.classifiers.tan import rooted_parents


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def table(rng, n=300, d=5, classes=2):
    y = rng.integers(0, classes, n)
    X = rng.integers(0, 3, (n, d))
    for j in range(1, d):
        X[:, j] = (X[:, j - 1] * (rng.random(n) < 0.7) + y * (rng.random(n) < 0.5)) % 3
    return X, y


def trees(d):
    """All labelled trees on d nodes, by Prüfer codes, rooted at 0."""
    for code in product(range(d), repeat=d - 2):
        degree = np.ones(d, dtype=int) + np.bincount(code, minlength=d)
        edges = []
        for node in code:
            leaf = int(np.flatnonzero(degree == 1)[0])
            edges.append((leaf, node))
            degree[leaf] -= 1
            degree[node] -= 1
        edges.append(tuple(np.flatnonzero(degree == 1)))
        yield rooted_parents(np.array(edges), d)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("score", ["fcll", "ll"])
def test_the_tree_is_the_best_of_all(rng, score, classes):
    X, y = table(rng, classes=classes)
    best = max(network_score(p, X, y, score) for p in trees(5))
    model = TANClassifier(score).fit(X, y)
    assert network_score(model.parents_, X, y, score) == pytest.approx(best, abs=1e-8)


def test_the_branching_is_the_best_of_all_roots(rng):
    X, y = table(rng, 60, d=4, classes=3)
    best = -np.inf
    for p in trees(4):
        edges = np.array([(a[0], i) for i, a in enumerate(p) if a])
        for root in range(4):
            q = rooted_parents(edges, 4, root)
            value = network_score(q, X, y, "acll", n_states=3, pseudo_count=0.5)
            best = max(best, value)
    model = TANClassifier("acll", n_states=3).fit(X, y)
    found = network_score(model.parents_, X, y, "acll", n_states=3, pseudo_count=0.5)
    assert found == pytest.approx(best, abs=1e-8)


def test_without_edges_it_is_naive_bayes(rng):
    X, y = table(rng)
    peer = CategoricalNB(alpha=0.5, min_categories=3, class_prior=None).fit(X, y)
    ours = HillClimbBNC(max_parents=1, n_states=3).fit(X, y)
    assert not len(ours.edges_)
    shift = ours.log_priors_ - peer.class_log_prior_  # scikit-learn does not smooth the classes
    np.testing.assert_allclose(ours.scores(X), peer.predict_joint_log_proba(X) + shift, atol=1e-12)


def test_probabilities_are_the_rule_of_bayes(rng):
    X, y = table(rng, classes=3)
    model = TANClassifier(n_states=3).fit(X, y)
    x = X[0]
    joint = []
    for c in range(3):
        inside = y == c
        p = (inside.sum() + 0.5) / (len(y) + 1.5)
        for i, above in enumerate(model.parents_):
            same = inside & (X[:, list(above)] == x[list(above)]).all(axis=1)
            p *= ((same & (X[:, i] == x[i])).sum() + 0.5) / (same.sum() + 1.5)
        joint.append(p)
    np.testing.assert_allclose(np.exp(model.scores(X[:1])[0]), joint)
    np.testing.assert_allclose(model.predict_proba(X[:1])[0], np.array(joint) / sum(joint))
    assert model.predict(X[:1])[0] == np.argmax(joint)


def climb(X, y, most):
    """The climb by whole scores of whole networks."""
    d = X.shape[1]
    parents = [()] * d
    now = network_score(parents, X, y)
    while True:
        options = []
        for i, j in product(range(d), repeat=2):
            if i == j:
                continue
            changed = list(parents)
            changed[j] = tuple(sorted(set(parents[j]) ^ {i}))
            if len(changed[j]) > most:
                continue
            try:
                options.append((network_score(changed, X, y), -i * d - j, changed))
            except ValueError:  # a cycle
                continue
        value, _, changed = max(options)
        if value <= now + 1e-9:
            return parents, now
        parents, now = changed, value


@pytest.mark.parametrize("max_parents", [2, 3])
def test_the_climb_makes_the_best_step_each_time(rng, max_parents):
    X, y = table(rng, 200)
    parents, value = climb(X, y, max_parents - 1)
    model = HillClimbBNC(max_parents=max_parents).fit(X, y)
    assert network_score(model.parents_, X, y) == pytest.approx(value, abs=1e-8)
    assert {frozenset(e) for e in model.edges_.tolist()} == {
        frozenset((p, i)) for i, above in enumerate(parents) for p in above
    }
    assert max(map(len, model.parents_)) <= max_parents - 1


def test_the_climb_leaves_out_what_loses(rng):
    y = np.repeat([0, 1], 60)
    x = np.where(np.arange(120) % 10 < 1, 1 - y, y)
    X = np.column_stack([x, x, rng.integers(0, 2, 120)])
    assert [0, 1] not in HillClimbBNC().fit(X, y).edges_.tolist()
    assert len(TANClassifier().fit(X, y).edges_) == 2


def test_ascent_without_edges_is_logistic_regression(rng):
    X, y = table(rng, 600, d=3)
    parents, states = [()] * 3, np.full(3, 3)
    priors, tables, made = discriminative_tables(X, y, (parents, states, 2, 0.5), 400)
    assert made > 5
    scores = log_joint(X, parents, states, priors, tables)
    marks = (X[:, :, None] == np.arange(3)).reshape(len(X), -1)
    peer = LogisticRegression(C=1e9, tol=1e-12, max_iter=5000).fit(marks, y)
    np.testing.assert_allclose(
        scores[:, 1] - scores[:, 0], peer.decision_function(marks), atol=2e-3
    )


def test_discriminative_parameters_tell_the_class_better(rng):
    X, y = table(rng, 500)
    free = TANClassifier().fit(X, y)
    model = TANClassifier(params="elr").fit(X, y)
    rows = np.arange(len(y))
    gain = (model.predict_log_proba(X) - free.predict_log_proba(X))[rows, y].sum()
    assert gain > 0
    assert 0 < model.n_steps_ < 100
    assert model.parents_ == free.parents_


def test_no_step_is_made_where_none_helps(rng):
    X = rng.integers(0, 2, (400, 2))
    y = rng.integers(0, 2, 400)
    network = ([(), ()], np.full(2, 2), 2, 0.5)
    assert cross_tuned_steps(X, y, network, 5, 30) <= 2


def test_an_ascent_that_should_go_on_says_so(rng):
    X, y = table(rng, 500)
    with pytest.warns(ConvergenceWarning, match="elr_steps"):
        TANClassifier(params="elr", elr_steps=1).fit(X, y)
    with pytest.raises(ValueError, match="alpha must be positive"):
        TANClassifier(params="elr", alpha=0).fit(X, y)


def test_unseen_codes_are_named():
    X, y = [[0, 1], [1, 0], [0, 0], [1, 1]], [0, 1, 0, 1]
    model = TANClassifier().fit(X, y)
    with pytest.raises(ValueError, match="column 0 has the code 2"):
        model.predict([[2, 0]])
    assert TANClassifier(n_states=3).fit(X, y).predict([[2, 0]]).shape == (1,)
    for bad, words in (([[-1, 0]] * 4, "Negative"), ([[0.5, 0]] * 4, "X")):
        with pytest.raises(ValueError, match=words):
            TANClassifier().fit(bad, y)
    with pytest.raises(ValueError, match="criterion"):
        TANClassifier("bic").fit(X, y)


def test_one_attribute_and_constant_ones(rng):
    y = rng.integers(0, 2, 50)
    model = TANClassifier().fit(y[:, None], y)
    assert model.parents_ == [()]
    assert (model.predict(y[:, None]) == y).all()
    X = np.column_stack([y, np.zeros(50, dtype=int)])
    for cls in (TANClassifier, HillClimbBNC):
        assert (cls().fit(X, y).predict(X) == y).all()


@pytest.mark.parametrize(
    "model",
    [TANClassifier(), TANClassifier("acll"), HillClimbBNC(), MDLDiscretizer()],
    ids=["fcll", "acll", "climb", "mdl"],
)
def test_scikit_learn_s_checks(model):
    # this one check hands measurements to what is tagged as categorical
    check = "check_decision_proba_consistency"
    excused = {check: "no codes"} if isinstance(model, NetworkClassifierMixin) else {}
    check_estimator(model, expected_failed_checks=excused)


def entropy(labels):
    shares = np.unique(labels, return_counts=True)[1] / len(labels)
    return -(shares * np.log2(shares)).sum()


def plain_cuts(x, y):
    """Fayyad and Irani to the letter, with loops."""
    values = np.unique(x)
    n, h = len(y), entropy(y)
    options = []
    for a, b in pairwise(values):
        low, high = y[x <= a], y[x > a]
        options.append(((len(low) * entropy(low) + len(high) * entropy(high)) / n, (a + b) / 2))
    if not options:
        return []
    inside, cut = min(options)
    low, high = x <= cut, x > cut
    k, k1, k2 = (len(np.unique(part)) for part in (y, y[low], y[high]))
    delta = np.log2(3**k - 2) - (k * h - k1 * entropy(y[low]) - k2 * entropy(y[high]))
    if h - inside <= (np.log2(n - 1) + delta) / n:
        return []
    return [*plain_cuts(x[low], y[low]), cut, *plain_cuts(x[high], y[high])]


@pytest.mark.parametrize("seed", range(6))
def test_cuts_are_those_of_the_definition(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, 200)
    x = np.round(y * (seed % 3) + rng.normal(size=200), 1 + seed % 2)
    found = MDLDiscretizer().fit(x[:, None], y).cuts_[0]
    np.testing.assert_allclose(found, plain_cuts(x, y))


def test_cuts_of_few_rows_are_those_of_the_definition():
    """Few rows lie close to the limit, where log(N - 1) is not log N."""
    rng = np.random.default_rng(0)
    cut = 0
    for n in np.repeat(np.arange(4, 16), 12):
        x = rng.permutation(n).astype(float)
        y = (x > rng.integers(1, n - 1)).astype(int)
        y[: n // 8] ^= 1
        if len(np.unique(y)) == 2:
            found = MDLDiscretizer().fit(x[:, None], y).cuts_[0]
            np.testing.assert_allclose(found, plain_cuts(x, y))
            cut += len(found) > 0
    assert 20 < cut < 130


def test_cuts_move_with_the_units_and_the_origin(rng):
    y = rng.integers(0, 2, 100)
    x = rng.normal(size=100) + 2 * y
    want = MDLDiscretizer().fit(x[:, None], y).transform(x[:, None])
    assert want.max() >= 1
    for scale, origin in ((1e-200, 0.0), (1e200, 0.0), (1.0, 1e6), (1e12, -1e15)):
        z = (x * scale + origin)[:, None]
        np.testing.assert_array_equal(MDLDiscretizer().fit(z, y).transform(z), want)


def test_neighbouring_numbers_are_told_apart():
    a = 1.0
    b = np.nextafter(a, 2)
    X = np.array([a, b] * 20)[:, None]
    y = np.tile([0, 1], 20)
    np.testing.assert_array_equal(MDLDiscretizer().fit_transform(X, y).ravel(), y)
