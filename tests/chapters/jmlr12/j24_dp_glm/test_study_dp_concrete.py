import numpy as np

from mlcompanion.bayes.local_models import LocalPrior
from mlcompanion_chapters.jmlr12.j24_dp_glm import local_data, settings


def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    kinds = [case["experiment"] for case in cases]
    assert {kind: kinds.count(kind) for kind in kinds} == {"search": 2, "split": 50, "chains": 3}
    assert {case["n"] for case in cases if case["experiment"] == "split"} == {30, 50, 100, 250, 500}


def test_a_split_and_a_chain(study, monkeypatch):
    monkeypatch.setattr(study, "SOURCE", {"n_iter": 1010, "burn_in": 1000, "thin": 5})
    monkeypatch.setattr(study, "chosen_prior", lambda slope: LocalPrior())
    row = study.run({"experiment": "split", "n": 30, "seed": 0})
    assert len(row) == 11
    assert all(np.isfinite(value) for value in row.values())
    found = study.run({"experiment": "search", "slope": True})
    assert found["b_y"] == 0.1


def test_concrete_is_normalised_and_split():
    X, y = local_data.concrete()
    assert X.shape == (1030, 8)
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(y.std(), 1)
    data = local_data.split((X, y), 30, 1)
    assert len(data.y) == 30
    assert len(data.y_new) == 1000
    assert sorted(np.append(data.y, data.y_new)) == sorted(y)


def test_coordinates_find_a_separable_optimum():
    grids = {"a": (1, 2, 3), "b": (10, 20, 30)}
    best = settings.best_by_coordinates(
        {"a": 1, "b": 30}, grids, lambda p: (p["a"] - 2) ** 2 + (p["b"] - 10) ** 2
    )
    assert best == {"a": 2, "b": 10}
