"""The study of pieces has a case a set and piece left out."""


def test_cases(study):
    cases = study.cases(**study.SIZES["paper"])
    assert len(cases) == 48
    assert cases[12] == {"seed": 1, "piece": 0}


def test_a_row_asks_for_its_fold(study, monkeypatch):
    asked = []
    monkeypatch.setattr(study, "leave_one_out", lambda seed, fold: asked.append((seed, fold)))
    study.run({"seed": 2, "piece": 7})
    assert asked == [(2, 7)]
