"""What the page runs of Table 1, of the theorems and of section 8.1, by sums of other kinds."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j26_generalized_td import estimating, families, spreads


def test_families_are_told_apart():
    own, other = families.family_distances(3, T=4000, n_runs=10)
    assert len(own) == len(other) == len(families.FAMILIES) == 10
    assert (own < 0.2).all()
    assert (own < other).all()


def test_what_is_named_by_reference_ends_where_td_does():
    away = families.reference_distances(3, T=20_000, n_runs=5)
    assert len(away) == len(families.BY_REFERENCE) == 4
    assert (away < 0.15).all()
    assert (families.reference_distances(3, T=20, n_runs=5) > 0.3).all()


def test_chains_are_drawn_by_their_rule():
    mrp, Phi = families.draw_chain(np.random.default_rng(5))
    laws = families.end_points(mrp, Phi)
    apart, length = families._gaps(laws)
    assert apart >= 0.5 * length
    assert max(np.linalg.cond(law.A) for law in laws.values()) < 30


def test_laws_leave_the_error_alone():
    rng = np.random.default_rng(0)
    errors = np.array([1.0, -2.0, 0.5, 3.0])
    dimension, angle = estimating.null_space(errors, rng)
    assert dimension == 1
    assert angle < 1e-12
    tables = [estimating.random_table(rng) for _ in range(50)]
    kept = [t for t in tables if t is not None]
    assert all(3 <= len(t) <= 8 and t.min() < 0 < t.max() for t in kept)


def test_weights_of_the_past_alone_have_mean_zero():
    allowed, peeking = estimating.forward_means(np.random.default_rng(1))
    assert allowed < 1e-12
    assert peeking > 0.05


def test_a_search_finds_no_better_weight_and_sees_a_worse_one():
    found = [estimating.weight_search(seed) for seed in range(10)]
    assert min(f["low"] for f in found) > -1e-9
    assert min(f["lemma5"] for f in found) > -1e-9
    assert np.median([f["slope"] for f in found]) == pytest.approx(2, abs=0.1)
    # a bound that is no minimum is found out
    law, zeta, v = np.full(3, 1 / 3), np.array([[1.0], [0.5], [0.2]]), np.array([1.0, 2.0, 3.0])
    best = estimating.least_variance(law, zeta, v)
    assert best[0, 0] == pytest.approx(1 / ((1 + 0.125 + 0.04 / 3) / 3))


def test_spreads_with_and_without_correlations():
    full, plain = spreads.measured_spread(0, T=2000, n_runs=400)
    assert full == pytest.approx(1, abs=0.25)
    assert plain > 1.3 * full
    assert spreads.fitting_leftover(0) < 1e-9
    spread, limit, _ = spreads.memory_spread(1, n_runs=400)
    assert spread == pytest.approx(1, abs=0.25)
    assert limit < 0.2


def test_a_table_of_bytes_is_its_law():
    table, P = spreads._byte_table(np.random.default_rng(2))
    for row, law in zip(table, P):
        np.testing.assert_array_equal(np.bincount(row, minlength=6) / 256, law)
    assert (np.diag(P) >= 0.5).all()


def test_the_printed_form_is_off_where_the_sum_is_lopsided():
    right, printed, quad = spreads.transpose_gaps(0, n_runs=4000)
    assert right < 0.08 < printed
    assert quad < 1e-9
