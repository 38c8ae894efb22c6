import numpy as np
import pytest


def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    kinds = [case["experiment"] for case in cases]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {"pi": 10, "importance": 10, "pi_error": 4, "proxy": 7, "predictive": 5}
    assert {case["n"] for case in cases if case["experiment"] == "pi"} == {10_000_000}


@pytest.mark.parametrize("kind", ["pi", "importance", "pi_error", "proxy"])
def test_small_cases(study, kind):
    case = next(case for case in study.cases(share=0.005) if case["experiment"] == kind)
    row = study.run(case)
    assert all(np.isfinite(value) for value in row.values())
    if kind == "pi":
        assert row["estimate"] == pytest.approx(np.pi, abs=0.05)
    if kind == "importance":
        assert row["estimate"] == pytest.approx(2, abs=0.05)


def test_predictive_case(study):
    row = study.run({"experiment": "predictive", "draws": 4000, "seed": 0})
    assert max(row["walk"], row["weights"], row["rejection"]) < 0.03
    assert row["most_probable"] > 0.05
