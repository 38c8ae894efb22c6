def test_cases_are_those_of_the_claims(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 60
    assert {case["n"] for case in cases if case["experiment"] == "supervised"} == {500}


def test_a_small_draw_of_each(study):
    row = study.run({"experiment": "supervised", "n": 80, "seed": 1})
    assert {len(row[key]) for key in ("angles", "smoothed", "fitted", "steps", "converged")} == {5}
    assert min(row["angles"]) < 10
    for name in ("cloud", "stripes"):
        row = study.run({"experiment": name, "n": 40, "seed": 0})
        assert 0 <= row["diff"] <= 90
        assert (row["err"] is None) == (name == "cloud")
