"""Trials of the boosting study: each tells a right step from a wrong one, and they make claims."""

from types import SimpleNamespace

import numpy as np
import pytest

from mlcompanion.teaching.claims import find_claims, load_claims, shortfalls
from mlcompanion_chapters.shalev_shwartz.o06_boosting import boosting_measures, boosting_trials
from mlcompanion_chapters.shalev_shwartz.o06_boosting.boosting_checks import oracle_run, stump_run
from mlcompanion_chapters.shalev_shwartz.o06_boosting.studies import boosting_bounds


def test_a_right_step_keeps_the_bound_and_a_wrong_one_crosses_it():
    for rule in ("adaboost", "gentle", "fixed", "capped"):
        found = boosting_trials.rule_on_oracle(rule, 0.1, 60, 0)
        assert found["excess"] <= 1e-9
        assert 1 - 1e-9 <= found["tight"] < 1.1
        assert found["gain"] >= 1 - 1e-6
    for factor in (0.5, 2.0):
        assert boosting_trials.rule_on_oracle("fixed", 0.1, 60, 0, factor=factor)["last"] > 0
    assert boosting_trials.doubled_gain(0.1, 0, 10) < 1


def test_numbers_of_a_row_are_those_of_its_run():
    found = boosting_trials.rule_on_oracle("adaboost", 0.05, 40, 3)
    run = oracle_run(0.05, 500, 40, 3)
    T = np.arange(1, 41)
    smallest = np.minimum.accumulate(run.edges)
    assert found["excess"] == pytest.approx(np.max(run.conjugates[1:] + 2 * T * smallest**2))
    assert found["last"] == pytest.approx(run.conjugates[-1] + 2 * 40 * 0.05**2)
    assert found["rounds_run"] == 40


def test_the_capped_rule_stays_at_its_cap_while_the_promise_is_kept():
    kept = boosting_trials.rule_on_oracle("capped", (0.1, 0.45), 30, 0)
    assert kept["deviation"] <= 1e-12
    assert kept["below"] == 0
    assert boosting_trials.rule_on_oracle("capped", (0.1, 0.45), 30, 0, factor=3.0)["below"] > 0


def test_stumps_keep_their_promise_or_are_not_valid():
    X, y = boosting_trials.two_class_sets()["wine, 1 or 2"]
    for rule in ("adaboost", "fixed"):
        found = boosting_trials.rule_on_stumps(rule, X, y, 20, flip=0.1, seed=1)
        assert found["valid"]
        assert found["excess"] <= 1e-9
    least = 0.9 * stump_run(X, y, 20, flip=0.1, random_state=1).edges.min()
    run = stump_run(X, y, 20, flip=0.1, random_state=1, rule="fixed", edge=least)
    T = np.arange(1, len(run.edges) + 1)
    assert found["excess"] == pytest.approx(np.max(run.conjugates[1:] + 2 * T * least**2))


def test_errors_end_in_time_and_guesses_cost_rounds():
    found = boosting_trials.error_trial(0.2, 50, 0)
    assert found["over"] <= 0
    assert not found["late"]
    assert found["early"] > 0
    race = boosting_trials.race_of_guesses(0.2, 100, 0, guesses=(0.25, 0.5, 1.0, 2.5))
    quarter, half, right, far = race["rounds"]
    assert quarter > half > right
    assert far == 10 * race["ada"]  # it never arrives, and is cut off


@pytest.mark.parametrize("kind", ["random", "stumps"])
def test_both_problems_have_one_optimum(kind):
    found = boosting_trials.dual_gaps(kind, 20, 3, 0)
    assert len(found["gap"]) == 3
    assert np.abs(found["gap"]).max() < 1e-5
    assert found["weak"] > 0


def test_what_a_step_leaves_to_its_hypothesis():
    assert boosting_trials.next_correlation("adaboost", 20, 0)["largest"] < 1e-9
    assert boosting_trials.next_correlation("fixed", 20, 0)["least_above"] > 0
    assert boosting_trials.next_correlation("gentle", 10, 0, "wine, 1 or 2")["least"] > 0
    assert boosting_trials.relative_slack(5.0, 20, 0, "wine, 1 or 2") >= 0


def test_the_study_measures_every_claim_that_it_settles(monkeypatch):
    short = dict.fromkeys(boosting_bounds.ROUNDS, 8)
    monkeypatch.setattr(boosting_bounds, "ROUNDS", short)
    monkeypatch.setattr(boosting_bounds, "STUMP_ROUNDS", short)
    listed = boosting_bounds.cases(seeds=2, few=1, matrices=1, sequences=1)
    slow = ("spambase", "digits, 3 or 8", "breast cancer")
    chosen = [
        case
        for case in listed
        if case.get("data") not in slow and case["trial"] not in ("race", "errors")
    ]
    rows = [case | boosting_bounds.run(case) for case in chosen]
    race = {"trial": "race", "seed": 0, "gamma": 0.05, "m": 1000, "ada": 9.0}
    rows.append(race | {"rounds": [20.0, 12.0, 9.0, 90.0]})
    errors = {"trial": "errors", "seed": 0, "gamma": 0.1, "m": 50}
    rows.append(errors | {"over": -0.1, "late": False, "early": 0.3})
    study = SimpleNamespace(rows=rows)
    found = boosting_measures.measurements(study)
    assert all(name in boosting_bounds.__doc__ for name in found)
    assert len(found) == 10
    assert max(found["fixed-step-bound"]["excess"]) <= 1e-9
    assert found["need-to-know-gamma"]["rounds"].tolist() == [20.0, 12.0, 9.0, 90.0]
    ran = boosting_measures.extents(study)
    assert ran.keys() == found.keys()
    assert ran["fixed-step-bound"]["repeats"] == 2
    assert ran["fixed-step-bound"]["sizes"]["rounds"] == 8
    assert ran["adaboost-bound"]["sizes"]["oracle_gamma"] == [0.02, 0.05, 0.1, 0.2]
    fixed = load_claims(find_claims("shalev_shwartz/06_boosting"))
    for name, extent in ran.items():
        assert set(found[name]) == set(fixed[name]["measure"])
        shortfalls(fixed[name]["setup"], **extent)
    assert boosting_measures.gain_shares(study, "fixed", 0.1) == pytest.approx(1.0, abs=0.1)
    assert boosting_measures.gain_shares(study, "fixed", 0.1, 2.0) < 0.3
