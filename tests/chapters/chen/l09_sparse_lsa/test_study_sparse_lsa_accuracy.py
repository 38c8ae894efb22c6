def test_cases_and_a_row(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({tuple(sorted(case.items())) for case in cases}) == len(cases)
    case = {"experiment": "dimension", "corpus": "titles", "method": "lsa", "D": 2, "lam": 0.05}
    rows = study.run(case | {"splits": 1})
    assert len(rows) == 1
    assert 30 < rows[0]["accuracy"] < 70
    assert rows[0]["effective"] == 2
