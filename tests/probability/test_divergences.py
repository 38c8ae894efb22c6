import numpy as np
import pytest
from scipy.stats import entropy

from mlcompanion.probability import binary_entropy, binary_kl


def test_coins_at_the_ends_and_in_the_middle():
    assert binary_entropy(0.5) == pytest.approx(np.log(2))
    assert binary_entropy(0) == binary_entropy(1.0) == 0
    assert binary_kl(0.3, 0.3) == pytest.approx(0)
    assert binary_kl(0.3, 0.0) == binary_kl(0.3, 1.0) == np.inf
    assert binary_kl(0.0, 0.25) == pytest.approx(-np.log(0.75))
    assert binary_kl(1, 1) == 0


def test_arrays_are_what_scipy_says_of_two_outcomes():
    p, q = np.linspace(0, 1, 21), np.linspace(0.05, 0.95, 7)[:, None]
    np.testing.assert_allclose(binary_entropy(p), entropy([p, 1 - p]), atol=1e-15)
    both = np.array([np.broadcast_arrays(p, q), np.broadcast_arrays(1 - p, 1 - q)])
    np.testing.assert_allclose(binary_kl(p, q), entropy(both[:, 0], both[:, 1]), atol=1e-12)
    assert isinstance(binary_kl(0.2, 0.4), float)
    assert isinstance(binary_entropy(0.2), float)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: binary_entropy(1.2), "p"),
        (lambda: binary_entropy([0.5, np.nan]), "p"),
        (lambda: binary_kl(0.5, -0.1), "q"),
    ],
)
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=rf"^{name} "):
        call()
