def test_cases_are_both_tables(study):
    cases = study.cases(**study.SIZES["paper"])
    table_3 = [case for case in cases if case["table"] == 3]
    assert {case["noise"] for case in table_3} == {"ar5", "m-dependent"}
    assert sum(case["runs"] for case in table_3) == 400
    assert len(cases) - len(table_3) == 21


def test_a_row_for_each_series(study):
    rows = study.run({"table": 3, "noise": "ar5", "n": 40, "seed": 3, "runs": 2})
    assert len(rows) == 2
    assert all(row["lag"] >= 1 and row["ase_c"] > 0 for row in rows)
