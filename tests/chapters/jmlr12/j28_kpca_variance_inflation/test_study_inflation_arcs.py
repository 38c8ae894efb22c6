import pytest


def test_cases_are_ten_draws(study):
    cases = study.cases(**study.SIZES["default"])
    assert sum(case["experiment"] == "width" for case in cases) == 60
    assert sum(case["experiment"] == "curve" for case in cases) == 10


@pytest.mark.parametrize("experiment", ["width", "plane"])
def test_a_case(study, experiment):
    case = next(c for c in study.cases(1, 0) if c["experiment"] == experiment)
    rows = study.run(case)
    rows = rows if isinstance(rows, list) else [rows]
    assert all(0 <= row["batch"] <= 1 for row in rows)
