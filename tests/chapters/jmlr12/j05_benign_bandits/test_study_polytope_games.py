def test_cases_and_rows(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 8
    for method in ("fixed", "old"):
        regrets = study.run({"T": 500, "method": method, "repeats": 2})["regret"]
        assert len(set(regrets)) == 2
        assert all(0 < regret < 500 for regret in regrets)
