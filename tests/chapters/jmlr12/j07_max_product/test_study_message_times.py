def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    sizes = {kind: {c["n"] for c in cases if c["experiment"] == kind} for kind in
             ("chain", "clique", "paths", "linf")}  # fmt: skip
    assert max(sizes["chain"]) == 2048
    assert max(sizes["clique"]) == max(sizes["linf"]) == 512
    assert sizes["paths"] == {64, 128, 256, 512, 1024}


def test_a_small_case_of_each_kind(study):
    for case in study.cases(runs=1, largest=32):
        if case["n"] <= 32 and case["experiment"] != "chain":
            assert all(value >= 0 for value in study.run(case).values())
