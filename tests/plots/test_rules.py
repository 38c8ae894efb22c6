"""Pictures of rules: what is drawn where."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from mlcompanion.plots import plot_rules
from mlcompanion.rules import Transactions, association_rules, eclat


@pytest.fixture
def rules():
    X = np.random.default_rng(0).random((80, 5)) < 0.5
    return association_rules(eclat(Transactions(X), 0.2), 0.5)


@pytest.fixture
def ax():
    fig, ax = plt.subplots()
    yield ax
    plt.close(fig)


def test_a_point_a_rule(ax, rules):
    dots = plot_rules(ax, rules)
    want = np.column_stack([rules.quality["support"], rules.quality["confidence"]])
    np.testing.assert_allclose(dots.get_offsets(), want)
    np.testing.assert_allclose(dots.get_array(), rules.quality["lift"])
    moved = plot_rules(ax, rules, jitter=0.1).get_offsets()
    assert 0 < np.abs(moved[:, 0] / want[:, 0] - 1).max() <= 0.1
    np.testing.assert_allclose(moved[:, 1], want[:, 1])


def test_a_graph_names_all_items(ax, rules):
    few = rules.sort("lift").head(4)
    dots = plot_rules(ax, few, "graph")
    assert len(dots.get_offsets()) == 4
    names = {name for sides in few.pairs() for side in sides for name in side}
    assert names <= {text.get_text() for text in ax.texts}
    arrows = [text for text in ax.texts if getattr(text, "arrow_patch", None) is not None]
    assert len(arrows) == few.lengths().sum()


def test_a_matrix_has_one_mark_a_rule(ax, rules):
    dots = plot_rules(ax, rules, "grouped")
    assert len(dots.get_offsets()) == len(rules)
    assert sorted(dots.get_array()) == pytest.approx(sorted(rules.quality["lift"]))


def test_a_line_a_rule_and_areas_for_one(ax, rules):
    assert plot_rules(ax, rules, "parallel") is None
    assert len(ax.lines) == len(rules)
    ax.clear()
    plot_rules(ax, rules, "mosaic")
    heights = [patch.get_height() for patch in ax.patches]
    assert heights[0] == pytest.approx(rules.quality["confidence"][0])
    areas = [patch.get_height() * patch.get_width() for patch in ax.patches]
    assert sum(areas) == pytest.approx(1)
    assert areas[0] == pytest.approx(rules.quality["support"][0])


def test_unknown_words_are_refused(ax, rules):
    with pytest.raises(ValueError, match="kind must be one of"):
        plot_rules(ax, rules, "pie")
    with pytest.raises(ValueError, match="shade must be one of"):
        plot_rules(ax, rules, shade="beauty")
