def test_problems_of_both_kinds(study):
    cases = study.cases(**study.SIZES["default"])
    assert len([case for case in cases if case["kind"] == "strings"]) == 60
    assert {case["m"] for case in cases if case["kind"] == "marginals"} == {3, 4, 5}


def test_a_case_of_each_kind_runs(study):
    strings, marginals = study.cases(1, (1.0,), 1, (3,))
    row = study.run(strings)
    assert row["value_err"] < 1e-6
    assert row["length"] > 0.1
    row = study.run(marginals)
    assert row["value_err"] < 1e-6
    assert row["excess"] > -1e-6
    assert row["loss"] > 0
