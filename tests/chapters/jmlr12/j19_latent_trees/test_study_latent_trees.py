def test_every_kind_of_case_gives_its_row(study):
    kinds = {}
    for case in study.cases(share=0.01):
        kinds.setdefault(case["experiment"], case)
    assert set(kinds) == {"trees", "times", "failing"}
    for case in kinds.values():
        row = study.run({**case, "repeats": 2})
        assert all(value >= -100 for value in row.values())


def test_the_claims_sizes_are_those_of_the_file(study):
    cases = study.cases(**study.SIZES["default"])
    trees = [c for c in cases if c["experiment"] == "trees"]
    assert {(c["shape"], c["repeats"]) for c in trees} == {
        ("double star", 200), ("HMM", 50), ("5-complete", 50),
    }  # fmt: skip
    assert {c["repeats"] for c in cases if c["experiment"] == "failing"} == {200}
