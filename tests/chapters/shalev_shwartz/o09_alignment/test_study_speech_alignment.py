"""The study of voices has a case a seed."""


def test_cases(study):
    cases = study.cases(**study.SIZES["paper"])
    assert [case["seed"] for case in cases] == list(range(10))
    assert {case["n_train"] for case in cases} == {3193}


def test_a_row(study, monkeypatch):
    monkeypatch.setattr("mlcompanion_chapters.shalev_shwartz.o09_alignment.speech_runs.N_FRAME", 25)
    row = study.run({"seed": 1, "n_train": 5, "n_test": 3})
    assert row["seen"] == [1, 2, 5]
