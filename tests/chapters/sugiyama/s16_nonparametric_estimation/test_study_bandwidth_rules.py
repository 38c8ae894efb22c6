import numpy as np
import pytest


def test_cases_cover_both_laws_with_all_samples(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({case["seed"] for case in cases}) == len(cases)
    for law in ("normal", "five"):
        assert sum(case["samples"] for case in cases if case["law"] == law) == 100


def test_rows_hold_the_rule_the_chosen_and_every_bandwidth(study, monkeypatch):
    monkeypatch.setattr(study, "GRID", np.array([0.02, 0.1, 0.5]))
    rows = study.run({"law": "five", "samples": 2, "seed": 3})
    errors = {(row["what"], row["h"]): row["ise"] for row in rows}
    assert len(errors) == len(rows) == 5
    assert errors["cv", 0.0] == pytest.approx(errors["grid", 0.1])  # by far the best of three
    assert errors["rule", 0.0] > 1.5 * errors["grid", 0.1]
