"""Bars as long as the bounds."""

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_rgb

from mlcompanion.plots import bound_bars
from mlcompanion.plots._colors import color_of


def test_bars_end_at_their_bounds():
    _, ax = plt.subplots()
    bound_bars(ax, {"one": 1.0, "small": 0.02, "tiny": 1e-30}, exact=1e-3, floor=1e-6)
    ends = [bar.get_x() + bar.get_width() for bar in ax.patches]
    assert ends == pytest.approx([1.0, 0.02, 1.5e-6])
    assert [text.get_text() for text in ax.texts] == ["says nothing", "0.02", "less"]
    colors = [bar.get_facecolor()[:3] for bar in ax.patches]
    assert colors[0] == to_rgb(color_of("light"))
    assert colors[1] == to_rgb(color_of("blue"))
    assert ax.lines[0].get_xdata()[0] == 1e-3
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "small", "tiny"]
    plt.close()


def test_bounds_are_probabilities():
    _, ax = plt.subplots()
    with pytest.raises(ValueError, match="bounds must hold values"):
        bound_bars(ax, {"Chebyshev": 2.25})
    plt.close()
