import pytest


@pytest.fixture(autouse=True)
def short(study, monkeypatch):
    for name in ("HIDDEN_N", "SEEN_N"):
        monkeypatch.setattr(study, name, (64, 512))


def test_cases(study):
    assert len(study.cases(**study.SIZES["default"])) == 17


@pytest.mark.parametrize(
    "case",
    [
        {"experiment": "hidden", "game": "labels", "nature": "tilted"},
        {"experiment": "hidden", "game": "labels", "nature": "switching"},
        {"experiment": "outcome", "game": "rock", "nature": "border"},
    ],
)
def test_short_rows(study, case):
    row = study.run({**case, "repeats": 3})
    assert len(row["quantile"]) == len(row["outer"]) == 2
    assert row["excess"] < 1e-12


def test_blind_players_do_not_learn(study):
    row = study.run({"experiment": "blind", "game": "labels", "nature": "worst", "repeats": 3})
    assert row["quantile"][1] > 0.9
