import pytest


def test_cases_cover_every_experiment(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({str(case) for case in cases}) == len(cases) == 160 + 8 + 100 + 24 + 10 + 12 + 8
    radii = [case["r"] for case in cases if case["experiment"] == "surface" and case["alpha"] == 3]
    assert radii[0] / radii[-1] == pytest.approx(10**1.5)


def test_rows_of_each_experiment(study, monkeypatch):
    monkeypatch.setattr(study, "CELLS", 64)
    monkeypatch.setattr(study, "POOL", {"a2": 40_000, "dhm": 30})
    monkeypatch.setattr(study, "LABELS", [16, 64])
    a2, dhm = (
        study.run({"experiment": "power", "method": m, "width": 16, "seed": 0})["labels"]
        for m in ("a2", "dhm")
    )
    assert 5 <= dhm < 200 < a2 < 40_000
    rows = study.run({"experiment": "smooth", "method": "passive", "seed": 0})
    assert [row["labels"] for row in rows] == [16, 64]
    noisy = {"experiment": "threshold", "kappa": 2.0, "samples": 40, "seed": 0}
    active = study.run(noisy | {"method": "active", "size": 8})
    passive = study.run(noisy | {"method": "passive", "size": 1024})
    assert active["labels"] == passive["labels"] == 1024
    assert 0 < active["excess"] < passive["excess"] < 0.02
    derivatives = study.run({"experiment": "derivatives", "functions": 200, "seed": 0})
    assert derivatives["gorny"] < derivatives["first"] < 1 <= derivatives["tight"] <= 200
    case = {"experiment": "caution", "c": 0.03, "flip": 0.2, "samples": 8, "seed": 0}
    rows = study.run(case)
    assert len(rows) == 8
    assert max(row["labels"] for row in rows) < 1000
    assert sum(row["missed"] for row in rows) >= 1
    assert 2 < study.run({"experiment": "analytic", "r": 1e-2})["mass"] < 10
    exact = study.highest_surface
    monkeypatch.setattr(study, "highest_surface", lambda alpha, C, r, _n: exact(alpha, C, r, 17))
    surface = {"experiment": "surface", "alpha": 3, "r": 1e-3}
    assert study.run(surface)["steepness"] > study.run(surface | {"r": 2e-3})["steepness"] > 1
