from mlcompanion_chapters.sugiyama.s30_ensemble_learning.studies import score_variance as study


def test_a_block():
    cases = study.cases(**study.SIZES["default"])
    assert sum(case["sets"] for case in cases) == 20_000
    assert len({case["seed"] for case in cases}) == len(cases)
    row = study.run({"seed": 777, "sets": 12})
    assert row["vote_300"] < row["vote_1"]
    assert row["variance"] > 0
