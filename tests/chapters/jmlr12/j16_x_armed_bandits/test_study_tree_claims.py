from collections import Counter

import numpy as np


def test_cases_cover_all_experiments(study):
    cases = study.cases(**study.SIZES["default"])
    counts = Counter(case["experiment"] for case in cases)
    assert counts == {
        "trees": 2, "chain": 2, "waves": 5, "seconds": 7, "visits": 1, "local": 20, "bumps": 9,
    }  # fmt: skip
    assert len({str(case) for case in cases}) == len(cases)
    slow = {"experiment": "bumps", "strategy": "HOO", "n": 10_000, "repeats": 50}
    assert slow in study.cases(**study.SIZES["paper"])


def test_small_runs_give_rows(study):
    trees = study.run({"experiment": "trees", "n": 300, "repeats": 2})
    assert len(trees["density"]) == len(trees["deep"]) == 2
    chain = {"experiment": "chain", "nu1": 32.0, "n": 2000, "levels": 6, "repeats": 2}
    assert study.run(chain) == {"found": 2}
    waves = {"experiment": "waves", "n": 300, "truncated": True, "nu1": 1.0, "repeats": 2}
    assert len(study.run(waves)["regret"]) == 2
    seconds = {"experiment": "seconds", "n": 300, "truncated": False, "repeats": 2}
    assert min(study.run(seconds)["spent"]) > 0
    local = study.run({"experiment": "local", "last": 12, "seed": 0})
    assert local["rounds"][-1] == 2**13 - 2
    assert (np.diff(local["regret"]) > 0).all()
    bumps = {"experiment": "bumps", "strategy": "uniform play", "n": 300, "repeats": 2}
    assert len(study.run(bumps)["regret"]) >= 2


def test_visits_are_held_against_the_lemma(study):
    row = study.run({"experiment": "visits", "n": 10_000, "depth": 8, "repeats": 2})
    assert row["nodes"] == 487
    assert row["worst"] <= 0
    assert row["informative"] >= 5
