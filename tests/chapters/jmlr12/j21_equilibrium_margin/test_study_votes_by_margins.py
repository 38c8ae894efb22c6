import numpy as np


def test_cases_and_repeats(study):
    cases = study.cases(10, 10)
    votes = [c for c in cases if c["experiment"] == "votes" and c["weak"] != "gini"]
    assert len(votes) == 13 * 2 * 10
    assert sum(c["experiment"] == "programs" for c in cases) == 10
    assert len({tuple(sorted(c.items())) for c in cases}) == len(cases)


def test_a_case(study):
    rows = study.run({"experiment": "votes", "set": "Breast", "weak": "stump", "seed": 0})
    assert [row["fold"] for row in rows] == [0, 1, 2, 3, 4]
    assert all(row["lp_mm"] >= row["ada_mm"] - 1e-6 for row in rows)
    assert 0 < np.mean([row["ada_te"] for row in rows]) < 0.1
