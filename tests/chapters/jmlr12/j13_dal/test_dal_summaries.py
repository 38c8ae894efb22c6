"""Summaries of a made-up study, against numbers worked out by hand."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j13_dal import dal_summaries as said
from mlcompanion_chapters.jmlr12.j13_dal.dal_races import RIVAL_COLUMNS

RIVALS = RIVAL_COLUMNS.values()


class Study:
    """Rows as a stored study has them."""

    def __init__(self, rows):
        self.rows = rows

    def column(self, name, **where):
        chosen = [
            row[name]
            for row in self.rows
            if name in row and all(row.get(k) == v for k, v in where.items())
        ]
        assert chosen, (name, where)
        return np.array(chosen)


@pytest.fixture(scope="module")
def steps():
    rows = []
    for seed, scale in enumerate((1.0, 2.0, 4.0)):
        r = scale * 0.5 ** (np.arange(1, 13) * np.arange(2, 14) / 2)  # factors 1/2, 1/4, ...
        rows.append(
            {"experiment": "steps", "seed": seed, "r0": scale, "r": r.tolist(),
             "gap": (2 * r**2).tolist(), "eta": (2.0 ** np.arange(12)).tolist(), "dal_end": r[-1],
             "fista_6x": 10.0 * (seed + 1), "low": 1.0, "high": 3.0}
            | {f"{a}_{k}": 100 * (seed + 1) for a in ("it", "f") for k in RIVALS}
        )  # fmt: skip
    return Study(rows)


def test_medians_and_factors_of_the_race(steps):
    counts = said.step_counts(steps)
    assert counts["it_fista"] == 200
    np.testing.assert_allclose(counts["drop"], 0.5 ** np.arange(1, 11))
    assert said.time_medians(steps)["fista_6x"] == 20


def test_bounds_start_at_the_first_distance(steps):
    bound = said.bounds_of_draw(steps)
    np.testing.assert_allclose(bound["b3"][:2], [1 / 2.4, 1 / 2.4 / 3.8])  # sigma = 0.7 * 2
    assert bound["b5"][0] == pytest.approx(1 / np.sqrt(1 + 2.8))
    assert bound["b2"][1] == pytest.approx(1 / (2 * 3))


def test_heavier_steps_of_shrinkage():
    row = {"experiment": "shrinkage", "it_irs": 0, "steps_irs": 100, "products_irs": 5000,
           "it_owlqn": 50, "products_owlqn": 200, "it_sparsa": 70,
           "products_sparsa": 140}  # fmt: skip
    assert said.shrinkage_cost(Study([row])) == {"it_irs": 101, "it_others": 60, "heavier": 12.5}


def test_the_bend_counts_the_first_and_the_crossing_step():
    # from 100 at the start; the draws need not take as many steps
    decades = ([1.0, 2, 4, 5, 6, 8.5], [1.0, 2, 4, 5, 8.5])
    rows = [
        {"experiment": "bias", "seed": seed, "first": 2.0, "last": 4 / 3,
         "gaps": (10.0 ** -np.array(draw)).tolist()}
        for seed, draw in enumerate(decades)
    ]  # fmt: skip
    found = said.bias_bend(Study(rows))
    middle = (1.5 + 6.5 / 3) / 2
    assert found == pytest.approx({"opening": 3, "first": 2, "last": 4 / 3, "crossing": middle})


def test_slopes_and_leads_of_powers_of_n():
    rates = {"dal": 0.5, "dalb": 0.5, "fista": 1.5, "owlqn": 1.0, "sparsa": 1.2}
    rows = [
        {"experiment": "times", "share": share, "n": n, "seed": seed}
        | {f"t_{k}": (n / 16384) ** rate * (2 if k == "dalb" else 1) for k, rate in rates.items()}
        for share in (0.01, 0.1)
        for n in (4096, 16384, 65536)
        for seed in range(2)
    ]
    found = said.scaling_of(Study(rows))
    assert found.measured["slope_dal"] == pytest.approx([0.5, 0.5])
    assert found.measured["slope_rest"][0] == pytest.approx([1.5, 1.0, 1.2])
    assert found.measured["ahead"] == pytest.approx([1, 2, 1, 2])
    assert found.measured["bias"] == pytest.approx([2] * 6)
    assert found.measured["adv_small"] == pytest.approx((1 * 1 * 4 * 2) ** 0.25)


def test_shares_of_the_starts():
    row = {"experiment": "starts", "cg_tol": 1e-6, "n": 64, "outer_con": 9, "outer_agg": 3,
           "cg_con": 100, "cg_agg": 80, "first_agg": 40, "t_con": 2.0, "t_agg": 1.5}  # fmt: skip
    found = said.starts_of(Study([row]), 1e-6)
    assert found == {"outer_con": [9], "outer_agg": [3], "inner": [0.8], "first": [0.5],
                     "time": [0.75]}  # fmt: skip


def test_the_faster_variant_meets_the_fastest_rival():
    keys = ("dal", "dalb", "fista", "owlqn", "sparsa", "ip")
    rows = [
        {"set": name} | {f"t_{k}": t for k, t in zip(keys, (2, 1, 5, 4, 9, 3))}
        | {f"a_{k}": 90.0 for k in keys}
        for name in ("arcene", "dorothea", "gene", "madelon")
    ]  # fmt: skip
    _, _, times, accuracies = said.path_means(Study(rows))
    assert times == {"wide_dal": [1] * 3, "wide_rest": [3] * 3, "tall_dal": 1, "tall_rest": 3}
    assert set(accuracies) == {"dal", "dalb", "fista", "owlqn", "ip"}


def test_medians_of_the_intercept():
    names = ("factor", "first", "last", "steps", "steps_plain", "steps_ip", "time_ratio")
    rows = [{"experiment": "bias"} | dict.fromkeys(names, float(k)) for k in (1, 2, 5)]
    assert said.bias_medians(Study(rows)) == dict.fromkeys(names, 2.0)
