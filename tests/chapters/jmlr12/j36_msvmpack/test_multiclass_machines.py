"""Primal programmes of the multiclass machines agree, and a swapped row shows."""

import numpy as np
import pytest

from mlcompanion.kernel_methods.multiclass.msvm_parts import KINDS, machine_losses, settings
from mlcompanion_chapters.jmlr12.j36_msvmpack import multiclass_machines as runs


def test_three_forms_of_each_machine():
    K, y = runs.plane_problem(15, 3, 0)
    values = []
    for kind in KINDS:
        printed = runs.definition_optimum(kind, K, y, 0.1)
        own = runs.loss_optimum(kind, K, y, 0.1)
        dual = runs.dual_programme(kind, K, y, 0.1)
        assert own.value == pytest.approx(printed.value, rel=1e-5)
        assert dual.value == pytest.approx(printed.value, rel=1e-5)
        scores = K @ own.coef + own.intercept
        loss = machine_losses(scores, y, settings(kind, 3)).sum()
        assert 0.1 * np.sum(own.coef * (K @ own.coef)) + loss == pytest.approx(own.value, rel=1e-4)
        values.append(own.value)
    assert np.min(np.diff(np.sort(values))) > 0.01 * max(values)


def test_matrix_of_the_squared_machine():
    y = np.array([0, 2])
    M = runs._table_matrix("MSVM2", y, 3)
    wrong = [1, 2, 3, 4]
    np.testing.assert_allclose(
        (M.T @ M)[np.ix_(wrong, wrong)], np.kron(np.eye(2), np.eye(2) + 1), atol=1e-12
    )
    assert not M[[0, 5]].any()


def test_the_first_step_is_unbounded_for_one_machine():
    _, y = runs.plane_problem(12, 4, 1)
    assert [runs.first_step(kind, y).status for kind in KINDS] == [0, 0, 0, 3]


def test_hard_margin_with_a_ridge():
    K, y = runs.plane_problem(15, 3, 2)
    soft = runs.definition_optimum("MSVM2", K, y, 0.1)
    hard = runs.hard_margin_optimum(K + 0.1 * np.eye(15), y, 0.1)
    assert hard.value == pytest.approx(soft.value, rel=1e-5)
    np.testing.assert_allclose(
        K @ hard.coef + hard.intercept, K @ soft.coef + soft.intercept, atol=1e-3
    )


def test_bracket_counts_see_a_wrong_optimum(monkeypatch):
    K, y = runs.plane_problem(20, 3, 3)
    right = runs.bracket_counts(K, y, [0.1])
    assert right["jd_bad"] == right["u_bad"] == right["jd_falls"] == 0
    assert min(right["ratio"]) >= 0.98
    true = runs.dual_programme
    monkeypatch.setattr(runs, "dual_programme", lambda *a: runs.Optimum(0.9 * true(*a).value, 0, 0))
    assert runs.bracket_counts(K, y, [0.1])["jd_bad"] > 0


def test_nuts():
    X, y = runs.nuts(5)
    assert X.shape == (15, 2)
    assert np.bincount(y).tolist() == [5, 5, 5]
