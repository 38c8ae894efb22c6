"""Searches that find nothing must be able to find something."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.classification import partial_loss
from mlcompanion.classification.partial.partial_boost import BagWeights
from mlcompanion.classification.partial.partial_labels import PSI
from mlcompanion_chapters.jmlr12.j12_partial_labels import partial_label_checks
from mlcompanion_chapters.jmlr12.j12_partial_labels.partial_label_checks import (
    PrintedWeights,
    all_bags,
    boosting_deviations,
    bound_search,
    certificate_search,
    chain_search,
    least_max_loss,
    uniform_equality,
)
from mlcompanion_chapters.jmlr12.j12_partial_labels.population_minimizers import (
    dominant_law,
    minimizer_search,
    population_scores,
    sure_law,
)


def test_all_bags_are_all_sets():
    bags = all_bags(4)
    assert len(np.unique(bags, axis=0)) == 15
    assert bags.any(axis=1).all()


def test_bounds_hold_and_smaller_ones_fail():
    found = bound_search(64, random_state=1)
    assert found["viol"] == 0
    assert found["halved"] > 10
    assert uniform_equality(10, random_state=1) < 1e-12
    assert chain_search(1600, random_state=1) == 0
    assert 2 <= least_max_loss(20, 600, random_state=1) < 2.05


def test_a_chain_in_the_wrong_order_is_found(monkeypatch):
    from mlcompanion_chapters.jmlr12.j12_partial_labels import partial_label_checks as checks

    chain = checks._chain
    monkeypatch.setattr(checks, "_chain", lambda *args: chain(*args)[[0, 2, 1, 3]])
    assert checks.chain_search(1600) > 0


def test_the_chain_begins_at_twice_the_observed_error():
    """Where the answer outside the bag ties with the only candidate, all four terms are 2."""
    chain = partial_label_checks._chain(
        np.array([[0.0, 0.0, -1.0]]), np.array([[False, True, False]]), "squared_hinge"
    )
    np.testing.assert_allclose(chain, 2.0)


def test_a_loss_in_the_place_of_another_is_found(monkeypatch):
    assert partial_label_checks.definition_search(320, random_state=1) < 1e-12

    def max_for_mean(G, bags, kind, psi):
        return partial_loss(G, bags, "max" if kind == "mean" else kind, psi)

    monkeypatch.setattr(partial_label_checks, "partial_loss", max_for_mean)
    assert partial_label_checks.chain_search(320) == 0  # the chain alone lets it pass
    assert partial_label_checks.definition_search(320, random_state=1) > 0.1


@pytest.mark.parametrize("psi", ["squared_hinge", "exponential", "logistic"])
def test_population_scores_are_those_of_a_general_solver(psi):
    bags = all_bags(3)
    law = np.random.default_rng(0).dirichlet(np.ones(7), 3)
    for p, scores in zip(law, population_scores(bags, law, psi)):

        def risk(g, p=p):
            return p @ partial_loss(np.tile(g, (7, 1)), bags, "mean", psi)

        found = minimize(risk, np.zeros(3), tol=1e-12)
        assert risk(scores) == pytest.approx(found.fun, abs=1e-9)


def test_laws_keep_their_promises():
    rng = np.random.default_rng(0)
    bags, law = sure_law(4, 20, rng)
    often = law @ bags
    np.testing.assert_allclose(law.sum(axis=1), 1)
    np.testing.assert_allclose(often[:, 0], 1)
    assert often[:, 1:].max() <= 0.99
    bags, law = dominant_law(4, 20, rng)
    number = {tuple(bag): k for k, bag in enumerate(bags)}
    for k in np.flatnonzero(~bags[:, 0]):
        for b in np.flatnonzero(bags[k]):
            swapped = bags[k].copy()
            swapped[[0, b]] = True, False
            assert (law[:, number[tuple(swapped)]] >= law[:, k]).all()


def test_minimisers_miss_only_without_dominance():
    found = minimizer_search(90, random_state=0)
    assert found["wrong_sure"] == found["wrong_dom"] == 0
    assert found["wrong_free"] > 0
    assert found["n"] > 500


def test_certificates_hold_where_the_loss_falls():
    found = certificate_search(2000, random_state=0)
    assert found["trials"] == 90_000
    assert found["met"] > 100
    assert found["wrong"] == 0
    assert found["wrong_flat"] > 0


def _mean_outside(G, bags, psi):
    outside = (np.where(bags, 0.0, psi(-G))).sum(axis=1) / (~bags).sum(axis=1)
    return psi((G * bags).sum(axis=1) / bags.sum(axis=1)) + outside


def _sum_inside(G, bags, psi):
    return psi((G * bags).sum(axis=1)) + np.where(bags, 0.0, psi(-G)).sum(axis=1)


@pytest.mark.parametrize("broken", [_mean_outside, _sum_inside])
def test_certificates_of_another_loss_are_seen_to_be_wrong(broken, monkeypatch):
    def loss(G, bags, kind, psi):
        return broken(G, bags, lambda v: PSI[psi].value(v, 1.0))

    monkeypatch.setattr(partial_label_checks, "partial_loss", loss)
    found = certificate_search(2000, random_state=0)
    assert found["wrong"] > 0


def test_weights_stray_only_as_printed():
    terms, slopes = boosting_deviations(BagWeights, 10, m=60)
    assert terms < 1e-10
    assert slopes < 1e-6
    assert min(boosting_deviations(PrintedWeights, 10, m=60)) > 0.01
