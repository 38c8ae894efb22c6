"""Information, bound and counterexamples on small runs, against what is known in closed form."""

import numpy as np
import pytest

from mlcompanion.probability import kolmogorov_distance
from mlcompanion.stats.likelihood.information import fisher_information
from mlcompanion_chapters.sugiyama.s13_mle_properties import likelihood_bounds as bounds


def test_forms_agree_where_the_model_is_smooth():
    for by_score, by_hessian, reference in bounds.two_forms().values():
        np.testing.assert_allclose(by_score, by_hessian, atol=1e-8)
        np.testing.assert_allclose(by_score, reference, rtol=1e-6, atol=1e-8)
    assert fisher_information(bounds.LATE, 0.7) == pytest.approx(1)
    assert fisher_information(bounds.LATE, 0.7, "hessian") == 0
    law = bounds.LateExponential(0.7)
    assert law.expect(lambda x: x) == pytest.approx(1.7)
    assert kolmogorov_distance(law.story(5000, 0), law) < 0.025


def test_weights_are_symmetric_and_leave_out_what_they_should():
    rng = np.random.default_rng(0)
    for n, left_out in ((5, 0), (6, 0), (20, 2), (5, 2)):
        weights = bounds.ordered_weights(n, left_out, rng)
        for w in weights.values():
            np.testing.assert_allclose(w, w[::-1])
            assert w.sum() == pytest.approx(1)
            assert w[:left_out].sum() == 0
        assert ("midrange" in weights) == (left_out == 0)


def test_no_counterexample_and_known_ratios():
    found = bounds.bound_ratios((5,), repeats=20_000, random_state=0)
    assert len(found) == 4 * 25 + 21
    assert min(found.values()) > 0.965
    assert found["normal", 5, "mean"] == pytest.approx(1, abs=0.03)
    assert found["Laplace", 5, "mean"] == pytest.approx(2, rel=0.05)
    assert found["logistic", 5, "mean"] == pytest.approx(np.pi**2 / 9, rel=0.04)
    margins = bounds.matrix_margins((5,), repeats=10_000, random_state=0)
    assert min(margins.values()) > -0.05
    assert margins[5, "medians in 3 dimensions"] > 0.1


def test_pairs():
    x = np.array([[1.0, 2.0, 6.0], [0.0, 0.0, 9.0]])
    np.testing.assert_allclose(bounds.pair_median(x), [3.5, 4.5])


def test_shrinkage_at_zero_and_far_away():
    found = bounds.shrinkage((0, 30), repeats=20_000, random_state=0)
    assert found["ratio"][0] == pytest.approx(0.2, abs=0.015)
    assert 0.95 < found["ratio"][1] < 1.01
    assert found["bias_share"][0] < 0.001


def test_uniform_laws():
    found = bounds.uniform_centres((10, 100), repeats=4000, random_state=0)
    assert found["slope_ml"] == pytest.approx(-1, abs=0.12)
    assert found["slope_mean"] == pytest.approx(-0.5, abs=0.03)
    assert found["ks_ml"] > 0.035 > found["ks_mean"]
    assert found["zero_lik"] == pytest.approx(0.3, abs=0.05)
    errors, slope, ks, ks_normal = bounds.uniform_ends((10, 100), 5000, random_state=0)
    assert errors[0].mean() == pytest.approx(1 / 11, rel=0.05)
    assert slope == pytest.approx(-0.96, abs=0.05)
    assert ks < 0.03 < ks_normal


def test_odds_of_a_coin_by_hand():
    ks, infinite = bounds.odds_distance(1)  # tails gives -1, heads infinity
    assert infinite == 0.5
    assert ks == pytest.approx(0.5)
    assert bounds.coin_odds(4, np.array([2, 3])).tolist() == [0.0, 4.0]
    assert bounds.odds_distance(100)[0] > bounds.odds_distance(1000)[0]
