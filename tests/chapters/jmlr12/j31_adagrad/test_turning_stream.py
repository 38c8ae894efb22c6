"""The stream that turns: bounds hold there, and a metric without its root breaks them."""

import numpy as np
import pytest

from mlcompanion.convex.metrics import BlockMetric, DiagonalMetric
from mlcompanion_chapters.jmlr12.j31_adagrad.turning_stream import turning_row

CASES = [("diag", "fobos", 0.1 * np.sqrt(2), 0.0, 2000), ("full", "fobos", 1.0, 0.0, 500)]


@pytest.mark.parametrize("case", CASES)
def test_no_regret_passes_its_bound(case):
    *how, T = case
    assert turning_row(*how, T=T) == {"n_checked": 51 if how[0] == "diag" else 102, "viol": 0}


@pytest.mark.parametrize("case", CASES)
def test_a_metric_without_its_root_breaks_the_bound(case, monkeypatch):
    def squares(metric):
        for outer in metric.outer:
            values, vectors = np.linalg.eigh(outer)
            yield np.where(values > 1e-9 * values[:, -1:], values, 0.0), vectors

    monkeypatch.setattr(DiagonalMetric, "diagonal", property(lambda m: m.delta + m.squares))
    monkeypatch.setattr(BlockMetric, "spectra", property(lambda m: [*squares(m)]))
    *how, T = case
    assert turning_row(*how, T=T)["viol"] > 0
