from mlcompanion_chapters.sugiyama.s30_ensemble_learning import noise_race
from mlcompanion_chapters.sugiyama.s30_ensemble_learning.studies import flipped_labels as study


def test_a_case(monkeypatch):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 20
    monkeypatch.setattr(noise_race, "ROUNDS", (1, 3))
    rows = study.run({"seed": 777, "n": 40, "flips": 4})
    assert [row["loss"] for row in rows[::2]] == list(noise_race.LOSSES)
