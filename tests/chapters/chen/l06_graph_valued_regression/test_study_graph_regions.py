def test_every_kind_of_case_gives_its_row(study):
    kinds = {}
    for case in study.cases(share=0.01):
        kinds.setdefault(case["experiment"], case)
    assert set(kinds) == {
        *("regions", "chain", "grid", "leaf", "search", "smooth", "jumps", "rate", "quadrants")
    }
    for kind in ("leaf", "rate", "quadrants", "search"):
        row = study.run({**kinds[kind], "repeats": 2})
        assert all(value >= 0 for value in row.values())


def test_the_claims_sizes_are_those_of_the_file(study):
    cases = study.cases(**study.SIZES["default"])
    assert sum(c["experiment"] == "regions" for c in cases) == 200
    assert {c["n"] for c in cases if c["experiment"] == "rate"} == {500, 2000, 8000, 32000}
