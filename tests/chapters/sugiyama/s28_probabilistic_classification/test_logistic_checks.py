"""The chapter's checks on small runs, and that they notice what is wrong."""

import numpy as np

from mlcompanion.classification import LSPC
from mlcompanion_chapters.sugiyama.s28_probabilistic_classification import logistic_checks as checks


def test_gradients_and_the_spurious_one(monkeypatch):
    found = checks.gradient_errors(8, random_state=0)
    assert max(found["fd_fig"], found["fd_extra"]) <= 1e-5
    assert found["fd_list"] >= 0.01
    monkeypatch.setattr(checks, "silent_class", checks.softmax_row)
    found = checks.gradient_errors(8, random_state=0)
    assert found["fd_list"] <= 1e-5 < found["fd_extra"]


def test_the_mean_step_vanishes_only_at_the_maximum(monkeypatch):
    assert checks.stationarity(60, random_state=0) <= 1e-4
    step = checks._direction
    monkeypatch.setattr(checks, "_direction", lambda phi, t, W: 0.9 * t[0] + step(phi, t, W))
    assert checks.stationarity(60, random_state=0) > 1e-2


def test_limits_of_exponentials():
    found = checks.exponential_limits()
    assert 304 < found["e700"] < 304.02
    assert (found["over"], found["under"]) == (710, -746)
    assert np.exp(-745.0) > 0


def test_log_sum_exp_against_decimals(monkeypatch):
    found = checks.log_sum_exp_errors(5, random_state=0)
    assert found["naive_bad"] == 5
    assert found["safe_err"] <= 1e-12
    monkeypatch.setattr(checks, "log_sum_exp", lambda s: s.max())
    assert checks.log_sum_exp_errors(20, random_state=0)["safe_err"] > 1e-12


def test_two_vectors_or_one():
    found = checks.binary_reduction(2, n=60, random_state=0)
    assert max(found["p_diff"]) <= 1e-4
    assert max(found["ll_diff"]) <= 1e-6


def test_the_criterion_comes_near_at_the_rate_of_a_mean():
    slope, deviations = checks.criterion_rate((100, 10_000), 40, random_state=0)
    assert abs(slope + 0.5) <= 0.15
    assert deviations[1] < 0.2


def test_closed_form_and_a_penalty_that_was_divided_again(monkeypatch):
    assert checks.closed_form_gap(0) <= 1e-5
    monkeypatch.setattr(checks, "LSPC", lambda: LSPC(lam=0.1 / 90))
    assert checks.closed_form_gap(0) > 1e-2


def test_widths_as_printed_cannot_be_meant():
    found = checks.listing_widths(0)
    assert not found["divides"]
    assert found["asymmetry"] > 0.1
    assert found["least"] < 0.1 < 3 < found["greatest"]


def test_one_width_is_symmetric_and_runs(monkeypatch):
    found = checks.listing_widths(0)
    assert found["right_divides"]
    assert max(found["right_asymmetry"], found["right_error"]) <= 1e-12
    kernel = checks.rbf_kernel
    monkeypatch.setattr(checks, "rbf_kernel", lambda x: kernel(x, sigma=1.1))
    assert checks.listing_widths(0)["right_error"] > 0.01
