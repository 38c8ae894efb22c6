def test_every_kind_of_case_gives_its_row(study):
    cases = study.cases(share=0.005)
    kinds = {}
    for case in cases:
        kinds.setdefault(case["experiment"], case)
    assert set(kinds) == {"star", "chain", "risk", "extremes", "turned", "apart"}
    for case in kinds.values():
        row = study.run({**case, "repeats": 2})
        assert 0 <= row["wrong"] <= 1


def test_the_claims_sizes_are_those_of_the_file(study):
    cases = study.cases(**study.SIZES["default"])
    assert {c["n"] for c in cases if c["experiment"] == "star"} == set(range(100, 1001, 100))
    assert {c["repeats"] for c in cases if c["experiment"] == "risk"} == {100_000}
