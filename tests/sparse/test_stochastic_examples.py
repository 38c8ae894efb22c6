"""SMIDAS, truncated gradient and their baselines against the algorithm box, step by step."""

import numpy as np
import pytest
from scipy import sparse

from mlcompanion.convex import PNorm
from mlcompanion.losses import Hinge, Logistic, Squared
from mlcompanion.sparse.stochastic_l1 import (
    exponentiated_gradient,
    mirror_subgradient,
    p_norm_exponent,
    p_norm_weights,
    smidas,
    truncated_gradient,
)

RNG = np.random.default_rng(0)
M, D = 40, 9
X = np.where(RNG.random((M, D)) < 0.5, -1.0, 1.0) * (RNG.random((M, D)) < 0.5)
SIGNS = np.where(X[:, 0] + 0.5 * X[:, 1] + 0.3 * RNG.normal(size=M) > 0, 1.0, -1.0)
FORMS = [np.array, sparse.csr_array, sparse.csc_array]


def soft(v, width):
    return np.sign(v) * np.maximum(np.abs(v) - width, 0)


def link(theta, p):
    """Equation (12)."""
    norm = np.sum(np.abs(theta) ** p) ** (1 / p)
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2) if norm else 0 * theta


def slope(loss, a, y):
    if isinstance(loss, Squared):
        return a - y
    if isinstance(loss, Hinge):
        return -y if y * a < 1 else 0.0
    return -y / (1 + np.exp(y * a))


def iterates(loss, lam, eta, picks, step):
    """Weights before each step and after the last, by a rule for one step."""
    theta = np.zeros(D)
    w = np.zeros(D)
    made = [w]
    for i in picks:
        theta, w = step(theta, w, slope(loss, X[i] @ w, SIGNS[i]) * X[i], lam, eta)
        made.append(w)
    return np.array(made)


def mirror_step(p):
    def step(theta, w, v, lam, eta):
        theta = soft(theta - eta * v, eta * lam)
        return theta, link(theta, p)

    return step


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("loss", [Logistic(), Hinge(), Squared()])
@pytest.mark.parametrize("p", [2, 4.4, 5])
def test_smidas_is_algorithm_3(loss, form, p):
    picks = np.random.default_rng(3).integers(M, size=100)
    want = iterates(loss, 0.05, 0.1, picks, mirror_step(p))
    options = {"eta": 0.1, "p": p, "n_steps": 100, "records": 0, "random_state": 3}
    run = smidas(form(X), SIGNS, 0.05, loss, **options)
    np.testing.assert_allclose(run.w, want[-1], atol=1e-12)
    mean = smidas(form(X), SIGNS, 0.05, loss, average="mean", watch=True, **options)
    np.testing.assert_allclose(mean.w, want[:-1].mean(axis=0), atol=1e-12)
    values = [loss.value(X @ w, SIGNS).mean() + 0.05 * np.abs(w).sum() for w in want[:-1]]
    assert mean.watched == pytest.approx(np.mean(values))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("loss", [Logistic(), Hinge(), Squared()])
def test_lazy_thresholds_are_those_of_every_step(loss, form):
    picks = np.random.default_rng(4).integers(M, size=150)

    def step(theta, w, v, lam, eta):
        w = soft(w - eta * v, eta * lam)
        return w, w

    want = iterates(loss, 0.3, 0.05, picks, step)[-1]
    run = truncated_gradient(form(X), SIGNS, 0.3, loss, eta=0.05, n_steps=150, records=0,
                             random_state=4)  # fmt: skip
    np.testing.assert_allclose(run.w, want, atol=1e-12)
    np.testing.assert_array_equal(run.w == 0, want == 0)
    many = truncated_gradient(form(X), SIGNS, 0.3, loss, eta=0.05, n_steps=150, records=20,
                              random_state=4)  # fmt: skip
    assert np.count_nonzero(many.w) == many.work.curve().nonzeros[-1]


def test_the_identity_is_the_link_of_exponent_two():
    options = {"eta": 0.05, "n_steps": 80, "random_state": 1}
    one = smidas(X, SIGNS, 0.1, p=2, **options)
    other = truncated_gradient(X, SIGNS, 0.1, **options)
    np.testing.assert_allclose(one.w, other.w, atol=1e-13)


def test_the_random_iterate_is_one_before_a_step():
    for seed in range(5):
        run = smidas(X, SIGNS, 0.05, eta=0.1, p=3, average="random", n_steps=30, records=0,
                     random_state=seed)  # fmt: skip
        rng = np.random.default_rng(seed)
        chosen = int(rng.integers(30))
        first = rng.integers(M, size=chosen)
        want = iterates(Logistic(), 0.05, 0.1, first, mirror_step(3))[-1]
        np.testing.assert_allclose(run.w, want, atol=1e-12)


@pytest.mark.parametrize("p", [2, 3, 3.5, 14, 18, 60])
def test_the_link_is_the_rooms_and_its_own_inverse(p):
    theta = RNG.normal(size=12)
    theta[3] = 0
    w = p_norm_weights(theta, p)
    np.testing.assert_allclose(w, link(theta, p), atol=1e-13)
    np.testing.assert_allclose(PNorm(p).gradient(w) / (p - 1), theta, rtol=1e-8, atol=1e-12)
    far = p_norm_weights(1e150 * theta, p)
    np.testing.assert_allclose(far, 1e150 * w, rtol=1e-12)
    assert not p_norm_weights(np.zeros(3), p).any()
    assert p_norm_weights(1e-150 * theta, p) == pytest.approx(1e-150 * w)


def test_exponents():
    assert p_norm_exponent(1010) == 14
    assert p_norm_exponent(1010, whole=False) == pytest.approx(2 * np.log(1010))
    assert p_norm_exponent(1) == 2


def test_zeros_are_counted_in_the_dual_vector():
    wide = np.column_stack([np.ones(M), 1e-9 * X])
    run = smidas(wide, SIGNS, 0.0, eta=0.1, p=60, n_passes=3, random_state=0)
    assert np.count_nonzero(run.w) < run.work.curve().nonzeros[-1]


def test_the_plain_subgradient_keeps_no_zeros():
    picks = np.random.default_rng(6).integers(M, size=60)

    def step(theta, w, v, lam, eta):
        theta = theta - eta * (v + lam * np.sign(w))
        return theta, link(theta, 3)

    want = iterates(Logistic(), 0.1, 0.1, picks, step)[-1]
    run = mirror_subgradient(X, SIGNS, 0.1, eta=0.1, p=3, n_steps=60, records=0, random_state=6)
    np.testing.assert_allclose(run.w, want, atol=1e-12)
    assert np.count_nonzero(run.w) == D


def test_exponentiated_gradient_by_hand():
    picks = np.random.default_rng(7).integers(M, size=60)

    def step(theta, w, v, lam, eta):
        theta = theta - eta * (v + lam * np.sign(w))
        up = np.exp(theta)
        down = np.exp(-theta)
        return theta, 2.0 * (up - down) / np.sum(up + down)

    want = iterates(Logistic(), 0.1, 0.2, picks, step)[-1]
    options = {"eta": 0.2, "radius": 2.0, "n_steps": 60, "records": 0, "random_state": 7}
    run = exponentiated_gradient(X, SIGNS, 0.1, **options)
    np.testing.assert_allclose(run.w, want, atol=1e-12)
    assert np.abs(run.w).sum() <= 2


def test_a_run_is_continued_from_its_dual_vector():
    for method, own in ((smidas, {"p": 4}), (truncated_gradient, {})):
        whole = method(X, SIGNS, 0.1, eta=0.1, n_steps=50, records=0, random_state=9, **own)
        rng = np.random.default_rng(9)
        theta = None
        for _ in range(2):
            run = method(X, SIGNS, 0.1, eta=0.1, n_steps=25, records=0, start=theta,
                         random_state=rng, **own)  # fmt: skip
            theta = run.dual
        np.testing.assert_allclose(run.w, whole.w, atol=1e-13)


def test_reads_are_the_rows_entries():
    picks = np.random.default_rng(0).integers(M, size=M)
    for method in (smidas, truncated_gradient):
        run = method(sparse.csr_array(X), SIGNS, 0.1, eta=0.1, n_passes=1, random_state=0)
        assert run.work.entries == np.count_nonzero(X[picks])
        assert run.work.gradient_samples == M
        assert method(X, SIGNS, 0.1, eta=0.1, n_passes=1, random_state=0).work.entries == M * D


@pytest.mark.parametrize("method", [smidas, truncated_gradient, mirror_subgradient])
@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"eta": 0.0}, "eta"),
        ({"eta": -1.0}, "eta"),
        ({"lam": -0.1}, "lam"),
        ({"y": np.arange(M)}, "y must hold only"),
        ({"n_passes": 0}, "n_passes"),
        ({"n_steps": 0}, "n_steps"),
        ({"records": -1}, "records"),
        ({"X": sparse.csr_array(np.full((M, 2), np.nan))}, "X contains NaN"),
    ],
)
def test_bad_input_is_named(method, change, word):
    arguments = {"X": X, "y": SIGNS, "lam": 0.1, "eta": 0.1} | change
    with pytest.raises(ValueError, match=word):
        method(**arguments)


def test_too_long_a_step_is_told():
    with pytest.raises(ValueError, match="eta=10 is too long"):
        truncated_gradient(X, SIGNS, 0.0, Squared(), eta=10.0, n_passes=50, random_state=0)
    for bad in ({"p": 1.5}, {"average": "all"}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            smidas(X, SIGNS, 0.1, eta=0.1, **bad)
    with pytest.raises(ValueError, match="radius"):
        exponentiated_gradient(X, SIGNS, 0.1, eta=0.1, radius=0.0)
