def test_cases_and_rows(study):
    cases = study.cases(repeats=1)
    assert [case["kind"] for case in cases] == ["seconds"] * 3 + ["errors"] * 5
    row = study.run({"kind": "errors", "set": "vowel", "seed": 0})
    assert 0 < row["one"] < row["rest"]
