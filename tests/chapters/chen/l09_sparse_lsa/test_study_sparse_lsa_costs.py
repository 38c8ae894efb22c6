def test_cases_are_whole_collections(study):
    assert [case["D"] for case in study.cases(2)] == [100, 300]


def test_a_row_for_each_method(study):
    rows = study.run({"corpus": "titles", "D": 3, "draws": 1})
    assert [row["method"] for row in rows] == ["sparse", "nonnegative", "lsa", "coding"]
    assert rows[0]["bytes"] < rows[2]["bytes"] == 3 * 508 * 8
    assert rows[2]["filled"] > rows[0]["filled"] > 0
    assert all(row["ms"] > 0 for row in rows)
