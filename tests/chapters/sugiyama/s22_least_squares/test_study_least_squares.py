def test_cases_cover_the_four_experiments(study):
    cases = study.cases(**study.SIZES["default"])
    names = [case["experiment"] for case in cases]
    assert [names.count(n) for n in ("optimum", "network", "minima", "time")] == [20, 10, 90, 3]


def test_starts_come_together_as_steps_are_added(study, monkeypatch):
    case = {"experiment": "optimum", "seed": 0}
    monkeypatch.setattr(study, "LONG", 100)
    short = study.run(case)
    monkeypatch.setattr(study, "LONG", 20_000)
    long = study.run(case)
    assert long["between"] < short["between"] / 3
    assert long["excess"][1] < short["excess"][1]
    assert long["excess"][0] == short["excess"][0]


def test_a_row_tells_whether_it_is_a_minimum(study):
    rows = [study.run({"experiment": "minima", "m": 2, "seed": k}) for k in range(3)]
    assert all(row["objective"] > 0 for row in rows)
    assert any(row["accepted"] for row in rows)


def test_times_are_positive_and_the_inverse_costs_more_when_it_is_large(study, monkeypatch):
    monkeypatch.setattr(study, "REPEATS", 3)
    row = study.run({"experiment": "time", "shape": [500, 100], "seed": 0})
    assert min(row.values()) > 0
    assert set(row) == {"direct", "inverse", "gelsy", "pinv"}
