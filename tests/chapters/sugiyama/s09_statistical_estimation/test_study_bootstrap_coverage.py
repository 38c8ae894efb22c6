import numpy as np


def test_cases_cover_every_law_and_size_with_all_samples(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({case["seed"] for case in cases}) == len(cases) == 70
    for law in study.LAWS:
        for n in (50, 200):
            chosen = [c for c in cases if (c["experiment"], c["law"], c["n"]) == ("any", law, n)]
            assert sum(c["samples"] for c in chosen) == 1000


def test_true_values_are_those_of_many_draws(study):
    rng = np.random.default_rng(0)
    for law in study.LAWS.values():
        x = law.rvs(400_000, rng)
        skew = np.mean((x - x.mean()) ** 3) / x.std() ** 3
        found = x.mean(), np.median(x), x.std(), skew
        np.testing.assert_allclose(study.true_values(law), found, atol=0.05)


def test_good_intervals_hit_and_bad_ones_miss(study, monkeypatch):
    case = {"experiment": "any", "law": "normal", "n": 50, "samples": 40, "seed": 1}
    rows = {row["statistic"]: row for row in study.run(case)}
    assert rows.keys() == set(study.STATISTICS)
    assert 33 <= rows["mean"]["hits"] <= 40
    assert rows["mean"]["hits"] + rows["mean"]["below"] <= 40
    largest = study.run(case | {"experiment": "maximum", "law": "uniform"})
    assert largest == [{"statistic": "maximum", "hits": 0, "below": 40}]
    monkeypatch.setattr(study, "ALPHA", 0.9)
    assert study.run(case)[0]["hits"] < 15
