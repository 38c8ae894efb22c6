"""Measurements that are made of the stored tables, on tables typed by hand."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j17_domain_decomposition_gp import summaries
from mlcompanion_chapters.jmlr12.j17_domain_decomposition_gp.protocols import STITCHES


class Typed:
    """A study whose rows are dictionaries."""

    def __init__(self, rows):
        self.rows = rows

    def column(self, name, **where):
        found = [row[name] for row in self.rows if all(row[k] == v for k, v in where.items())]
        assert found, (name, where)
        return np.array(found)


def test_slopes_of_seconds():
    rows = [{"n": n, "b": 250, "fit_s": n / 1000} for n in (4000, 8000, 16000, 32000)]
    rows += [{"n": 32000, "b": b, "fit_s": 32 * (b / 250) ** 2} for b in (500, 1000, 2000)]
    found = summaries.time_slopes(Typed(rows))
    assert found["over_n"] == pytest.approx(1)
    assert found["over_b"] == pytest.approx(2)


def test_rounds_that_fall_and_the_gain():
    rows = []
    for name in ("field", "fault", "coast"):
        for k, (eta, mse) in enumerate([(5.0, 3.0), (6.0, 2.0), (4.0, 2.5)]):
            rows.append({"map": name, "round": k, "eta": eta, "mse": mse})
        rows.append({"map": name, "round": -1, "eta": -1.0, "mse": 5.0})
    found = summaries.refinement_measures(Typed(rows))
    assert found == {"falls": [0.5] * 3, "gain": [0.5] * 3}


def test_errors_of_local_over_stitched_with_and_without_holes():
    rows = [
        {"m": m, "q": q, "correction": kind, "holes": holes,
         "mse": 4.0 + 4 * (q == 0) * holes, "nlpd": float(q == 0)}
        for m in summaries.TILES for q, kind in STITCHES for holes in (0, 1)
    ]  # fmt: skip
    found = summaries.hole_measures(Typed(rows))
    assert found["e_plain"] == [1.0] * 6
    assert found["e_holes"] == [2.0] * 6
    assert found["d_holes"] == [1.0] * 6


def test_seams_take_the_worse_of_both_versions():
    rows = [
        {"map": "m", "m": m, "theta": theta, "q": q, "correction": kind, "mse": 1.0, "nlpd": 2.0,
         "msm": 1.0 if q == 0 else {"global": 0.1, "local": 0.3}[theta]}
        for m in summaries.TILES for theta in ("global", "local") for q, kind in STITCHES
    ]  # fmt: skip
    table = summaries.mesh_table(Typed(rows), "m", "msm")
    assert table[0] == (36, 1.0, 0.1, 0.1, 1.0, 0.3, 0.3)
    assert summaries.mesh_measures(Typed(rows), "m")["seam"] == [0.3] * 6
