import pytest


def test_cases(study):
    assert len(study.cases(**study.SIZES["default"])) == 57


@pytest.mark.parametrize(
    "case",
    [
        {"experiment": "hidden", "game": "labels", "nature": "tilted"},
        {"experiment": "outcome", "game": "rock", "nature": "border"},
        {"experiment": "full", "game": "random 0", "nature": "meeting"},
        {"experiment": "complex", "actions": 3, "nature": "worst"},
        {"experiment": "grid", "points": 11, "nature": "halfway", "compared": "near"},
    ],
)
def test_short_rows(study, monkeypatch, case):
    for name in ("HIDDEN_N", "SEEN_N", "COMPLEX_N", "GRID_N"):
        monkeypatch.setattr(study, name, (64, 256))
    row = study.run({**case, "repeats": 3})
    for value in row.values():
        assert not isinstance(value, list) or len(value) == 2


def test_blind_players_do_not_learn(study, monkeypatch):
    monkeypatch.setattr(study, "HIDDEN_N", (64, 512))
    row = study.run({"experiment": "blind", "game": "labels", "nature": "worst", "repeats": 3})
    assert row["quantile"][1] > 0.9
