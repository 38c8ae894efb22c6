def test_cases_cover_every_experiment(study):
    cases = study.cases(**study.SIZES["default"])
    points = 6 + 6 + 6 + 15 + 12 + 12 + (6 + 6 + 6) + 2 + 4 + 2
    assert len({str(case) for case in cases}) == len(cases) == 20 * points


def test_rows_of_each_experiment(study):
    found = study.run({"experiment": "size", "data": "ecoli", "x": 2, "seed": 0})
    assert 0 < found["mean"] < found["chance"] < 1
    found = study.run({"experiment": "series", "labels": 8, "x": 50, "seed": 0})
    assert found["mean"] < found["chance"]
    rows = study.run({"experiment": "refusal", "x": 0.05, "seed": 0})
    assert [row["recall"] for row in rows] == list(study.RECALLS)
