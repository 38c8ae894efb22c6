"""Runs under the clock, and a row of each kind of case."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from mlcompanion.teaching.claims import find_claims, load_claims
from mlcompanion_chapters.choromanska.r02_partition_bound import (
    clocked,
    curves,
    hidden_chains,
    latent_runs,
    stored_tables,
    tables,
)
from mlcompanion_chapters.choromanska.r02_partition_bound.studies import (
    bound_searches,
    chain_passes,
    gene_passes,
    latent_tests,
    logistic_methods,
)


@pytest.fixture
def problem():
    return tables.logistic_problem(*tables.table("wine"), 1.0)


def test_all_methods_reach_the_same_value(problem):
    start = tables.starts(problem, 1)[0]
    least = clocked.least_value(problem, start)
    for method in clocked.METHODS:
        arrival = clocked.run_to(problem, method, start, least * (1 + 1e-6))
        assert 1 <= arrival.passes < 100
    assert clocked.run_to(problem, "sd", start, least, most=2).passes == 1e6


def test_second_derivatives_for_newton(problem):
    w = tables.starts(problem, 1)[0]
    slopes = approx_fprime(w, lambda v: problem.value_and_gradient(v)[1], 1e-6)
    np.testing.assert_allclose(problem.hessian(w), slopes, atol=1e-3)


def test_tables_are_whole_and_scaled():
    shapes = [tables.table(name)[0].shape for name in tables.SMALL]
    assert shapes == [(345, 6), (178, 13), (270, 13), (351, 33), (155, 19)]
    genes = tables.table("srbct")[0]
    assert genes.shape == (83, 2308)
    turned = tables.in_span(genes, genes)
    np.testing.assert_allclose(turned @ turned.T, genes @ genes.T, atol=1e-6)


def test_iterative_scaling_descends_to_the_same_optimum():
    data = hidden_chains.draw_chains(3, 4, 6, 4, np.random.default_rng(0))
    problem, scaling = hidden_chains.chain_problem(data, 3, 4, 0.5)
    start = np.zeros(problem.likelihood.size)
    least = clocked.least_value(problem, start, "lbfgs")
    for searched in (problem, scaling):
        assert clocked.run_to(searched, "bound", start, least * (1 + 1e-5)).passes < 1000


def test_a_latent_run_records_its_path():
    problems = latent_runs.latent_split("bupa", 2, 0)
    seconds, values, fit, _ = latent_runs.test_run(problems, "bound", 0, 5)
    assert len(seconds) == len(values) == 6
    assert (np.diff(seconds) >= 0).all()
    assert fit < 0


def test_cases_are_those_of_the_claims():
    fixed = load_claims(find_claims("choromanska/02_partition_bound"))
    lams = fixed["table21-times"]["setup"]["sizes"]["lambda"]
    cases = logistic_methods.cases(**logistic_methods.SIZES["paper"])
    told = [c for c in cases if c["experiment"] == "table21"]
    assert sorted({c["lam"] for c in told}) == lams
    assert len(told) == 15
    assert {c["m"] for c in latent_tests.cases(1, 1, 1)} == {1, 2, 3, 4}
    paper = chain_passes.cases(**chain_passes.SIZES["paper"])
    assert {c["labels"] for c in paper} == {9, 45}
    assert len(gene_passes.cases(**gene_passes.SIZES["paper"])) == 10


def test_a_row_of_each_study():
    case = {"experiment": "order", "data": "wine", "lam": 100.0, "starts": 1}
    assert set(logistic_methods.run(case)[0]) == {"start", *logistic_methods.ORDERS}
    raced = logistic_methods.run(case | {"experiment": "table21"})[0]
    assert 1 < raced["passes_lbfgs"] < 20
    case |= {"experiment": "passes"}
    assert logistic_methods.run(case)[0]["passes_bound"] < 10
    row = latent_tests.run({"data": "bupa", "m": 1, "split": 0, "starts": 1, "most": 3})[0]
    assert row["best_other"] in latent_tests.METHODS
    case = {"labels": 9, "penalty": "t lambda", "start": 0, "strings": 3, "length": 3}
    assert chain_passes.run(case)["passes_lbfgs"] < 20
    rows = [bound_searches.SEARCHES[name](np.random.default_rng(0), 20) for name in
            ("touch", "two labels", "low rank", "lemmas")]  # fmt: skip
    assert rows[0]["viol"] == 0


def test_a_stored_row_becomes_measures():
    class Study:
        def column(self, name, **where):
            return np.array([1.0, 3.0])

    raced = stored_tables.race(Study())
    assert set(raced) == {*stored_tables.FIVE, "lbfgs"}
    assert len(raced["bound"]) == 15
    assert stored_tables.orders(Study())["given"] == [2.0] * 5


def test_gaps_fall_to_zero(problem):
    gaps = curves.gap_curves(problem, ("bound", "lbfgs"), most=15)
    assert all((np.diff(gap) <= 0).all() for gap in gaps.values())
    assert min(gap[-1] for gap in gaps.values()) < 1e-6
