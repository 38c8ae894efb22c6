def test_cases_are_both_tables(study):
    cases = study.cases(**study.SIZES["paper"])
    table_3 = [case for case in cases if case["table"] == 3]
    assert {case["noise"] for case in table_3} == {"ar5", "m-dependent"}
    assert sum(case["runs"] for case in table_3) == 400
    values = [phi for case in cases[8:] for phi in study.PHIS[case["place"] :][: study.AT_ONCE]]
    assert tuple(values) == study.PHIS
    assert len(values) == 21


def test_a_row_for_each_series(study):
    rows = study.run({"table": 3, "noise": "ar5", "n": 40, "seed": 3, "runs": 2})
    assert len(rows) == 2
    rows = study.run({"table": 4, "noise": "ar1", "n": 30, "place": 17, "seed": 3, "runs": 2})
    assert [row["phi"] for row in rows] == [phi for phi in study.PHIS[17:] for _ in range(2)]
    assert all(row["lag"] >= 1 and row["ase_c"] > 0 for row in rows)
