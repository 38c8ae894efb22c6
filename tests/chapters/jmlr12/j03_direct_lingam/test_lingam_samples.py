"""What is measured on samples, against direct computations."""

import numpy as np
import pytest

from mlcompanion.datasets import make_lingam
from mlcompanion_chapters.jmlr12.j03_direct_lingam.lingam_samples import (
    pooled_correlation,
    wrong_edges,
)


def test_pooled_correlation_is_that_of_all_pairs():
    rng = np.random.default_rng(0)
    samples = [rng.normal(size=(2, size)) for size in (5, 20, 3)]
    moments = [[x.size, x.sum(), y.sum(), x @ x, y @ y, x @ y] for x, y in samples]
    expected = np.corrcoef(np.hstack(samples))[0, 1]
    assert pooled_correlation(moments) == pytest.approx(expected)


def test_pooled_correlation_wants_six_moments():
    with pytest.raises(ValueError, match="moments"):
        pooled_correlation([[1.0, 2.0]])


def test_a_weight_that_does_not_grow_keeps_needless_edges():
    _, B, _ = make_lingam(200, 6, n_adjacent=2, random_state=1)
    assert 0 < np.count_nonzero(B) < 15
    assert wrong_edges(20_000, 1, rate=0.4) == 0
    assert wrong_edges(20_000, 1, rate=0.0) > 0
