def test_each_setting_has_its_splits(study):
    cases = [*study.cases(**study.SIZES["default"])]
    assert len(cases) == 50
    assert study.SIZES["default"] == study.SIZES["paper"]


def test_a_small_case_runs(study, monkeypatch):
    monkeypatch.setattr(study, "PENALTIES", (0.01, 0.1))
    kinds = {"clean", "no context", "margin"}
    cases = [c for c in study.cases(1, (40, 20)) if c["kind"] in kinds]
    clean, plain, margin = (study.run(case) for case in cases)
    assert clean["converged"] == plain["converged"] == 2
    assert 0 < clean["field"] < 0.5
    assert margin["gap"] <= 5e-3
    assert 0 < margin["struct"] < 0.5
    assert 0 < margin["multi"] < 0.5
