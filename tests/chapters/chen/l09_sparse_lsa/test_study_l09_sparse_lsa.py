def test_every_case_draws_for_itself(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({case["seed"] for case in cases}) == len(cases) == 200
    rows = [study.run(case) for case in cases[:2]]
    assert rows[0] != rows[1]
    assert all(row.keys() == {"mean", "median"} for row in rows)
