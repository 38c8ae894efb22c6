"""Maps from chosen and from random dives."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j35_agnostic_active.meadow_maps import draw_map, edge


def test_chosen_dives_draw_the_better_map():
    wrong = {
        kind: np.mean([draw_map(kind, 400, random_state=s).wrong for s in range(4)])
        for kind in ("random", "lines")
    }
    assert wrong["lines"] < 0.5 * wrong["random"] < 0.03


def test_a_map_knows_its_dives():
    drawn = draw_map("lines", 120, flip=0.0, n_lines=6, random_state=0)
    assert drawn.points.shape == (120, 2)
    np.testing.assert_array_equal(
        drawn.labels, np.where(drawn.points[:, 1] >= edge(drawn.points[:, 0]), 1, -1)
    )
    assert np.abs(drawn.height - edge(drawn.x)).max() <= 1 / 64
    with pytest.raises(ValueError, match="kind"):
        draw_map("other", 100)
