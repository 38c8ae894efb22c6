import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "studies"


def load(name):
    spec = importlib.util.spec_from_file_location(f"study_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_images_start_from_the_columns_of_the_case():
    study = load("ibp_images")
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 50
    assert sum(case["data"] == "bars" and case["columns"] == 1 for case in cases) == 10
    row = study.run({"data": "bars", "columns": 8, "sweeps": 3, "seed": 0})
    assert len(row["trace"]) == 3
    assert row["gap"] > 0
    assert 0 < row["wrong"] < 1
    row = study.run({"data": "scenes", "columns": 1, "grain": 0.4, "sweeps": 2, "seed": 0})
    assert len(row["missed"]) == 4


def test_exactness_has_a_row_for_each_chain():
    study = load("ibp_exact")
    cases = study.cases(chains=3, drop=2, keep=4, posterior_keep=5)
    assert len(cases) == 9
    assert len({str(case) for case in cases}) == 9
    rows = study.run(cases[0])
    assert len(rows) == 3
    rows = study.run(cases[-1])
    assert rows[0]["exact"] == pytest.approx(rows[2]["exact"])
    assert rows[0]["features"] != rows[1]["features"]
