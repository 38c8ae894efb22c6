def test_cases_are_five_starts(study):
    assert len(study.cases(**study.SIZES["default"])) == 5


def test_a_case_of_few_steps(study, monkeypatch):
    from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction import sparse_units

    monkeypatch.setattr(sparse_units.activation_row, "__defaults__", (20, 10))
    row = study.run({"seed": 0})
    assert 0 < row["with_kl"] <= row["without"] < 1
