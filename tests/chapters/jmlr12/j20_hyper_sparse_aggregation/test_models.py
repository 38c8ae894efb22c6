"""The models' moments, and a replication by hand."""

import numpy as np
import pytest

from mlcompanion.ensemble.aggregation import StarAggregateLasso, lasso_path_dictionary
from mlcompanion_chapters.jmlr12.j20_hyper_sparse_aggregation.models import (
    DENSE,
    SPARSE,
    WIDE,
    draw,
    true_coefficients,
)
from mlcompanion_chapters.jmlr12.j20_hyper_sparse_aggregation.replications import (
    replicate,
    split_aggregates,
    summary,
)


@pytest.mark.parametrize(("model", "near"), [("1", 0.5), ("4", 1.0), ("5", 0.5), ("6", 0.95)])
def test_neighbours_covary_as_told(model, near):
    X, y = draw(model, 40_000, 2.0, np.random.default_rng(0))
    assert np.cov(X[:, 0], X[:, 1])[0, 1] == pytest.approx(near, abs=0.04)
    beta = true_coefficients(model)
    assert np.var(y - X @ beta) == pytest.approx(4, rel=0.03)
    if model in "56":
        assert np.cov(X[:, 14], X[:, 15])[0, 1] == pytest.approx(0, abs=0.02)
    if model == "4":
        assert np.var(X[:, 7]) == pytest.approx(2, rel=0.03)


def test_the_settings_are_those_of_the_tables():
    assert len(SPARSE) == 6
    assert len(DENSE) == 2
    assert len(WIDE) == 6
    assert [np.count_nonzero(true_coefficients(m)) for m in "123456"] == [3, 8, 1, 20, 15, 15]


def test_the_mean_of_aggregates_is_the_estimators():
    X, y = draw("1", 20, 3.0, np.random.default_rng(4))
    means = split_aggregates(X, y, 3.0, np.random.default_rng(7), n_splits=9)
    model = StarAggregateLasso(9, random_state=7).fit(X, y)
    np.testing.assert_allclose(means["star"], model.coef_, atol=1e-6)
    np.testing.assert_allclose(means["significance"], model.significance_, atol=1e-6)
    assert 0 < means["by_sum"] <= means["by_mean"] <= 1


def test_a_replication_counts_and_measures():
    row = replicate(("3", 20, 3.0), 1, n_splits=5, exact=True)
    assert row == replicate(("3", 20, 3.0), 1, n_splits=5, exact=True)
    for name in ("star", "cv", "loo", "cp", "oracle", "exact"):
        assert 0 <= row[f"noise_{name}"] <= row[f"sel_{name}"] <= 8
    errors = [value for name, value in row.items() if name.startswith("err_")]
    knots = [row[f"err_{name}"] for name in ("oracle", "cp")]
    assert min(knots) == row["err_oracle"]
    assert min(errors) > 0
    assert row["grid_lost"] >= 0
    assert "sel_cp" not in replicate(("5", 50, 3.0), 0, n_splits=1, leave_one_out=False)


def test_the_oracle_is_the_best_knot():
    rng = np.random.default_rng([3, 20, *b"1"])
    X, y = draw("1", 20, 3.0, rng)
    beta = true_coefficients("1")
    best = min(np.linalg.norm(X @ (coef - beta)) for coef in lasso_path_dictionary(X, y).coef)
    assert replicate(("1", 20, 3.0), 3, n_splits=1)["err_oracle"] == pytest.approx(best)


def test_a_summary_has_means_errors_and_quantiles():
    rows = [{"sel_a": k, "err_a": float(k), "dist": k} for k in range(5)]
    made = summary(rows)
    assert made["sel_a"] == 2
    assert made["sel_a_se"] == pytest.approx(np.sqrt(2.5 / 5))
    assert made["err_a"][2] == 2
    assert made["dist_median"] == 2
