from types import SimpleNamespace

import pytest

from mlcompanion_chapters.sugiyama.s31_online_learning import (
    arow_checks,
    experiments,
    passive_checks,
)


def case_of(study, experiment, **held):
    """The first case of an experiment with these settings, at a twentieth of its repeats."""
    for case in study.cases(share=0.05):
        if case["experiment"] == experiment and held.items() <= case.items():
            return case
    raise AssertionError(f"no case of {experiment} with {held}")


def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    counts = {name: sum(case["experiment"] == name for case in cases) for name in study.EXPERIMENTS}
    assert counts == {
        "pa": 80, "arow": 24, "sign": 12, "skip": 12, "kl": 2, "ridge": 28, "cost": 8
    }  # fmt: skip
    skips = [case for case in cases if case["experiment"] == "skip"]
    assert sum(map(experiments.repeats_of, skips)) == 500


@pytest.mark.parametrize("loss", ["hinge", "squared hinge", "absolute", "squared"])
def test_updates_are_minimisers(study, loss):
    row = study.run(case_of(study, "pa", loss=loss, d=2, lam=10.0))
    assert row["n"] == 2
    assert row["excess"] < 1e-8
    assert row["beaten"] == 0


def test_a_wrong_cap_is_noticed(study, monkeypatch):
    case = case_of(study, "pa", loss="hinge", d=2, lam=10.0) | {"share": 0.4}
    assert study.run(case)["wrong"] > 2
    right = passive_checks.passive_aggressive_update
    monkeypatch.setattr(
        passive_checks, "passive_aggressive_update", lambda *a: right(*a[:4], 1 / a[4])
    )
    broken = study.run(case)
    assert broken["excess"] > 1e-3
    assert broken["beaten"] > 2


def test_arow_is_the_minimiser_and_a_wrong_step_is_not(study, monkeypatch):
    wide = study.run(case_of(study, "arow", task="classification", d=5, lam=0.1))
    assert max(wide["mean_err"], wide["cov_err"]) < 1e-4  # the solver's gradient by formula
    case = case_of(study, "arow", task="classification", d=2, lam=1.0)
    row = study.run(case)
    assert max(row["mean_err"], row["cov_err"]) < 1e-4
    right = arow_checks.printed_arow
    monkeypatch.setattr(
        arow_checks, "printed_arow", lambda state, lam, *rest: right(state, 3 * lam, *rest)
    )
    broken = study.run(case)
    assert min(broken["mean_err"], broken["cov_err"]) > 1e-3


def test_the_inverse_gains(study):
    row = study.run(case_of(study, "sign", d=2, lam=0.1))
    assert row["plus_err"] < 1e-4 < row["minus_err"]
    assert row["broken"] == 1


def test_skipping_costs(study):
    row = study.run(case_of(study, "skip", d=1, lam=1.0))
    assert row["worse"] == row["n"]
    assert max(row["mean_err"], row["cov_err"]) < 1e-4


def test_divergence_and_ridge(study):
    assert study.run(case_of(study, "kl", d=1))["kl_err"] < 1e-9
    row = study.run(case_of(study, "ridge", n=20, d=5, passes=10))
    assert max(row["dev"], row["order"]) < 1e-9
    assert row["plain"] > 1e-4
    assert row["runs"] == 3
    assert not row.keys() & case_of(study, "ridge").keys()


@pytest.mark.parametrize("covariance", ["full", "diag_drop"])
def test_steps_are_timed(study, monkeypatch, covariance):
    spent = iter([9.0, 9.0, 2.0])  # the first two only warm up
    steps = []

    def timed(step, clock):
        steps.append(step())
        return SimpleNamespace(seconds=next(spent))

    monkeypatch.setattr(experiments, "timed", timed)
    row = study.run({"experiment": "cost", "covariance": covariance, "d": 50, "share": 0.05})
    assert row == {"update_seconds": 2.0, "n": 1}
    assert len(steps) == 3
