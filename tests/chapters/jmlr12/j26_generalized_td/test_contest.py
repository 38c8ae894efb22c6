"""What the page runs of sections 7 and 8: walks, five estimators, recursions."""

from types import SimpleNamespace

import numpy as np
import pytest

from mlcompanion.rl import MRP
from mlcompanion.rl.td import laplacian_basis
from mlcompanion_chapters.jmlr12.j26_generalized_td import contest, recursions
from mlcompanion_chapters.jmlr12.j26_generalized_td.studies import td_walks
from mlcompanion_chapters.jmlr12.j26_generalized_td.walks import (
    ENDS,
    GAMMA,
    PRINTED_BASIS,
    TRUTH,
    faithful_walk,
    long_walk,
    printed_walk,
    sup_misfit,
    walk,
)


@pytest.fixture(scope="module")
def trial():
    return contest.trial_of(*faithful_walk(), GAMMA, 300, n_runs=40, seed=1)


@pytest.mark.parametrize("ends", ENDS)
def test_ends_of_a_walk(ends):
    P = walk(6, ends)
    np.testing.assert_allclose(P.sum(axis=1), 1)
    np.testing.assert_allclose(P, P[::-1, ::-1])
    assert P[2, 1] == P[2, 3] == 0.5


def test_values_of_the_walks():
    mrp, Phi = faithful_walk()
    np.testing.assert_allclose(mrp.value(GAMMA), Phi @ TRUTH)
    np.testing.assert_allclose(np.abs(Phi), np.abs(PRINTED_BASIS), atol=5e-5)
    values = long_walk().value(0.98)
    np.testing.assert_allclose(values, -values[::-1], atol=1e-12)
    assert values[0] == values.max()
    assert sup_misfit(printed_walk()[0].value(GAMMA), PRINTED_BASIS) > 0.1


def test_the_misfit_is_that_of_the_best_line():
    # of 0, 1, 0 on a line of slope and level: the best misses by one half everywhere
    Phi = np.array([[1.0, -1.0], [1.0, 0.0], [1.0, 1.0]])
    assert sup_misfit(np.array([0.0, 1.0, 0.0]), Phi) == pytest.approx(0.5)
    assert sup_misfit(Phi @ [2.0, 3.0], Phi) == pytest.approx(0, abs=1e-12)
    assert MRP(walk(), np.zeros(5)).value(GAMMA).max() == 0


def test_five_estimators_at_their_checkpoints(trial):
    found = contest.five(trial, [100, 300])
    assert {c.shape for c in found.values()} == {(2, 40, 3)}
    assert set(found) == set(contest.METHODS)
    alone = contest.five(trial)
    np.testing.assert_array_equal(alone["LSTD"][0], found["LSTD"][1])
    np.testing.assert_array_equal(alone["TD"][0], found["TD"][1])


def test_errors_count_what_is_lost(trial):
    coef = np.array([TRUTH, [np.nan, 0, 0], [1e200, 0, 0]])
    for errors in (contest.squared(coef, trial), contest.squared(coef, truth=TRUTH)):
        assert errors[0] < 1e-20
        assert list(errors[1:]) == [contest.LOST] * 2
    off = TRUTH + np.array([1.0, 0, 0])
    assert contest.squared(off[None], trial)[0] == pytest.approx(1)
    assert contest.paired_z(np.array([1.0, 2, 3]), np.zeros(3)) == pytest.approx(2 * np.sqrt(3))


def test_schedules(trial):
    step = contest.schedule_of(0.3, 200)
    assert step.first / (step.decay * 99 + 1) == pytest.approx(0.3 * 201 / 300)
    few = ((0.05, 10), (0.4, 1000))
    errors = contest.schedule_errors(trial, few)
    assert errors[0] > errors[1]
    assert contest.best_schedule(trial) in contest.SCHEDULES


def test_the_exact_recursion_is_batch_and_the_cheap_one_can_be_lost(trial):
    batch = recursions.batch_path(trial, [100, 300])
    np.testing.assert_array_equal(batch, contest.five(trial, [100, 300])["LSTD"])
    gap, n_runs = recursions.exact_gap(trial, [100, 300], 20, batch)
    assert gap < 1e-8
    assert 20 <= n_runs <= 40
    with pytest.warns(UserWarning, match="left the numbers"):
        errors = recursions.first_order_errors(trial, [100, 300], 10)
    assert errors.shape == (2, 40)
    assert (errors[1] == contest.LOST).any()


def test_printed_steps_run_away():
    start, printed, right = recursions.printed_steps(T=200, n_runs=20)
    assert printed > 1e10
    assert right < start


def test_printed_bracket_learns_no_slope():
    printed, right = recursions.bracket_errors(T=2000, n_runs=10)
    assert right < 0.15
    assert printed > 0.5


def test_a_basis_of_the_long_walk():
    errors = contest.trial_of(long_walk(), laplacian_basis(20, 4), 0.98, 200, n_runs=3)
    assert errors.values.shape == (20,)


def test_a_block_of_the_study_holds_the_errors_of_its_walks(monkeypatch):
    monkeypatch.setattr(td_walks, "WALKS", 12)
    case = {"figure": 4, "features": 3, "seed": 7}
    assert case["seed"] not in {c["seed"] for c in td_walks.cases(2)}
    row = td_walks.run(case)
    mrp, Phi = faithful_walk()
    trial = contest.trial_of(mrp, Phi, GAMMA, 500, n_runs=12, seed=7)
    found = contest.five(trial)
    for name in contest.METHODS:
        np.testing.assert_allclose(row[name], contest.squared(found[name][0], trial), rtol=1e-3)
    study = SimpleNamespace(rows=[case | row, case | row, {"figure": 6, "features": 8}])
    errors = contest.pooled(study, 4, 3)
    assert errors["LSTD"].tolist() == 2 * row["LSTD"]
