"""The listing of histories, against a model small enough to do by hand."""

from itertools import pairwise

import numpy as np
import pytest

from mlcompanion.bayes import log_prob_dirichlet_multinomial
from mlcompanion_chapters.jmlr12.j18_bapomdp.histories import (
    belief_check,
    components_of_state,
    listed_posterior,
    reachable_counts,
    reached_by_listing,
)


def test_weights_are_those_of_two_rows_of_dirichlet_counts():
    phi = np.array([[[2.0, 1.0]], [[1.0, 3.0]]])
    psi = np.array([[[4.0, 1.0]], [[1.0, 2.0]]])
    keys, weights = listed_posterior(np.array([1.0, 0.0]), phi, psi, [0, 0], [0, 0])
    # from state 0: the histories 000, 001, 010, 011, each a product of draws without memory
    listed = {}
    for first, second in ("00", "01", "10", "11"):
        path = [0, int(first), int(second)]
        log = log_prob_dirichlet_multinomial([t for s, t in pairwise(path) if s == 0], phi[0, 0], 2)
        if path[1] == 1:
            log += log_prob_dirichlet_multinomial([path[2]], phi[1, 0], 2)
        for state in (0, 1):
            heard = [0] * path[1:].count(state)
            if heard:
                log += log_prob_dirichlet_multinomial(heard, psi[state, 0], 2)
        listed[first + second] = np.exp(log)
    weights = weights[weights > 0]
    assert len(listed) == len(weights) <= len(keys)
    assert sorted(weights) == pytest.approx(
        sorted(np.array(list(listed.values())) / sum(listed.values()))
    )


@pytest.mark.parametrize("shape", [(2, 1, 2), (2, 2, 2), (3, 1, 2)])
def test_the_belief_is_within_the_bound_and_merges(shape):
    found = belief_check(shape, 5, seed=1)
    assert found["gap"] < 1e-12
    assert found["share"][:2] == pytest.approx(1)
    assert (np.diff(found["share"]) <= 0).all()
    assert found["share"][-1] < 1


def test_the_plain_set_is_the_listing_and_no_power_of_two():
    seen = np.random.default_rng(0).integers(2, size=9)
    sizes = reachable_counts(seen)
    assert [reached_by_listing(seen[:t]) for t in (1, 4, 9)] == [sizes[1], sizes[4], sizes[9]]
    assert sizes[9] < 2**10


def test_components_add_up():
    assert [components_of_state(3, t) for t in (1, 2, 3)] == [3, 9, 27]
