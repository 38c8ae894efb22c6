import numpy as np
import pytest


def test_cases_cover_both_logs_and_all_values(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({str(case) for case in cases}) == len(cases) == 16 + 5 + 12 + 5 + 5
    assert {case["experiment"] for case in cases} == {"table", "lambda", "pairs", "epsilon", "cost"}


@pytest.fixture
def small(study, monkeypatch):
    """A small log in place of both."""
    log = study.make_click_log
    monkeypatch.setattr(study, "make_click_log", lambda **kw: log(8, **kw))


def test_rows_of_each_experiment(study, small):
    cases = {"lambda": {"lam": 1.0}, "epsilon": {"epsilon": 1.0}}
    found = {name: study.run({"experiment": name, "queries": 10, "seed": 0, **more})
             for name, more in cases.items()}  # fmt: skip
    assert found["lambda"]["robust"] == found["epsilon"]["robust"]
    table = study.run({"experiment": "table", "log": "web", "part": 1, "parts": 8, "seed": 0})
    assert [row["query"] % 8 for row in table] == [1] * len(table)
    assert {"robust_0", "pairwise_3", "expansion_1", "bm25_2", "mismatched"} <= table[0].keys()
    rows = study.run({"experiment": "pairs", "log": "web", "max_pairs": 400, "queries": 10,
                      "seed": 0})  # fmt: skip
    assert np.mean([row["robust_ap"] for row in rows]) == pytest.approx(
        found["lambda"]["robust"][0]
    )
    cost = study.run({"experiment": "cost", "M": 40, "traffic": 2, "seed": 0})
    assert len(cost) == 5
    assert all(row["train"] > 0 and row["gap"] < 1e-3 and row["pairs"] == 40 for row in cost)
