import numpy as np
import pytest

from mlcompanion.sequences import ChainFeatures
from mlcompanion_chapters.sugiyama.s29_structured_classification import (
    chain_checks,
    climbs,
    dual_checks,
)


def test_enumerated_features_are_those_of_the_library():
    chain = chain_checks.random_chain(np.random.default_rng(4), lengths=(4, 4))
    features = ChainFeatures(len(chain.T), 3, first_pair=True)
    strings, phi = chain_checks.all_features(chain)
    for string, row in zip(strings, phi):
        np.testing.assert_allclose(row, features.phi(chain.x, string), atol=1e-12)


def test_sums_and_gradients_agree_with_enumeration():
    assert max(chain_checks.sums_errors(20, 1).values()) < 1e-11
    found = chain_checks.gradient_errors(10, 1)
    assert found["enum_err"] < 1e-11
    assert found["free_err"] > 0.01
    assert chain_checks.search_errors(30, 1)["wrong"] == 0
    assert chain_checks.backward_errors(10, 1)["right_err"] < 1e-11


def test_a_broken_recursion_is_found(monkeypatch):
    right = chain_checks.chain_sums

    def broken(places, T):  # labels change places in the transitions
        return right(places, T.T)

    monkeypatch.setattr(chain_checks, "chain_sums", broken)
    assert chain_checks.sums_errors(20, 1)["z_err"] > 1e-3


def test_work_is_counted():
    found = chain_checks.growth_of_work([10, 20], [5, 10])
    assert found["at_5_10"] == 400
    assert found["growth"] == [3.0] * 4
    assert found["slope_c"] == pytest.approx(2)


def test_the_reference_is_an_optimum():
    criterion = climbs.likelihood_of(*climbs.hidden_strings(30, 0))
    value, norm = climbs.optimum(criterion)
    assert norm < 1e-6
    rng = np.random.default_rng(0)
    assert all(criterion(0.1 * rng.normal(size=criterion.size))[0] > value for _ in range(5))


def test_two_weightings_share_their_marginals():
    found = dual_checks.two_weightings()
    assert found == {"marg_diff": 0.0, "loss_diff": 0.5, "ham_diff": 0.0}


def test_even_marginals_fulfil_the_equations_that_hold_them():
    program = dual_checks.marginal_program(
        dual_checks.FEATURES, *dual_checks.random_problem(2, 3, 0)
    )
    even = np.concatenate([np.full(9, 1 / 3), np.full(18, 1 / 9)] * 2)
    for change in (dual_checks.held_even, dual_checks.one_sided):
        changed = change(program, 3)
        np.testing.assert_allclose(changed.A @ even, changed.b, atol=1e-12)
        assert np.linalg.matrix_rank(changed.A) == len(changed.A)
