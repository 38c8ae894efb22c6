import pytest


def test_cases_differ_and_cover_the_settings(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({str(case) for case in cases}) == len(cases) == 59
    assert sum(case["data"] == "bars" and case["columns"] == 1 for case in cases) == 10


def test_images_start_from_the_columns_of_the_case(study):
    row = study.run({"data": "bars", "columns": 8, "sweeps": 3, "seed": 0})
    assert len(row["trace"]) == 3
    assert row["gap"] > 0
    assert 0 < row["wrong"] < 1
    row = study.run({"data": "scenes", "columns": 1, "grain": 0.4, "sweeps": 2, "seed": 0})
    assert len(row["missed"]) == 4


def test_exact_cases_have_a_row_for_each_chain(study):
    cases = study.cases(exact=3, images=0)
    assert len(study.run(cases[0] | {"sweeps": 4})) == 3
    rows = study.run(cases[-1] | {"sweeps": 5})
    assert rows[0]["exact"] == pytest.approx(rows[2]["exact"])
    assert rows[0]["ones"] != rows[1]["ones"]
