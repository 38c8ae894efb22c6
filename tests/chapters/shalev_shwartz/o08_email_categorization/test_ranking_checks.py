import numpy as np
import pytest

from mlcompanion.online.structured import ranking_pass as engine
from mlcompanion_chapters.shalev_shwartz.o08_email_categorization import ranking_checks as checks
from mlcompanion_chapters.shalev_shwartz.o08_email_categorization.email_runs import mailbox, play


def test_updates_rise_in_order():
    found = checks.rises_from_one_state(60, 1)
    assert found["viol"] == found["floor"] == 0
    assert found["alpha_err"] < 1e-5
    assert found["strict"] > 0.01


def test_a_step_that_is_too_short_is_found(monkeypatch):
    """Update III with half of its step raises the dual less than update II."""
    step = checks.one_step

    def short(theta, x, relevant, rules):
        return step(theta, x, relevant, rules) * (0.5 if rules.update == engine.OPTIMAL else 1)

    monkeypatch.setattr(checks, "one_step", short)
    assert checks.rises_from_one_state(60, 1)["viol"] > 0


def test_losses_cover_mistakes_and_means_do_not():
    found = checks.loss_covers_mistakes(4000, 0)
    assert found["viol"] == 0
    assert found["ties"] > 10
    assert found["average_viol"] > 10


def test_sorted_lists_tell_mistakes():
    scores = np.array([[2.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 2.0, 1.0]])
    relevant = np.array([[True, False, False]] * 3)
    assert checks._ranked_wrong(scores, relevant).tolist() == [False, True, True]


def test_conjugates_are_as_smooth_as_they_may_be():
    euclidean, entropy = checks.conjugate_ratios(3000, 0)
    assert euclidean == pytest.approx(1, abs=1e-6)
    assert 0.9 < entropy <= 1 + 1e-6


def test_bounds_hold_and_sixteenths_break():
    found = checks.bound_search([(5, 200)], 1, 300)
    assert found["n"] == 2 * 3 * 6 * 22
    assert found["viol"] == 0
    assert found["viol_16"] > 0


def test_special_cases_on_a_small_mailbox():
    mail = mailbox(6, 120, 0, n_words=200, length=20.0)
    mistakes = checks.perceptron_mistakes(mail)
    np.testing.assert_array_equal(play(mail, ("A", "I"), 0.25, 0.1).mistakes, mistakes)
    assert checks.passive_aggressive_gap(mail, 10.0, 0.5) < 1e-6
    assert checks.first_messages(5, 60, 1) >= 1
