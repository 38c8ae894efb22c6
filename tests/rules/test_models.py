"""The adaptive threshold and the classifier of rules, each against its definition."""

import numpy as np
import pytest
from scipy.stats import nbinom
from sklearn.datasets import load_iris, load_wine
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.datasets import make_baskets
from mlcompanion.rules import (
    CBAClassifier,
    Transactions,
    apriori,
    eclat,
    fit_item_counts,
    least_count,
    nb_frequent,
)
from mlcompanion.rules._cuts import class_cuts, range_items, range_names


def test_the_fit_is_the_maximum_of_scipys_likelihood():
    counts = np.random.default_rng(0).negative_binomial(0.7, 0.02, 300)
    k, a = fit_item_counts(counts)
    assert k == pytest.approx(0.7, rel=0.2)
    assert k * a == pytest.approx(counts.mean())
    best = nbinom.logpmf(counts, k, 1 / (1 + a)).sum()
    for factor in (0.98, 1.02):
        for other in ((k * factor, a), (k, a * factor), (k * factor, a / factor)):
            assert nbinom.logpmf(counts, other[0], 1 / (1 + other[1])).sum() < best


def test_counts_less_spread_than_poisson():
    k, a = fit_item_counts([7, 7, 7, 7])
    assert k > 1e5
    assert k * a == pytest.approx(7)


def nb_pairs_by_definition(X, precision, share):
    """Pairs of items of which enough choose the other, from the formula alone."""
    m, n = X.shape
    counts = X.sum(axis=0)
    k, a = fit_item_counts(counts)
    chosen = {}
    for z in np.flatnonzero(counts):
        together = {i: int((X[:, z] & X[:, i]).sum()) for i in range(n) if i != z}
        law = nbinom(k, 1 / (1 + a * counts[z] / m))
        for rho in range(1, m + 1):
            reached = [i for i, c in together.items() if c >= rho]
            if reached and 1 - (n - 1) * law.sf(rho - 1) / len(reached) >= precision:
                for i in reached:
                    chosen.setdefault(frozenset([z, i]), set()).add(z)
                break
    return {pair for pair, by in chosen.items() if len(by) >= share * 2}


def planted_triples(seed, m, n):
    """Independent items of rates from a gamma law, and three triples of the rarest."""
    rng = np.random.default_rng(seed)
    rates = np.sort(rng.gamma(1.0, 0.02, n))
    X = rng.random((m, n)) < rates
    for k in range(3):
        X[rng.choice(m, 20, replace=False), 3 * k : 3 * k + 3] = True
    return X


@pytest.mark.parametrize(("precision", "share"), [(0.9, 0.5), (0.9, 1.0), (0.5, 0.5)])
def test_pairs_are_those_of_the_formula(precision, share):
    X = planted_triples(0, 1000, 30)
    found = nb_frequent(Transactions(X), precision, share=share, max_len=2)
    pairs = {frozenset(int(i[1:]) for i in s) for s in found.names() if len(s) == 2}
    assert pairs == nb_pairs_by_definition(X, precision, share)
    assert pairs


def test_larger_sets_grow_from_chosen_ones():
    baskets = Transactions(planted_triples(1, 1000, 30))
    found = nb_frequent(baskets, 0.9)
    counts = eclat(baskets, 0.0, max_len=3).counts()
    sizes = found.lengths()
    assert sizes.max() >= 3
    of_three = found.take(sizes == 3)
    assert all(counts[s] == c for s, c in of_three.counts().items())


def test_a_cut_is_where_it_pays():
    x = np.arange(40.0)
    codes = (x >= 13).astype(int)
    assert class_cuts(x, codes, 2).tolist() == [12.5]
    assert class_cuts(x, np.arange(40) % 2, 2).size == 0
    assert class_cuts(np.zeros(40), codes, 2).size == 0
    three = np.digitize(x, [10, 25])
    np.testing.assert_array_equal(class_cuts(x, three, 3), [9.5, 24.5])


def test_the_criterion_of_a_cut():
    """Fayyad and Irani's inequality, written out with logarithms of shares."""

    def bits(codes):
        shares = np.bincount(codes) / len(codes)
        shares = shares[shares > 0]
        return -np.sum(shares * np.log2(shares)), len(shares)

    rng = np.random.default_rng(0)
    outcomes = set()
    for _ in range(200):
        n = rng.integers(6, 30)
        x = np.sort(rng.integers(0, 9, n)).astype(float)
        codes = (rng.random(n) < 0.15 + 0.7 * (x > 4)).astype(int)
        best = None
        for edge in np.unique(x)[:-1]:
            low, high = codes[x <= edge], codes[x > edge]
            after = (len(low) * bits(low)[0] + len(high) * bits(high)[0]) / n
            if best is None or after < best[0] - 1e-12:
                best = after, low, high
        pays = False
        if best:
            (e, k), (e1, k1), (e2, k2) = map(bits, (codes, *best[1:]))
            cost = (np.log2(n - 1) + np.log2(3.0**k - 2) - (k * e - k1 * e1 - k2 * e2)) / n
            pays = e - best[0] > cost
        assert (class_cuts(x, codes, 2).size > 0) == pays
        outcomes.add(pays)
    assert outcomes == {True, False}


def test_ranges_have_different_names_at_any_origin():
    cuts = np.array([1e6 + 0.5, 1e6 + 0.75])
    assert len(set(range_names("x", cuts))) == 3
    held = range_items(np.array([[1e6], [1e6 + 0.5], [1e6 + 0.6], [2e6]]), [cuts])
    np.testing.assert_array_equal(held.argmax(axis=1), [0, 0, 1, 2])


def list_by_definition(X, y, support, confidence):
    """Liu, Hsu and Ma's first method, case by case, over rules of one or two conditions."""
    classes, codes = np.unique(y, return_inverse=True)
    cuts = [class_cuts(x, codes, len(classes)) for x in X.T]
    H = range_items(X, cuts)
    sets = apriori(Transactions(H), 1e-9, max_len=2).names()
    rules = []
    for names in sets:
        columns = sorted(int(name[1:]) for name in names)
        covered = H[:, columns].all(axis=1)
        for c in range(len(classes)):
            right = int(np.sum(covered & (codes == c)))
            if right >= least_count(support, len(y)) and right / covered.sum() >= confidence:
                rules.append((-right / covered.sum(), -right, len(columns), tuple(columns), c))
    left = np.ones(len(y), dtype=bool)
    kept = []
    for rule in sorted(rules):
        covered = H[:, list(rule[3])].all(axis=1) & left
        if (codes[covered] == rule[4]).any():
            kept.append(rule)
            left &= ~covered
    errors = []
    left = np.ones(len(y), dtype=bool)
    wrong = 0
    for rule in [None, *kept]:
        if rule:
            covered = H[:, list(rule[3])].all(axis=1) & left
            wrong += int(np.sum(codes[covered] != rule[4]))
            left &= ~covered
        rest = np.bincount(codes[left], minlength=len(classes))
        errors.append(wrong + rest.sum() - rest.max())
    return [(rule[3], rule[4]) for rule in kept[: int(np.argmin(errors))]], min(errors)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_the_list_is_that_of_the_definition(load):
    X, y = load(return_X_y=True)
    model = CBAClassifier().fit(X, y)
    want, errors = list_by_definition(X, y, 0.01, 0.5)
    left = [tuple(row.indices.tolist()) for row in model.rules_.lhs]
    right = [int(names[1][0].split("=")[1]) for names in model.rules_.pairs()]
    assert list(zip(left, right)) == want
    assert np.sum(model.predict(X) != y) == errors


def test_without_a_rule_the_default_decides():
    X = np.zeros((6, 2))
    model = CBAClassifier().fit(X, ["b", "a", "b", "b", "a", "b"])
    assert len(model.rules_) == 0
    assert model.predict(X).tolist() == ["b"] * 6
    assert (model.deciding_rule(X) == -1).all()


def test_only_the_order_of_numbers_counts():
    X, y = load_wine(return_X_y=True)
    want = CBAClassifier().fit(X, y).predict(X)
    np.testing.assert_array_equal(CBAClassifier().fit(np.exp(X / X.max(axis=0)), y).predict(
        np.exp(X / X.max(axis=0))), want)  # fmt: skip


def test_it_is_an_estimator():
    check_estimator(CBAClassifier(), on_skip=None)


def test_baskets_are_as_large_as_asked():
    made = make_baskets(3000, 100, mean_size=5, random_state=0)
    assert made.data.sum(axis=1).mean() == pytest.approx(5, abs=0.3)
    again = make_baskets(3000, 100, mean_size=5, random_state=0)
    assert (made.data != again.data).nnz == 0
    pure = make_baskets(500, 50, corruption=0, mean_size=1, random_state=1)
    assert pure.data.sum(axis=1).min() >= 1
