from mlcompanion_chapters.sugiyama.s29_structured_classification.studies import digit_readers


def test_each_noise_has_its_splits(study):
    assert len([*study.cases(**study.SIZES["default"])]) == 20
    assert set(study.NOISES) < set(digit_readers.SETTINGS)


def test_a_small_case_runs(study, monkeypatch):
    monkeypatch.setattr(digit_readers, "PENALTIES", (0.01, 0.1))
    noisy, noisier = (study.run(case) for case in study.cases(1, (40, 20)))
    assert max(noisy["gap"], noisier["gap"]) <= 5e-3
    assert 0 < noisy["struct"] < 1
    assert noisy != noisier
