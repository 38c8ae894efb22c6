"""Measurements of the page against small cases that are known."""

import numpy as np

from mlcompanion_chapters.sugiyama.s30_ensemble_learning import voting_draws as draws

SEED = 777  # of no claim


def test_a_stump_is_poor_and_votes_are_better():
    stump, line = draws.stump_and_line(SEED)
    assert 0.24 < stump < 0.5
    assert line < 0.08
    assert draws.bagged_errors(SEED, 300) < stump


def test_single_stumps_disagree_more():
    single, bagged = draws.disagreements(SEED, 0, 60)
    assert 0 <= bagged <= 1
    assert 0 <= single <= 1


def test_traces_have_a_row_a_round():
    trace = draws.boosting_traces(SEED, 60)
    assert all(len(trace[key]) == 60 for key in ("error", "bound", "margin", "loss_dev"))
    assert (trace["error"] <= trace["bound"]).all()
    assert trace["loss_dev"].max() < 1e-10
    assert (np.diff(trace["bound"]) < 0).all()


def test_heavy_samples_and_bag_gaps_are_distances():
    heavy, light = draws.heavy_and_light(SEED, 20)
    assert 0 < heavy < light
    out, train = draws.out_of_bag_gaps(SEED, 60)
    assert abs(out) < 0.5
    assert abs(train) < 0.5


def test_variances_fall_to_a_floor():
    measured, variance, covariance = draws.score_variances([1, 5, 20], 60)
    assert (np.diff(measured) < 0).all()
    assert 0.3 < variance < 1
    assert abs(covariance) < 0.5 * variance


def test_stumps_are_counted():
    both, one = draws.enumerated_stumps(4)
    assert (len(both), len(one)) == (8, 5)
    assert 0 < draws.missed_by_the_listing(30) < 30
