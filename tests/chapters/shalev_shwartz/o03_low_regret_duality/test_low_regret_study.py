"""The study of low regret: cases are those of the searches, and rows make the claims' numbers."""

from types import SimpleNamespace

import numpy as np
import pytest

from mlcompanion_chapters.shalev_shwartz.o03_low_regret_duality import regret_measures
from mlcompanion_chapters.shalev_shwartz.o03_low_regret_duality.regret_bounds import (
    lipschitz_search,
    unknown_horizon_search,
)
from mlcompanion_chapters.shalev_shwartz.o03_low_regret_duality.self_bounded_regret import (
    self_tuned_search,
)
from mlcompanion_chapters.shalev_shwartz.o03_low_regret_duality.studies import low_regret


def test_the_whole_search_plays_what_the_page_leaves_out():
    part = lipschitz_search((1001,), (0,), count=2)
    whole = lipschitz_search((1001,), (0,), count=2, whole=True)
    assert whole[0] > 2 * part[0]
    assert whole[1] == 0
    assert whole[2] == part[2]
    part = unknown_horizon_search(60, (0,), n_marks=3, count=2)
    whole = unknown_horizon_search(60, (0,), n_marks=3, count=2, whole=True)
    assert whole["n_checked"] > part["n_checked"]
    assert whole["viol2"] == whole["viol3"] == whole["lemma2_viol"] == 0
    part = self_tuned_search([20, 80], (0,), count=2)
    whole = self_tuned_search([20, 80], (0,), count=2, whole=True)
    assert whole["n_checked"] > part["n_checked"]
    assert whole["viol_cor4"] == whole["viol_thm2"] == 0
    np.testing.assert_array_equal(whole["quiet"], part["quiet"])


def test_rows_make_the_measurements_of_the_claims(monkeypatch):
    monkeypatch.setattr(low_regret, "SANDWICH_ROUNDS", (20,))
    monkeypatch.setattr(low_regret, "FACTORS", (1.0,))
    monkeypatch.setattr(low_regret, "HORIZONS", (50, 100))
    monkeypatch.setattr(low_regret, "LENGTHS", (50, 100, 200))
    listed = low_regret.cases(seeds=1, tuned_seeds=2)
    rows = [case | low_regret.run(case) for case in listed]
    study = SimpleNamespace(rows=rows)
    found = regret_measures.measurements(study, low_regret.LENGTHS)
    assert all(name in low_regret.__doc__ for name in found)
    assert found["dual-sandwich"]["n_runs"] == 4 * 3 * 3
    assert found["dual-sandwich"]["left_viol"] <= 1e-8
    counts = [row["n_checked"] for row in rows if row["search"] == "lipschitz"]
    assert found["sqrt-regret"]["n_checked"] == sum(counts)
    assert found["sqrt-regret"]["viol"] == 0
    assert found["unknown-horizon"]["n_checked"] > 0
    assert regret_measures.repeats(study, "tuned") == 2


def test_the_slope_is_that_of_the_largest_mean_regret():
    rows = [
        {"search": "lipschitz", "T": T, "n_checked": 1, "viol": 0, "regret": [T**0.5, s]}
        for T in (100, 10_000)
        for s in (0.0, 1.0)
    ]
    assert regret_measures._of_lipschitz(rows)["slope"] == pytest.approx(0.5)
