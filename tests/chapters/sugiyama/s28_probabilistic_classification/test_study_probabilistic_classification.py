"""Cases and rows of the study on class probabilities."""


def test_cases_are_distinct_and_cover_every_cell(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({str(case) for case in cases}) == len(cases)
    for n in study.SMALL:
        draws = [c["draws"] for c in cases if c["kind"] == "small" and c["n"] == n]
        assert sum(draws) == 200
    assert sum(c["kind"] == "seconds" for c in cases) == 25


def test_rows_of_each_kind(study):
    (row,) = study.run({"kind": "small", "n": 9, "draws": 1, "seed": 0})
    rows = study.run({"kind": "best", "n": 9, "draws": 1, "seed": 0})
    assert min(r["squares"] for r in rows) <= row["squares"]
    found = study.run({"kind": "seconds", "c": 3, "n": 30, "seed": 0})
    assert found["converged"]
    assert min(found["logistic"], found["squares"]) >= 0
