"""Watched runs of DAL and its rivals against direct computations."""

import numpy as np
import pytest

from mlcompanion.losses import Logistic
from mlcompanion.optimize import DataFit, pseudo_gradient, relative_duality_gap
from mlcompanion.prox import L1
from mlcompanion_chapters.jmlr12.j13_dal import dal_protocols
from mlcompanion_chapters.jmlr12.j13_dal.dal_protocols import (
    bias_race,
    scaling_times,
    shrinkage_race,
    start_work,
    step_race,
)
from mlcompanion_chapters.jmlr12.j13_dal.dal_races import (
    GapRule,
    dal_trace,
    first_at_most,
    rival_trace,
    run_rival,
    sign_problem,
)


@pytest.fixture(scope="module")
def small():
    problem = sign_problem(30, 120, 0, 0.05)
    return problem, problem.solution()


def test_the_draw_is_the_paper_s():
    problem = sign_problem(400, 500, 1, 0.3)
    assert problem.A.shape == (400, 500)
    assert problem.A.flags.f_contiguous
    assert abs(problem.A.std() - 1) < 0.01
    assert set(problem.y) == {-1.0, 1.0}
    assert problem.lam == pytest.approx(0.3 * np.abs(problem.A.T @ problem.y).max())


def test_the_solution_has_no_subgradient_left(small):
    problem, best = small
    gradient = DataFit(problem.A, problem.y, Logistic()).gradient(best)
    assert np.abs(pseudo_gradient(gradient, best, problem.lam)).max() < 1e-9


@pytest.mark.parametrize("name", ["FISTA", "OWL-QN", "SpaRSA"])
def test_a_free_gap_is_the_gap_of_the_point_it_judges(small, name):
    problem, best = small
    fit = problem.fit()
    rule = GapRule(fit, problem.lam, 1e-3)
    run = run_rival(name, fit, problem.lam, np.zeros(120), stop=rule, max_iter=2000)
    assert run.converged
    judged = fit.last[0]
    plain = DataFit(problem.A, problem.y, Logistic())
    assert rule.gap <= relative_duality_gap(plain, L1(problem.lam), judged) + 1e-12
    assert problem.objective(judged) <= problem.objective(best) * 1.002


def test_a_trace_tells_what_the_steps_did(small):
    problem, best = small
    trace, kept = rival_trace("OWL-QN", problem, best, 40, keep=(5, 40))
    assert set(kept) == {5, 40}
    for t in kept:
        assert trace.objective[t - 1] == pytest.approx(problem.objective(kept[t]), rel=1e-12)
        assert trace.distance[t - 1] == pytest.approx(np.linalg.norm(kept[t] - best))
    assert (np.diff(trace.products) >= 2).all()
    assert (np.diff(trace.seconds) >= 0).all()
    fast, kept = rival_trace("FISTA", problem, best, 30, keep=(30,))
    assert fast.objective[29] == pytest.approx(problem.objective(kept[30]), rel=1e-12)
    assert (np.diff(fast.products) >= 3).all()


def test_dal_counts_a_product_for_each_newton_step(small):
    problem, best = small
    trace, run = dal_trace(problem, best, 8)
    assert trace.products[-1] == run.n_products
    assert trace.distance[-1] < 1e-3 * trace.distance[0]


def test_first_at_most_counts_from_one():
    assert first_at_most([3, 2, np.nan, 1], 2) == 2
    assert first_at_most([3.0], 2) == 0


def test_rows_of_the_studies_hold_what_the_claims_ask():
    row = step_race(24, 96, 0, limit=300)
    assert len(row["r"]) == len(row["gap"]) == len(row["eta"]) == 12
    assert row["r"][9] < 1e-2 * row["r"][0]
    assert min(row["it_fista"], row["it_owlqn"], row["it_sparsa"]) > 10
    bias = bias_race(24, 96, 0)
    assert bias["steps"] < bias["steps_ip"]
    assert bias["gaps_ip"][bias["steps_ip"] - 1] <= 1e-5 < bias["gaps_ip"][bias["steps_ip"] - 2]
    assert bias["factor"] > 1
    times = scaling_times(24, 96, 0, 0.1)
    assert all(times[f"t_{k}"] > 0 for k in ("dal", "dalb", "fista", "owlqn", "sparsa"))
    assert times["it_fista"] < 1000
    starts = start_work(24, 96, 0, 1e-2)
    assert starts["outer_con"] > starts["outer_agg"]
    assert starts["cg_agg"] >= starts["first_agg"] > 0
    irs = shrinkage_race(16, 64, 0, limit=30)
    assert irs["excess_irs"] >= -1e-9
    assert irs["products_irs"] > 10 * irs["steps_irs"]


def test_a_bend_needs_four_steps_and_an_interior_point_that_arrives(monkeypatch):
    with pytest.raises(ValueError, match="interior point"):
        bias_race(2, 2, 0)
    whole = dal_protocols.dal

    def done_at_once(*args, **options):
        run = whole(*args, **options)
        return run._replace(path=run.path[-2:])

    monkeypatch.setattr(dal_protocols, "dal", done_at_once)
    with pytest.raises(ValueError, match="no slopes"):
        bias_race(24, 96, 0)
