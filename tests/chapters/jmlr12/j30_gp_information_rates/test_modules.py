"""What the chapter runs: a row of each study, and checks that would miss a wrong computation."""

import numpy as np
import pytest

from mlcompanion.gp.rates import posterior_risk
from mlcompanion_chapters.jmlr12.j30_gp_information_rates import (
    bands,
    designs,
    evidence,
    prices,
    slips,
    stored_tables,
    theorem_checks,
)
from mlcompanion_chapters.jmlr12.j30_gp_information_rates.studies import (
    band_probabilities,
    design_slopes,
    evidence_bound,
    free_scale,
    imitation_prices,
    precise_risk,
)


class Table:
    """A stored study, in memory."""

    def __init__(self, lines):
        self.lines = lines

    def column(self, name, **where):
        chosen = [r for r in self.lines if all(r[key] == v for key, v in where.items())]
        return np.array([r[name] for r in chosen])


def test_rows_of_the_studies():
    assert 0 < design_slopes.run({"alpha": 1.0, "beta": 1.0, "n": 50, "seed": -1})["risk"] < 0.1
    for row in free_scale.run({"n": 60, "repeats": 3}):
        assert row["mixture"] < row["fixed"]
        assert row["best"] < 2 * row["mixture"]
    shares = evidence_bound.run({"entries": 5, "atoms": 3, "draws": 500, "seed": 0})["excess"]
    assert np.nanmax(shares) <= 0
    risk = precise_risk.run({"power": 6, "points": 20, "digits": 40})
    assert risk["bias"] > risk["spread"] > risk["variance"] > 0
    tent = imitation_prices.run({"truth": "tent", "beta": 0.0, "seed": 0, "points": 21})["prices"]
    assert 0 < tent[0] < tent[3]


def test_cases_are_as_many_as_the_claims_ask():
    assert len(design_slopes.cases(3200, 20)) == 6 * 4 * 21
    assert len(band_probabilities.cases(100, 5)) == 30
    assert len(evidence_bound.cases(10, 10)) == 90
    assert len(imitation_prices.cases(800, 5)) == 45


def test_a_grid_and_random_inputs_have_like_risks():
    grid, drawn = (designs.design_risk((1.5, 1.0), 100, seed) for seed in (-1, 0))
    assert 0.5 < grid / drawn < 2


def test_extrapolation_removes_roots_of_the_spacing():
    points = np.array([256, 512, 1024])
    exponents = [3.0 + 2.0 * points**-0.5, 7.0 - points**-0.5]
    np.testing.assert_allclose(bands.extrapolated(points, np.transpose(exponents)), [3.0, 7.0])


def test_slopes_of_bands_are_those_of_powers():
    eps = np.geomspace(1, 0.1, 30)
    assert bands.band_slopes(eps, 6 * eps**-0.7) == pytest.approx(0.7)
    logs = 3 * np.log(1 / eps[5:]) ** 2 + 0.0
    assert bands.band_slopes(eps[5:], logs, logarithmic=True) == pytest.approx(2.0)


def test_prices_settle_where_the_grid_no_longer_matters():
    assert prices.settled(np.array([1.0, 2, 3]), np.array([1.01, 2.02, 4])) == 2
    assert prices.settled(np.array([1.0, 2]), np.array([1.01, np.nan])) == 1
    assert prices.settled(np.ones(3), np.ones(3)) == 3
    np.testing.assert_allclose(prices.local_powers([1.0, 2, 8]), [1, 2])


def test_a_prior_with_no_mass_near_says_nothing():
    shares = np.array(evidence.evidence_shares(80, 1, 50, 3))
    assert np.isnan(shares).any() or (shares <= 0).all()


def test_tables_of_stored_rows():
    rows = [
        {"alpha": a, "beta": b, "n": n, "seed": seed, "risk": n**-0.5}
        for a, b in designs.PAIRS
        for n in (100, 200, 400, 800, 1600)
        for seed in (-1, 0, 1)
    ]
    found = stored_tables.designs(Table(rows))
    np.testing.assert_allclose(found["rnd"], -0.5)
    assert found["repeats"] == 2
    free = [
        {"n": n, "beta": b, "mixture": n**-0.6, "best": 1.5 * n**-0.6, "fixed": 1.0, "repeats": 20}
        for n in (100, 200)
        for b in (0.5, 1.0, 2.0)
    ]
    told = stored_tables.free_scale(Table(free))
    np.testing.assert_allclose(told["slope"], -0.6)
    assert told["ratio"] == pytest.approx([1.5] * 6)


def test_a_wrong_kernel_would_miss_the_theorem(monkeypatch):
    wrong = theorem_checks.power_sequence_risk
    monkeypatch.setattr(theorem_checks, "power_sequence_risk", lambda a, b, n: wrong(a + 0.5, b, n))
    found = theorem_checks.matched()
    gaps = np.abs(np.array(found["slope"]) - np.array(found["want"]))
    assert gaps.max() > 0.05


def test_slips_are_slips():
    test = slips.lemma_test(20_000)
    assert max(test["best"]) > 1 >= max(test["right"])
    cuts = slips.cutoff_powers()
    assert max(cuts["printed"]) < 0.6 < 0.9 < min(cuts["right"])
    spaces = slips.example_dimension()
    assert spaces["between"][3] > 10 * spaces["between"][0]
    slow = slips.slow_rates(-0.2)
    assert slow["psi"] > -0.3
    assert slow["grow"] > 100


def test_known_waves_of_brownian_motion_give_the_risk_of_its_matrix():
    x = np.arange(1, 61) / 60
    f0 = np.abs(x - 0.3)
    expected = posterior_risk(np.minimum.outer(x, x), f0, 1.0).total
    assert theorem_checks.brownian_risk(f0) == pytest.approx(expected, rel=1e-10)


def test_theorems_on_small_sizes():
    (tent, ragged) = theorem_checks.brownian_rates((50, 100))
    assert (tent[0] / tent[1] ** 2 < 1).all()
    assert (ragged[0] / ragged[1] ** 2 < 1).all()
    assert theorem_checks.informed_order(2)["viol"] == 0
    assert theorem_checks.inside_quotients().max() <= np.sqrt(2)
