def test_cases_are_three_starts_of_ten_splits(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 30
    assert {case["start"] for case in cases} == {"random", "autoencoder", "machine"}


def test_a_case_of_few_steps(study, monkeypatch):
    from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction import pretraining

    monkeypatch.setattr(pretraining, "RATES", (0.1,))
    monkeypatch.setattr(pretraining.tuned_error, "__defaults__", (2,))
    assert 0 <= study.run({"start": "random", "seed": 0})["wrong"] <= 1
