import numpy as np
import pytest

from mlcompanion_chapters.chen.l02_background.penalty_zoo import (
    ZOO,
    free_values,
    zoo_prox,
    zoo_size,
)


@pytest.mark.parametrize("kind", ZOO)
def test_prox_beats_its_neighbours(kind):
    rng = np.random.default_rng(0)
    V = 2 * rng.normal(size=(3, 10))
    X = zoo_prox(kind, 1.5, V, strength=0.4)

    def objective(W):
        return 0.5 * np.sum((W - V) ** 2, axis=0) + 0.4 * zoo_size(kind, 1.5, W)

    slack = 1e-3 if kind.startswith("overlapping") else 1e-12
    for _ in range(200):
        move = rng.normal(size=(3, 10)) * 10.0 ** rng.uniform(-4, 0)
        assert (objective(X + move) > objective(X) - slack).all()


def test_free_values_count_ties():
    W = np.array([[1.0, 0.0, 1.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    np.testing.assert_array_equal(free_values("lasso", W), [3, 0, 1])
    np.testing.assert_array_equal(free_values(ZOO[3], W), [2, 0, 1])
    with pytest.raises(ValueError, match="kind"):
        free_values("ridge", W)
