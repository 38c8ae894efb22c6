import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s15_gaussian_mixtures import climbs


def case_of(study, experiment, **held):
    """The first case of an experiment with these settings, at a fiftieth of its limits."""
    for case in study.cases(limit=300, share=0.02):
        if case["experiment"] == experiment and held.items() <= case.items():
            return case
    raise AssertionError(f"no case of {experiment} with {held}")


def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    counts = [sum(c["experiment"] == name for c in cases) for name in study.EXPERIMENTS]
    assert counts == [20, 5, 120]
    optima = [c for c in cases if c["experiment"] == "optimum"]
    assert sum(c["start"] == "same" for c in optima) == 20
    assert {c["m"] for c in optima} == {2, 3, 5}


def test_the_largest_step_goes_over_and_em_does_not_fall(study):
    row = study.run(case_of(study, "steps", seed=0))
    assert row["over"] == 1
    assert row["em_fall"] < 1e-9
    assert row["steps_0"] == 300
    assert row["best"] <= row["em"] + 0.1


def test_restarts_are_counted(study):
    row = study.run(case_of(study, "restarts", seed=0))
    assert row["runs"] == 10
    assert row["low"] <= row["one"] <= row["best_of_10"] == row["high"]
    assert climbs.n_levels([1.0, 1.4, 2.0, 9.0]) == 3
    values = np.random.default_rng(0).normal(size=12)
    draws = np.random.default_rng(1).permuted(np.tile(values, (20_000, 1)), axis=1)[:, :10]
    assert climbs.best_of(values, 10) == pytest.approx(draws.max(axis=1).mean(), abs=0.01)


def test_twins_end_on_a_saddle_and_others_on_a_top(study):
    twins = study.run(case_of(study, "optimum", start="same", m=2))
    assert (twins["regular"], twins["rises"]) == (1, 1)
    other = study.run(case_of(study, "optimum", start="random", m=2))
    assert (other["regular"], other["rises"]) == (1, 0)


def test_free_parameters_go_there_and_back():
    rng = np.random.default_rng(0)
    theta = climbs.random_mixture(rng, 3, 2)
    X = climbs.sample_from(theta, 30, rng)
    at = climbs.free(theta)
    for there, here in zip(climbs.bound_to(at, 3, 2), theta):
        np.testing.assert_allclose(there, here)
    level = climbs.levels(X, at[None], 3, 2)[0]
    assert level == pytest.approx(climbs.mixture_log_likelihood(X, theta))
    slope = climbs.slope(X, at, 3, 2)
    for k, unit in enumerate(np.eye(len(at))):
        up, down = climbs.levels(X, np.array([at + 1e-6 * unit, at - 1e-6 * unit]), 3, 2)
        assert slope[k] == pytest.approx((up - down) / 2e-6, abs=1e-4)
