import importlib.util
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[2] / "studies" / "leave_one_out.py"


@pytest.fixture(scope="module")
def study():
    spec = importlib.util.spec_from_file_location("study_leave_one_out", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rows_of_both_experiments(study):
    cases = study.cases(n_problems=4, n_times=1)
    assert [case["experiment"] for case in cases] == 4 * ["identity"] + ["time"]
    rows = [study.run(case) for case in cases[:4]]
    assert all(10 <= row["n"] <= 60 and row["difference"] < 1e-6 for row in rows)
    row = study.run({"experiment": "time", "n": 30, "seed": 0})
    assert row["refits_s"] > row["formula_s"] >= 0
