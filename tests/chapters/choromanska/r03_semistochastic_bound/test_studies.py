"""The three studies: sizes of the claims file, a row of each kind of case, and what is read."""

import numpy as np
import pytest

from mlcompanion.teaching.claims import find_claims, load_claims
from mlcompanion_chapters.choromanska.r03_semistochastic_bound import race_rows, stored_tables
from mlcompanion_chapters.choromanska.r03_semistochastic_bound.stand_ins import SETS
from mlcompanion_chapters.choromanska.r03_semistochastic_bound.studies import (
    semistochastic_lemmas,
    semistochastic_race,
    semistochastic_theory,
)

CLAIMS = load_claims(find_claims("choromanska/03_semistochastic_bound"))


def test_cases_are_those_of_the_claims():
    race = semistochastic_race.cases(**semistochastic_race.SIZES["default"])
    assert {case["set"] for case in race} == set(SETS)
    assert len(SETS) == CLAIMS["fig31-training"]["setup"]["sizes"]["sets"]
    assert {c["seeds"] for c in race if c["experiment"] in {"bound", "rival", "exact"}} == {10}
    assert {c["inner"] for c in race if c["experiment"] == "bound"} == {5, 10, 20}
    theory = semistochastic_theory.cases(**semistochastic_theory.SIZES["default"])
    assert sum(c.get("pairs", 0) for c in theory) >= 10_000
    assert {c["n_iter"] for c in theory if c["experiment"] == "stationary"} == {100_000}
    sizes = CLAIMS["thm4-rate"]["setup"]["sizes"]
    assert list(semistochastic_theory.BATCHES) == sizes["batches"]


def test_rows_of_the_race():
    case = {"experiment": "bound", "set": "spambase", "inner": 5, "step": 1.0, "seeds": 3}
    rows = semistochastic_race.run(case)
    assert [row["gradient_rate"] for row in rows] == [0.005, 0.05, 0.01, 0.0005, 0.005, 0.001]
    assert all(len(row["excess20"]) == 3 and row["excess20"][0] > 0 for row in rows)
    first = semistochastic_race.run({"experiment": "first", "set": "spambase", "seeds": 1})
    assert [row["first"] for row in first] == list(semistochastic_race.FIRST)
    one = semistochastic_race.run(
        {"experiment": "rival", "method": "L-BFGS", "set": "spambase", "seeds": 1}
    )
    assert one[0]["excess20"] < one[0]["excess5"] < one[0]["excess1"]


def test_diverged_runs_are_large_numbers():
    assert race_rows.plain(np.inf) == race_rows.DIVERGED
    assert race_rows.plain(np.nan) == race_rows.DIVERGED
    assert race_rows.plain(0.123456789) == 0.123457


def test_what_is_tuned_is_run_on_all_seeds():
    asked = []

    def row_of(setting, seeds):
        asked.append((setting, seeds))
        return {"setting": setting, "excess20": [abs(setting - 2)] * (seeds or 10)}

    rows = race_rows.tuned(row_of, [0, 1, 2, 3], lambda setting: setting == 3)
    assert [len(row["excess20"]) for row in rows] == [3, 3, 10, 10]
    assert asked[-1] == (2, None)


def test_lemmas():
    cases = semistochastic_lemmas.cases(models=3, pairs=40)
    assert [case["experiment"] for case in cases] == ["sampling", "lipschitz"]
    assert semistochastic_lemmas.run(cases[0])["viol2"] == 0


class Stored:
    """A study that holds a few rows."""

    def __init__(self, rows):
        self.rows = rows


def test_the_best_of_what_was_run_on_all_seeds_is_chosen():
    few = {"experiment": "bound", "set": "ring", "seeds": 2, "excess20": [1e-9]}
    whole = {**few, "excess20": [0.3, 0.5], "step": 1.0}
    better = {**few, "excess20": [0.2, 0.4], "step": 0.1}
    assert stored_tables.chosen_bound(Stored([few, whole, better]), "ring") == better


@pytest.mark.parametrize(("gradient", "curvature"), [(0.01, 0.0008), (63.39, 5.07)])
def test_the_curvature_batch_after_some_passes_by_a_loop(gradient, curvature):
    k = 0
    spent = 0
    while spent < 50 * 6339:
        spent += min(6339, 5 + int(k * gradient + 0.5))
        k += 1
    want = min(200, 5 + int((k - 1) * curvature + 0.5))
    found = stored_tables.curvature_after(50, gradient, curvature, 6339)
    assert abs(found - want) <= 1
