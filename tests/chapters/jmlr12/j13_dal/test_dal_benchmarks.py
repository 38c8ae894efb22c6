"""Stand-ins have the shapes and scales they should, and the paths end where the solvers agree."""

import numpy as np
import pytest
from scipy import sparse

from mlcompanion_chapters.jmlr12.j13_dal.dal_benchmarks import (
    STAND_INS,
    benchmark_paths,
    cubic_features,
    stand_in,
)
from mlcompanion_chapters.jmlr12.j13_dal.dal_variants import bias_steps, four_problems

SHAPES = {"arcene": (60, 200), "dorothea": (90, 300), "madelon": (150, 40), "gene": (52, 6)}


def test_products_of_seventy_genes_are_62195():
    X = np.random.default_rng(0).normal(size=(3, 5))
    found = cubic_features(X)
    assert found.shape == (3, 3 * 5 + 3 * 10 + 10)
    assert np.any(np.isclose(found, (X[:, 1] * X[:, 2] * X[:, 4])[:, None]).all(axis=0))
    assert np.any(np.isclose(found, (X[:, 3] * X[:, 0] ** 2)[:, None]).all(axis=0))
    assert cubic_features(np.ones((1, 70))).shape == (1, 62195)


@pytest.mark.parametrize("name", STAND_INS)
def test_columns_are_standardised_and_the_rest_is_scored_alike(name):
    m, n = SHAPES[name]
    split = stand_in(name, m, n, 1)
    assert split.A.shape[0] == 2 * m // 3 == len(split.y)
    A = split.A.columns(np.arange(split.A.shape[1])) if name == "dorothea" else split.A
    np.testing.assert_allclose(A.mean(axis=0), 0, atol=1e-9)
    assert set(np.round(A.std(axis=0), 6)) <= {0.0, 1.0}
    w = np.random.default_rng(0).normal(size=A.shape[1])
    test = split.test.toarray() if sparse.issparse(split.test) else split.test
    scores = (test - split.mean) / split.scale @ w - 0.3
    want = 100 * np.mean(np.where(scores >= 0, 1, -1) == split.signs)
    assert split.accuracy(w, -0.3) == pytest.approx(want)


def test_a_path_row_agrees_between_solvers():
    row = benchmark_paths("madelon", 90, 24, 0)
    best = [row[f"a_{k}"] for k in ("dal", "fista", "owlqn", "sparsa")]
    assert max(best) - min(best) < 7  # two of thirty test samples
    assert abs(row["a_dalb"] - row["a_ip"]) < 7
    assert row["stopped"] == 0
    assert all(row[f"t_{k}"] > 0 for k in ("dal", "dalb", "fista", "owlqn", "sparsa", "ip"))


def test_one_solver_for_four_problems():
    found = {v.name: v for v in four_problems()}
    assert all(v.run.rdg <= 1e-8 for v in found.values())
    assert found["trace norm"].found.startswith("rank 2")
    assert found["group lasso"].ahead <= 1e-7


def test_a_shifted_design_needs_the_jump():
    assert bias_steps(10, 3.0, 2.0) > bias_steps(10, 3.0, 40.0)
