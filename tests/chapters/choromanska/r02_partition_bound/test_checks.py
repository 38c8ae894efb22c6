"""What the page's checks and searches rest on: transcriptions against independent answers."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import logsumexp

from mlcompanion.optimize.majorising import compute_bound, curvature_limit
from mlcompanion_chapters.choromanska.r02_partition_bound import (
    bound_searches,
    page_checks,
    printed,
)


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def test_plain_recursion_is_the_librarys(rng):
    F, theta = rng.normal(size=(7, 3)), rng.normal(size=3)
    plain = printed.enumerated_curvature(F @ theta, F)
    for got, want in zip(plain, compute_bound(theta, F, order="given")):
        assert_allclose(got, want, atol=1e-12)


def test_chain_by_states_sums_all_strings(rng):
    pairs, logs, theta = (
        rng.normal(size=(3, 2, 2, 2)),
        rng.normal(size=(3, 2, 2)),
        rng.normal(size=2),
    )
    scores, features = printed.all_states(pairs, logs, theta)
    log_z, mu, _ = printed.chain_by_states(pairs, logs, theta)
    assert_allclose(log_z, logsumexp(scores))
    assert_allclose(mu, np.exp(scores - log_z) @ features, atol=1e-12)


def test_misprints_miss_and_mended_forms_do_not():
    found = page_checks.misprints(repeats=5)
    assert min(found["inv_plus"], found["z_assign"], found["h_printed"]) > 0.01
    assert max(found["inv_minus"], found["z_add"]) < 1e-8
    assert found["h_divided"] < 1e-4


def test_alternating_labels_pass_the_limit_in_one_order_only():
    rising, falling = printed.alternating_curvatures(200)
    assert falling < curvature_limit(1.0, 200) < rising < 199


def test_a_run_of_the_plain_update_ends():
    assert printed.update_run(20, 1.0, 0.01, 0.001, "falling") < 20


def test_the_printed_box_falls_below_by_hand():
    assert_allclose(page_checks.products_by_hand(), -1)
    tops = page_checks.lemma_13_by_hand()
    assert tops["left"] < tops["right"]


def test_the_fixed_bound_can_be_the_tighter():
    found = page_checks.tightens()
    assert found["alg1"] > found["bohning"] > found["logz"]


def test_chains_and_growth():
    found = {K: [page_checks.chain_traces(K, s) for s in range(3)] for K in (4, 6, 8)}
    measured = page_checks.tree_curvature(found, [4, 6, 8])
    assert measured["agree"] < 1e-9
    assert 1.5 < measured["growth"] < 2.6
    assert page_checks.growth([1, 2, 3], [1, 2, 4]) == pytest.approx(2)
    assert page_checks.join_slope((5, 10), chains=2) < 1.6


def test_rank_excess_falls():
    excess = page_checks.rank_excess(ranks=(1, 5), repeats=1)
    assert excess[0] > excess[1] > 1


def test_searches_find_what_is_wrong_only(rng):
    assert bound_searches.touch_problem(rng)[0] == 0
    error, caught = bound_searches.two_labels(rng)
    assert error < 1e-9
    assert caught
    found = bound_searches.descent_problem(rng)
    assert found["over"] == found["rises"] == found["loewner"] == 0
    tree = bound_searches.tree_problem(rng)
    assert tree["viol_sum"] == tree["viol_join"] == 0
    assert tree["trace_join"] <= tree["trace_sum"]
    least = [bound_searches.low_rank_problem(rng) for _ in range(10)]
    assert min(mended for _, mended in least) > -1e-9
    assert min(plain for plain, _ in least) < -1e-6
    assert bound_searches.lemma_violations(rng, 50)[2] == 0
