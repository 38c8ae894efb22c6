import matplotlib.pyplot as plt
import numpy as np
import pytest

from mlcompanion.plots import cloud, local_view


def test_lines_cross_at_the_point_and_arrows_end_where_they_should():
    _, ax = plt.subplots()
    local_view(ax, [1.0, 2.0], [3.0, 4.0], [0.5, 0.0], [0.0, 0.25], reach=2.0)
    along, across, dot = ax.lines
    ends = np.array(along.get_xydata())
    assert np.allclose(ends.mean(axis=0), [1, 2])
    assert np.allclose(np.diff(ends, axis=0), [[2.4, 3.2]])
    assert np.diff(across.get_xydata(), axis=0)[0] @ [3, 4] == pytest.approx(0)
    assert np.allclose([a.xy for a in ax.texts], [[1.5, 2.0], [1.0, 2.25]])
    assert dot.get_xydata().tolist() == [[1.0, 2.0]]
    plt.close()


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="reach"):
        local_view(None, [0, 0], [1, 0], [0, 1], [0, 1], reach=0)
    with pytest.raises(ValueError, match="step"):
        local_view(None, [0, 0], [1, 0], [0, 1], [0, 1, 2], reach=1)
    with pytest.raises(ValueError, match="along"):
        local_view(None, [0, 0], [0, 0], [0, 1], [0, 1], reach=1)


def test_a_cloud_has_equal_axes_and_no_ticks():
    _, ax = plt.subplots()
    cloud(ax, [[0, 1], [2, 3]], "orange")
    assert ax.collections[0].get_offsets().tolist() == [[0, 1], [2, 3]]
    assert ax.get_aspect() == 1
    assert len(ax.get_xticks()) == 0
    with pytest.raises(ValueError, match="points"):
        cloud(ax, [[0, 1, 2]])
    plt.close()
