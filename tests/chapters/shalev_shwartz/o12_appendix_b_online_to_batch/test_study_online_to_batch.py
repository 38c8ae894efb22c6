import numpy as np


def test_cases_cover_all_runs(study):
    cases = study.cases(**study.SIZES["default"])
    names = [case["experiment"] for case in cases]
    counts = {name: names.count(name) for name in set(names)}
    assert counts == {"exact": 1, "certificate": 60, "rate": 50, "confidence": 120}
    assert len({str(case) for case in cases}) == len(cases)


def test_clean_labels_have_a_faster_rate_within_the_bound(study, monkeypatch):
    monkeypatch.setitem(study.CHUNKS, "rate", 2)
    rows = {
        (labels, T): study.run({"experiment": "rate", "labels": labels, "T": T, "seed": 0})
        for labels in ("clean", "noisy") for T in (800, 3200)
    }  # fmt: skip
    assert all(row["best"] <= row["risk"] <= row["bound"] for row in rows.values())
    assert rows["clean", 800]["best"] < 1e-9
    fall = {name: rows[name, 800]["risk"] / rows[name, 3200]["risk"] for name in ("clean", "noisy")}
    assert fall["clean"] > 2.5 > fall["noisy"]


def test_certificates_hold_and_the_average_is_no_worse(study, monkeypatch):
    monkeypatch.setitem(study.CHUNKS, "certificate", 3)
    row = study.run({"experiment": "certificate", "T": 200, "seed": 0})
    assert row["missed"] == 0
    assert row["jensen"] <= 1e-10
    assert row["risk"] <= row["promised"]


def test_confidence_gives_both_ways(study, monkeypatch):
    monkeypatch.setitem(study.CHUNKS, "confidence", 2)
    case = {"experiment": "confidence", "population": "breast cancer", "flip": 0.1, "seed": 0}
    row = study.run(case)
    assert len(row["validation"]) == len(row["random_stop"]) == 2
    assert np.min(row["validation"]) >= -1e-6
