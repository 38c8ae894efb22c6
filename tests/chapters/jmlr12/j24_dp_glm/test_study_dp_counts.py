import numpy as np

from mlcompanion.bayes.local_models import LogNormalPrior
from mlcompanion_chapters.jmlr12.j24_dp_glm import local_data, settings


def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    kinds = [case["experiment"] for case in cases]
    assert {kind: kinds.count(kind) for kind in kinds} == {"search": 1, "mcycle": 60, "counts": 50}
    assert {case["n"] for case in cases if case["experiment"] == "counts"} == {
        50, 100, 200, 500, 800,
    }  # fmt: skip


def test_small_cases(study, monkeypatch):
    few = {"n_iter": 12, "burn_in": 6, "thin": 3}
    monkeypatch.setattr(study, "SOURCE", few)
    monkeypatch.setattr(study, "chosen_log_normal", lambda: LogNormalPrior())
    monkeypatch.setattr(study, "chosen_counts", lambda: (0.3, 0.01))
    monkeypatch.setattr(
        study, "count_mixture", lambda width, seed: settings.count_mixture(width, seed, few)
    )
    for case in ({"experiment": "mcycle", "n": 30}, {"experiment": "counts", "n": 50}):
        row = study.run({**case, "seed": 0})
        assert len(row) == 8
        assert all(np.isfinite(value) for value in row.values())


def test_counts_are_as_many_as_the_flares():
    codes, y = local_data.counts()
    assert codes.shape == (1389, 11)
    assert [len(np.unique(column)) for column in codes.T] == list(local_data.WIDTHS)
    assert y.min() == 0
    assert (y == np.floor(y)).all()
    assert 0.5 < y.mean() < 2
