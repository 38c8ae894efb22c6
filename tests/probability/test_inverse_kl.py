"""The inverse relative entropy, by substitution in 60 digits and by a bracketing search."""

from decimal import Decimal, getcontext

import numpy as np
import pytest
from scipy.optimize import brentq

from mlcompanion.probability import binary_kl
from mlcompanion.probability.distances import kl_inverse
from mlcompanion.probability.distances.inverse_kl import kl_root


def divergence(q, s):
    """D(q || 1 - exp(-s)) in 60 digits."""
    getcontext().prec = 60
    q = Decimal(float(q))
    rest = (-Decimal(float(s))).exp()
    return float(q * (q / (1 - rest)).ln() + (1 - q) * ((1 - q) / rest).ln())


def divergence_at(q, d):
    """D(q||p) at 1 - p = (1 - q) exp(-d), in 400 digits."""
    getcontext().prec = 400
    q = Decimal(float(q))
    d = Decimal(float(d))
    p = 1 - (1 - q) * (-d).exp()
    return float(q * (q / p).ln() + (1 - q) * d)


def test_substitution_gives_the_entropy_back():
    rng = np.random.default_rng(0)
    tiny = 10 ** rng.uniform(-300, -1, 100)
    near_one = 1 - 10 ** rng.uniform(-4, -1, 50)
    q = np.concatenate([rng.random(150), tiny, near_one])
    u = 10 ** rng.uniform(-5, np.log10(200), 300)
    found = kl_inverse(q, u, log1m=True)
    back = np.array([divergence(*pair) for pair in zip(q, found)])
    np.testing.assert_allclose(back, u, rtol=1e-9)


def test_no_digit_is_lost_where_p_is_a_small_multiple_of_a_small_q():
    rng = np.random.default_rng(2)
    q = 10 ** rng.uniform(-100, 0, 100)
    u = q * 10 ** rng.uniform(-1, 1, 100)
    found = [kl_root(*pair) for pair in zip(q, u)]
    np.testing.assert_allclose([divergence_at(*pair) for pair in zip(q, found)], u, rtol=2e-15)


def test_plain_form_agrees_with_a_bracketing_search():
    rng = np.random.default_rng(1)
    for q, u in zip(rng.uniform(0.01, 0.9, 40), rng.uniform(1e-6, 2.0, 40)):
        peer = brentq(lambda p, q=q, u=u: binary_kl(q, p) - u, q, 1 - 1e-16, xtol=1e-15)
        assert kl_inverse(q, u) == pytest.approx(peer, rel=1e-7)
        assert kl_inverse(q, u) == pytest.approx(-np.expm1(-kl_inverse(q, u, log1m=True)))


def test_ends():
    assert kl_inverse(0.3, 0) == 0.3
    assert kl_inverse(0, 2.0) == pytest.approx(1 - np.exp(-2))  # closed form
    assert kl_inverse(0, 50.0, log1m=True) == 50
    assert kl_inverse(1, 3.0) == 1
    assert kl_inverse(1, 3.0, log1m=True) == np.inf
    assert kl_inverse(0.2, 1e-320) == pytest.approx(0.2)
    assert kl_inverse(5e-324, 1.0) == pytest.approx(1 - np.exp(-1))


def test_small_entropies_follow_the_parabola():
    for u in (1e-10, 1e-20, 1e-30):
        want = np.sqrt(2 * 0.3 * 0.7 * u)
        assert kl_inverse(0.3, u) - 0.3 == pytest.approx(want, rel=1e-3, abs=1e-16)


def test_shapes_broadcast_and_kinds_of_numbers_agree():
    assert kl_inverse([[0.1], [0.4]], [0.5, 1.0, 2.0]).shape == (2, 3)
    assert kl_inverse(0, np.int64(2)) == kl_inverse(0.0, 2.0)
    assert isinstance(kl_inverse(0.5, 1), float)
    with pytest.raises(ValueError, match="q and u must broadcast"):
        kl_inverse([0.1, 0.2], [1.0, 2.0, 3.0])


def test_it_rises_in_both_arguments():
    q = np.linspace(0, 0.99, 50)
    assert (np.diff(kl_inverse(q, 3.0, log1m=True)) > 0).all()
    assert (np.diff(kl_inverse(0.4, np.geomspace(1e-12, 1e6, 200), log1m=True)) > 0).all()
