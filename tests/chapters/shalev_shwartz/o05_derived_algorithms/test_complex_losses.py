"""Losses and features written out for many draws agree with the learners' own."""

import numpy as np
import pytest

from mlcompanion.sequences import ChainFeatures
from mlcompanion_chapters.shalev_shwartz.o05_derived_algorithms import complex_losses as cl


def test_string_features_are_those_of_the_learner():
    x = np.random.default_rng(0).standard_normal((2, 3, 4))
    found = cl.string_features(x, 3)
    features = ChainFeatures(3, 4)
    for t in range(2):
        for at, z in enumerate(cl.every_string(3, 3)):
            assert found[t, at] == pytest.approx(features.phi(x[t], z))


def test_costs():
    assert cl.COSTS["four levels"]([0, 1, 2, 0], [1, 2, 0, 1]) == 3
    assert cl.COSTS["wrong letters"]([0, 1, 2, 0], [1, 2, 0, 1]) == 4


@pytest.mark.parametrize("cost", sorted(cl.COSTS))
def test_theorem_7_survives_and_a_tenth_does_not(cost, monkeypatch):
    found = cl.string_bound_run(0, cost, 5.0, 200, n_random=5)
    assert (found["n_checked"], found["viol"]) == (35, 0)
    assert found["late"] < found["early"]
    monkeypatch.setattr(cl, "structured_bound", lambda L, X, U: 0 * L + 5)
    assert cl.string_bound_run(0, cost, 5.0, 200, n_random=5)["viol"] == 35


def test_losses_over_all_strings_are_the_maximal_loss(monkeypatch):
    seen = {}
    monkeypatch.setattr(cl, "structured_bound", lambda L, X, U: seen.setdefault("L", L) + 1e9)
    cl.string_bound_run(1, "wrong letters", 5.0, 40, n_random=0)
    stream = cl.make_chain_strings(40, 3, 4, random_state=np.random.default_rng(1))
    true = np.concatenate([stream.inputs.ravel(), stream.neighbours.ravel()])
    u = np.sqrt(10) * true / np.linalg.norm(true)
    features = ChainFeatures(3, 3)
    loss = sum(features.maximal_loss(u, x, y) for x, y in zip(stream.data, stream.target))
    assert seen["L"][14] == pytest.approx(loss)  # the longest of the generating direction


def test_decoding():
    assert cl.decoding_differences(3, 0, m=4) == 0


def test_slopes_hold_and_wrong_ones_do_not(monkeypatch):
    found = cl.loss_slopes(150, 0)
    assert found["tangent_viol"] == [0] * 6
    assert max(found["longest"]) <= 1 + 1e-9
    assert min(found["flipped_viol"]) > 0
    worst = cl._worst_hinge

    def longer(rho, directions, counted=True):
        at, limit = worst(rho, directions, counted)
        return lambda w: (at(w)[0], 2 * at(w)[1]), limit

    monkeypatch.setattr(cl, "_worst_hinge", longer)
    found = cl.loss_slopes(150, 0)
    assert sum(found["tangent_viol"]) > 0
    assert max(found["longest"]) == pytest.approx(2)


def test_squared_loss_is_self_bounded_with_the_squared_norm():
    assert cl.self_bound_ratios(100, 0) == pytest.approx(1, abs=1e-4)
