def test_cases_cover_the_table_and_the_numbers_of_clusters(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({str(case) for case in cases}) == len(cases) == 189
    assert sum(case["table"] for case in cases) == 5 * 30 + 3
    swept = {case["k"] for case in cases if case["stream"] == "Forest Fires" and case["seed"] == 0}
    assert swept == {5, 10, 15, 20, 25}


def test_a_case_has_every_column_of_the_table(study):
    case = {"stream": "Forest Fires", "k": 5, "seed": 0, "table": True}
    rows = study.run(case)
    methods = {(row["method"], row["experts"]) for row in rows}
    assert {("e1", 0), ("e6", 0), ("da", 0), ("ol", 0), ("la", 3), ("la", 6)} <= methods
    assert len(methods) == len(rows)
    by = {(row["method"], row["experts"]): row["mean"] for row in rows}
    assert by["e4", 0] < by["e2", 0] < by["ol", 0]  # more centres, a better start, one pass
    assert by["la", 6] <= 1.2 * min(by[f"e{i}", 0] for i in range(1, 7))
