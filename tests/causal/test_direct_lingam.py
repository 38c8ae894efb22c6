import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.causal import (
    DirectLiNGAM,
    adjacency_from_order,
    exogenous_candidates,
    kernel_mi,
    pairwise_likelihood_ratio,
    residual,
    total_effects,
)
from mlcompanion.datasets import make_lingam, make_path_knowledge

WORKED = np.array([[0, 1.5, 0], [0, 0, 0], [0.8, -1.5, 0]])  # Section 2.1


@parametrize_with_checks([DirectLiNGAM("pwling"), DirectLiNGAM("kernel")])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def slow_order(X, score):
    """The algorithm box, word for word, on plain lists."""
    columns = {j: X[:, j] for j in range(X.shape[1])}
    order = []
    while len(columns) > 1:
        sums = {j: sum(score(x, columns[i]) for i in columns if i != j) for j, x in columns.items()}
        m = min(sums, key=sums.get)
        chosen = columns.pop(m)
        columns = {i: residual(x, chosen) for i, x in columns.items()}
        order.append(m)
    return order + list(columns)


SCORES = {
    "kernel": lambda x, y: kernel_mi(x, residual(y, x)),
    "pwling": lambda x, y: min(0, pairwise_likelihood_ratio(x, y)) ** 2,
}


@pytest.mark.parametrize("measure", SCORES)
@pytest.mark.parametrize("seed", range(5))
def test_order_equals_the_algorithm_box(measure, seed):
    X, _, _ = make_lingam(200, 5, random_state=seed)
    expected = slow_order(X, SCORES[measure])
    for lazy in (False, True):
        fitted = DirectLiNGAM(measure, lazy=lazy).fit(X)
        assert fitted.causal_order_.tolist() == expected


@pytest.mark.parametrize("measure", ["kernel", "pwling", "hsic"])
def test_worked_model(measure):
    X, B, order = make_lingam(2000, noise="c", B=WORKED, random_state=0)
    fitted = DirectLiNGAM(measure).fit(X)
    assert fitted.causal_order_.tolist() == order.tolist() == [1, 0, 2]
    np.testing.assert_allclose(fitted.adjacency_matrix_, B, atol=0.1)
    np.testing.assert_allclose(fitted.total_effects_, total_effects(B), atol=0.15)


def test_total_effects_sum_the_paths():
    A = total_effects(WORKED)
    assert A[2, 1] == pytest.approx(-1.5 + 0.8 * 1.5)


def test_a_cycle_has_no_total_effects():
    with pytest.raises(ValueError, match="B must have no cycle"):
        total_effects([[0, 0.5, 0], [0.5, 0, 0], [1, 1, 0]])


def test_a_kernel_of_low_rank_takes_no_memory_for_a_full_one():
    """A square of 3,000 rows would take 72 MB."""
    X = np.random.default_rng(0).uniform(size=(3000, 2)) @ [[1.0, 0.8], [0.0, 1.0]]
    tracemalloc.start()
    DirectLiNGAM("kernel").fit(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), p=st.integers(1, 7))
def test_one_factorisation_equals_p_regressions(seed, p):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, p)) * 10.0 ** rng.uniform(-3, 3, p)
    order = rng.permutation(p)
    B = adjacency_from_order(X, order)
    centred = X - X.mean(axis=0)
    for k, i in enumerate(order):
        causes = order[:k]
        slopes = np.linalg.lstsq(centred[:, causes], centred[:, i], rcond=None)[0]
        np.testing.assert_allclose(B[i, causes], slopes, rtol=1e-6)
        assert not B[i, order[k:]].any()


def test_a_dense_network_of_fifty_is_regressed_on():
    """Its scales grow to 1e7, so that the covariance matrix is singular to machine precision."""
    X, B, order = make_lingam(2000, 50, random_state=0)
    covariance = np.linalg.eigvalsh(np.corrcoef(X, rowvar=False))
    assert covariance[0] < 1e-12
    estimate = adjacency_from_order(X, order)
    centred = X - X.mean(axis=0)
    for k, i in enumerate(order):
        slopes = np.linalg.lstsq(centred[:, order[:k]], centred[:, i], rcond=1e-15)[0]
        np.testing.assert_allclose(estimate[i, order[:k]], slopes, atol=1e-5)
    assert np.linalg.norm(estimate - B) < 5


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1000))
def test_scale_shift_and_column_order_do_not_matter(seed):
    rng = np.random.default_rng(seed)
    X, _, _ = make_lingam(150, 4, random_state=seed)
    fitted = DirectLiNGAM().fit(X)
    scale = 10.0 ** rng.uniform(-3, 3, 4)
    scaled = DirectLiNGAM().fit(X * scale + rng.normal(size=4))
    assert scaled.causal_order_.tolist() == fitted.causal_order_.tolist()
    np.testing.assert_allclose(
        scaled.adjacency_matrix_ / scale[:, None] * scale, fitted.adjacency_matrix_, atol=1e-8
    )
    place = rng.permutation(4)
    moved = DirectLiNGAM().fit(X[:, place])
    assert place[moved.causal_order_].tolist() == fitted.causal_order_.tolist()


@pytest.mark.parametrize("measure", ["kernel", "pwling", "hsic", "nonlinear"])
def test_lazy_finds_the_same_order_from_fewer_terms(measure):
    for seed in range(4):
        X, _, _ = make_lingam(300, 7, random_state=seed)
        full, lazy = (DirectLiNGAM(measure, lazy=lazy).fit(X) for lazy in (False, True))
        assert lazy.causal_order_.tolist() == full.causal_order_.tolist()
        assert lazy.n_evaluations_ < full.n_evaluations_ == (7**3 - 7) // 3
        for partial, complete in zip(lazy.statistics_, full.statistics_):
            assert all(partial[j] <= complete[j] + 1e-9 for j in complete)
            m = min(complete, key=complete.get)
            assert partial[m] == pytest.approx(complete[m])


def test_callable_measure_is_used():
    X, _, _ = make_lingam(200, 4, random_state=1)
    named = DirectLiNGAM().fit(X)
    given_ = DirectLiNGAM(kernel_mi).fit(X)
    assert named.causal_order_.tolist() == given_.causal_order_.tolist()
    for a, b in zip(named.statistics_, given_.statistics_):
        assert list(a.values()) == pytest.approx(list(b.values()), rel=1e-5)


def test_gaussian_noise_is_not_identifiable():
    hits = sum(
        DirectLiNGAM("pwling")
        .fit(make_lingam(500, B=WORKED, noise="gaussian", random_state=s)[0])
        .causal_order_.tolist()
        == [1, 0, 2]
        for s in range(60)
    )
    assert hits < 30


# -- prior knowledge -------------------------------------------------------------------------------


def test_two_node_layout_row_is_effect():
    X, _, _ = make_lingam(300, B=[[0, 0], [0.8, 0]], noise="gaussian", random_state=0)
    forward = DirectLiNGAM(prior_knowledge=[[0, 0], [1, 0]]).fit(X)  # a path from 0 to 1
    assert forward.causal_order_.tolist() == [0, 1]
    assert forward.n_evaluations_ == 0
    assert np.isnan(forward.statistics_[0][0])
    assert forward.adjacency_matrix_[1, 0] != 0
    backward = DirectLiNGAM(prior_knowledge=[[0, 1], [0, 0]]).fit(X)
    assert backward.causal_order_.tolist() == [1, 0]


@pytest.mark.parametrize("measure", ["kernel", "pwling"])
def test_full_knowledge_gives_a_true_order_even_for_gaussian_noise(measure):
    for seed in range(5):
        X, B, _ = make_lingam(100, 6, n_adjacent=2, noise="gaussian", random_state=seed)
        knowledge = make_path_knowledge(B, hidden=0)
        fitted = DirectLiNGAM(measure, prior_knowledge=knowledge).fit(X)
        rank = np.argsort(fitted.causal_order_)
        effects, causes = np.nonzero(B)
        assert (rank[causes] < rank[effects]).all()


def test_half_knowledge_saves_evaluations_and_is_obeyed():
    X, B, _ = make_lingam(300, 8, random_state=3)
    knowledge = make_path_knowledge(B, random_state=0)
    plain = DirectLiNGAM().fit(X)
    informed = DirectLiNGAM(prior_knowledge=knowledge).fit(X)
    assert informed.n_evaluations_ < plain.n_evaluations_
    rank = np.argsort(informed.causal_order_)
    effects, causes = np.nonzero(knowledge == 1)
    assert (rank[causes] < rank[effects]).all()


def test_candidates_follow_the_lemmas():
    knowledge = np.full((3, 3), -1)
    assert exogenous_candidates(knowledge, [0, 1, 2]) == [0, 1, 2]
    knowledge[2, 0] = 1
    assert exogenous_candidates(knowledge, [0, 1, 2]) == [0, 1]  # Lemma 4
    knowledge[1, [0, 2]] = 0
    assert exogenous_candidates(knowledge, [0, 1, 2]) == [1]  # Lemma 3
    knowledge[[0, 1], [2, 0]] = 1
    knowledge[2, 1] = 1
    with pytest.raises(ValueError, match="cycle"):
        exogenous_candidates(knowledge, [0, 1, 2])


def test_lemma_5_leaves_unaffected_variables_as_they_are():
    """Statistics of both rounds, by hand: variable 0 is known not to act on 2, the rest is open."""
    X, _, _ = make_lingam(300, B=[[0, 0, 0], [1.0, 0, 0.7], [0, 0, 0]], noise="c", random_state=2)
    knowledge = np.full((3, 3), -1)
    knowledge[2, 0] = 0
    first, second = DirectLiNGAM(prior_knowledge=knowledge).fit(X).statistics_
    x = X.T
    assert min(first, key=first.get) == 0
    expected = {
        0: kernel_mi(x[0], residual(x[1], x[0])) + kernel_mi(x[0], x[2]),
        1: sum(kernel_mi(x[1], residual(x[i], x[1])) for i in (0, 2)),
        2: sum(kernel_mi(x[2], residual(x[i], x[2])) for i in (0, 1)),
    }
    assert first == pytest.approx(expected, rel=1e-4)
    # 2 is not regressed on 0
    x1 = residual(x[1], x[0])
    x2 = x[2] - x[2].mean()
    expected = {1: kernel_mi(x1, residual(x2, x1)), 2: kernel_mi(x2, residual(x1, x2))}
    assert second == pytest.approx(expected, rel=1e-4)


# -- bad input -------------------------------------------------------------------------------------

GOOD = np.random.default_rng(0).uniform(size=(20, 3))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (dict(measure="entropy"), "measure"),
        (dict(measure=lambda x, r: np.nan), "measure"),
        (dict(measure=lambda x, r: -1.0), "measure"),
        (dict(kappa=0), "kappa"),
        (dict(sigma=-1), "sigma"),
        (dict(prior_knowledge=np.zeros((2, 2))), "prior_knowledge"),
        (dict(prior_knowledge=np.full((3, 3), 2)), "prior_knowledge"),
        (dict(prior_knowledge=np.ones((3, 3))), "both directions"),
        (dict(prior_knowledge=[[0, 1, -1], [-1, 0, 1], [1, -1, 0]]), "cycle"),
    ],
)
def test_bad_parameters_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        DirectLiNGAM(**parameters).fit(GOOD)


def test_bad_data_are_refused():
    for X, message in [
        (np.full((20, 3), np.nan), "NaN"),
        (GOOD[:3], "linearly dependent"),
        (np.column_stack([GOOD, GOOD[:, 0]]), "linearly dependent"),
        (np.column_stack([GOOD, np.ones(20)]), "constant"),
    ]:
        with pytest.raises(ValueError, match=message):
            DirectLiNGAM().fit(X)
    with pytest.raises(ValueError, match="order"):
        adjacency_from_order(GOOD, [0, 1, 1])
    with pytest.raises(ValueError, match="constant"):
        residual([1.0, 2.0], [1.0, 1.0])
