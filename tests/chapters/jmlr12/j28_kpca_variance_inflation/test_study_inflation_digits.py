def test_cases_are_300_splits_without_noise(study):
    cases = study.cases(**study.SIZES["paper"])
    for noise in study.LEVELS:
        assert sum(c["noise"] == noise and c["images"] == "blocks" for c in cases) == 300


def test_a_case(study):
    row = study.run({"images": "blocks", "noise": 1.0, "seed": 1})
    assert 0 <= row["gate"] <= 1
