"""Small classes: searched on lists, and as the library lists their swaps."""

import pytest

from mlcompanion.clustering.chains import Chains, valid_swaps
from mlcompanion_chapters.jmlr12.j08_chain_clustering.reach import (
    CLASSES,
    class_members,
    components,
    reachable,
    swaps_of,
    visits,
)


@pytest.mark.parametrize("chains", CLASSES)
def test_five_classes_with_unequal_swaps(chains):
    states = reachable(chains)
    assert 20 <= len(states) <= 300
    assert len(set(states.values())) > 1
    numbers = Chains([[int(u) for u in chain] for chain in chains])
    assert len(valid_swaps(numbers)) == len(list(swaps_of(chains)))


def test_a_class_in_six_pieces():
    stuck = ("123a", "231b", "312c")
    members = class_members(stuck)
    assert len(members) == components(members) == 6
    assert not list(swaps_of(stuck))


def test_a_walk_without_the_rule_is_caught():
    found = visits(CLASSES[2], steps_per_state=1500)
    assert found["p_plain"] < 1e-3 < found["p_mh"]
    assert found["left"] == 0
