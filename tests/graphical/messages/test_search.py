"""The search for two and for more lists, its law, and tropical products, against brute force."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mlcompanion.graphical.messages import (
    TropicalMatrix,
    clique_max_marginal,
    enumerated_steps,
    expected_steps,
    sorted_inner,
    steps_beyond,
    steps_bound,
)

SEMIRINGS = ("max-sum", "min-sum", "max-product")


def joined(lists, semiring):
    """All products, and their best."""
    terms = np.prod(lists, axis=0) if semiring == "max-product" else np.sum(lists, axis=0)
    return terms, terms.min() if semiring == "min-sum" else terms.max()


def check_search(lists, semiring, early_stop=False):
    """The best of brute force is found, and within the work that is allowed."""
    terms, best = joined(lists, semiring)
    found = sorted_inner(lists, semiring, early_stop=early_stop)
    width = lists.shape[1]
    assert found.value == pytest.approx(best, rel=1e-14)
    assert terms[found.best] == pytest.approx(best, rel=1e-14)
    assert found.n_products <= (width + 2 if len(lists) == 2 else width)
    return found


@given(
    st.sampled_from(SEMIRINGS),
    st.booleans(),
    st.integers(2, 5).flatmap(
        lambda k: st.integers(1, 30).flatmap(
            lambda n: arrays(float, (k, n), elements=st.sampled_from([0.0, 0.5, 1.0, 2.0, 7.0]))
        )
    ),
)
@settings(max_examples=150)
def test_lists_with_many_ties(semiring, early_stop, lists):
    check_search(lists, semiring, early_stop)


@pytest.mark.parametrize("semiring", SEMIRINGS)
@pytest.mark.parametrize("n_lists", [2, 3, 4, 5])
def test_random_lists(semiring, n_lists):
    rng = np.random.default_rng(n_lists)
    for n in [1, 2, 3, 7, 50, 200]:
        for _ in range(20):
            lists = rng.random((n_lists, n))
            full = check_search(lists, semiring)
            short = check_search(lists, semiring, early_stop=True)
            assert short.n_products <= full.n_products


def test_steps_are_the_width_of_the_square_that_holds_a_point():
    rng = np.random.default_rng(0)
    for n in (1, 2, 5, 8, 40):
        for n_lists in (2, 3, 4):
            lists = rng.random((n_lists, n))
            ranks = np.argsort(np.argsort(-lists, axis=1), axis=1) + 1
            assert sorted_inner(lists).steps == ranks.max(axis=0).min()


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8])
def test_opposite_orders_are_the_worst_case(n):
    lists = np.array([np.arange(n), -np.arange(n)], dtype=float)
    assert sorted_inner(lists).steps == (n + 1) // 2 if n % 2 else n // 2 + 1
    assert sorted_inner(lists[[0, 0]]).steps == 1


def test_reads_of_three_reversed_lists_stay_within_the_list():
    n = 99
    up = np.arange(n, dtype=float)
    lists = np.array([up, -up, np.roll(up, n // 3)])
    found = check_search(lists, "max-sum")
    assert 3 * found.steps > n >= found.n_products


def test_the_stop_that_is_printed_would_miss_the_best_index():
    """Seven indices: one is fourth in all three lists, three are second or third in two."""
    d = 6  # alpha, beta, gamma are 3, 4, 5; the three heads 0, 1, 2
    values = np.full((3, 7), 0.01)
    for row, top in zip(values, ([0, 3, 4, d], [3, 1, 5, d], [4, 5, 2, d])):
        row[top] = [1.0, 0.99, 0.98, 0.97]
        rest = np.flatnonzero(row == 0.01)
        row[rest] -= 1e-4 * np.arange(len(rest))
    found = sorted_inner(values, "max-product")
    assert found.best == d
    assert found.value == pytest.approx(0.97**3)


def test_law_of_the_steps_by_enumeration():
    for n in range(1, 9):
        orders = np.array(list(permutations(range(1, n + 1))))
        steps = np.maximum(orders, np.arange(1, n + 1)).min(axis=1)
        m = np.arange(n + 1)
        tail = (steps[:, None] > m).mean(axis=0)
        np.testing.assert_allclose(steps_beyond(m, n), tail, atol=1e-12)
        np.testing.assert_allclose(enumerated_steps(n), tail, atol=1e-12)
        assert expected_steps(n) == pytest.approx(steps.mean())


def test_law_for_three_lists_is_that_of_random_ones():
    rng = np.random.default_rng(1)
    ranks = np.argsort(rng.random((40_000, 3, 4)), axis=2) + 1
    steps = ranks.max(axis=1).min(axis=1)
    tail = (steps[:, None] > np.arange(5)).mean(axis=0)
    np.testing.assert_allclose(enumerated_steps(4, 3), tail, atol=0.01)


def test_expected_steps_of_long_lists():
    for n, told in ((100, 8.890), (1000, 28.034), (10_000, 88.625)):
        assert expected_steps(n) == pytest.approx(told, abs=5e-4)
    assert expected_steps(10**8) == pytest.approx(np.sqrt(np.pi * 10**8) / 2, rel=1e-3)
    assert steps_bound(1000, 3) == pytest.approx(100)
    with pytest.raises(ValueError, match="n_lists"):
        enumerated_steps(8, 3)


@pytest.mark.parametrize("semiring", SEMIRINGS)
@pytest.mark.parametrize("options", [{}, {"early_stop": True}, {"method": "naive"}])
def test_products_are_those_of_brute_force(semiring, options):
    rng = np.random.default_rng(2)
    A = rng.random((6, 30)).round(1)
    B = rng.random((30, 4)).round(1)
    terms = A[:, :, None] * B if semiring == "max-product" else A[:, :, None] + B
    best = terms.min(axis=1) if semiring == "min-sum" else terms.max(axis=1)
    matrix = TropicalMatrix(A, semiring)
    found = matrix.matmul(B, **options)
    np.testing.assert_array_equal(found.values, best)
    reached = np.take_along_axis(terms, found.best[:, None], axis=1)[:, 0]
    np.testing.assert_array_equal(reached, best)
    vector = matrix.matvec(B[:, 2], **options)
    np.testing.assert_array_equal(vector.values, best[:, 2])
    if options == {"method": "naive"}:
        assert found.n_products == A.size * 4


def test_products_count_the_steps_of_each_row():
    rng = np.random.default_rng(3)
    A = rng.random((20, 64))
    v = rng.random(64)
    steps = [sorted_inner([row, v]).steps for row in A]
    assert TropicalMatrix(A).matvec(v).n_products == 2 * sum(steps)


def test_what_is_not_allowed_never_wins():
    inf = np.inf
    A = TropicalMatrix([[inf, 1.0], [inf, inf]], "min-sum")
    assert A.matvec([0.0, 3.0]).values.tolist() == [4.0, inf]
    assert A.matvec([0.0, 3.0], early_stop=True).values.tolist() == [4.0, inf]
    with pytest.raises(ValueError, match="above all in max-sum"):
        TropicalMatrix([[inf]])
    with pytest.raises(ValueError, match=r"\[0"):
        TropicalMatrix([[-1.0]], "max-product")


def test_signed_products_are_outside_of_the_assumption():
    """Two negative numbers make the largest product, which the order does not show."""
    a = np.array([[-9.0, 0.5, 0.2]])
    b = np.array([-9.0, 0.5, 0.2])
    assert (a * b).max() == 81
    with pytest.raises(ValueError, match="A must hold"):
        TropicalMatrix(a, "max-product")


@pytest.mark.parametrize("n_shared", [1, 2])
def test_clique_of_three(n_shared):
    rng = np.random.default_rng(4)
    shape = (5,) * n_shared
    pair = rng.random((4, 3))
    left = rng.random((4, *shape))
    right = rng.random((3, *shape))
    terms = pair[:, :, None] + left.reshape(4, 1, -1) + right.reshape(1, 3, -1)
    for options in ({}, {"method": "naive"}, {"early_stop": True}):
        found = clique_max_marginal(pair, left, right, **options)
        np.testing.assert_allclose(found.values, terms.max(axis=2), rtol=1e-14)
        np.testing.assert_array_equal(found.best, terms.argmax(axis=2))
    least = clique_max_marginal(pair, left, right, "min-sum")
    np.testing.assert_allclose(least.values, terms.min(axis=2), rtol=1e-14)


def test_products_grow_by_the_root():
    rng = np.random.default_rng(5)
    counts = [
        TropicalMatrix(rng.random((n, n))).matmul(rng.random((n, n))).n_products for n in (64, 256)
    ]
    for n, count in zip((64, 256), counts):
        assert count / n**2 == pytest.approx(2 * expected_steps(n), rel=0.03)
