"""The estimator of several outputs: what it learns, in which units, from which lists."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.gp.outputs import ConvolvedGaussianKernel, ConvolvedGP, draw_outputs

KERNEL = ConvolvedGaussianKernel([1.0, -2.0, 0.7], [50.0, 300.0, 20.0], 100.0, normalize=True)
NOISE = np.array([0.01, 0.04, 0.005])
GRID = np.linspace(-1, 1, 61)[:, None]
F, OBSERVED, _ = draw_outputs(KERNEL, [GRID] * 3, noise=NOISE, random_state=4)
SEEN = np.arange(0, 61, 2)
GAP = SEEN[(SEEN < 18) | (SEEN > 32)]
X = [GRID[SEEN], GRID[SEEN], GRID[GAP]]
Y = [OBSERVED[0][0, SEEN], OBSERVED[1][0, SEEN], OBSERVED[2][0, GAP]]


def model(approx, **options):
    """A model with few steps."""
    return ConvolvedGP(approx, **{"n_inducing": 20, "max_iter": 60, "center": False} | options)


def fitted(approx, **options):
    """The model fitted to the data with a gap, its warning about few steps expected."""
    one = model(approx, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return one.fit(X, Y)


@pytest.mark.parametrize("approx", ["full", "dtc", "fitc", "pitc"])
def test_a_gap_is_filled_by_the_other_outputs(approx):
    joint = fitted(approx)
    alone = ConvolvedGP(center=False, max_iter=60).fit(X[2:], Y[2:])
    hole = GRID[18:33]
    truth = F[2][0, 18:33]
    errors = [
        np.mean((m.predict([hole] * D)[-1] - truth) ** 2) for m, D in ((joint, 3), (alone, 1))
    ]
    assert errors[0] < 0.25 * errors[1]


def test_learned_noise_and_signs_are_the_true_ones():
    learned = fitted("full")
    S = learned.kernel_.S[:, 0]
    assert S[0] * S[1] < 0 < S[0] * S[2]
    np.testing.assert_allclose(learned.noise_, NOISE, rtol=0.8)
    assert learned.log_marginal_likelihood_ == learned.posterior_.log_marginal_likelihood


def test_both_searches_end_at_the_same_likelihood():
    values = [
        fitted("fitc", optimizer=name, max_iter=300).log_marginal_likelihood_
        for name in ("l-bfgs", "scg")
    ]
    assert values[0] == pytest.approx(values[1], abs=1.5)


@pytest.mark.parametrize("options", [{"n_latent": 2}, {"rank": 2}, {"n_latent": 2, "rank": 2}])
def test_mixing_without_blur(options):
    mixed = fitted("full", blur=False, **options)
    assert np.isinf(mixed.kernel_.P).all()
    assert mixed.kernel_.n_latent == np.prod([*options.values()])
    widths = {round(float(w), 9) for w in mixed.kernel_.Lam[:, 0]}
    assert len(widths) == options.get("n_latent", 1)


@pytest.mark.parametrize("approx", ["full", "pitc"])
def test_units_and_origin_change_no_answer(approx):
    one = fitted(approx, center=True, max_iter=15)
    moved = model(approx, center=True, max_iter=15)
    units = (1e6, 1e-9, 1.0)
    with pytest.warns(ConvergenceWarning):
        moved.fit([1e3 * (x + 7) for x in X], [1e3 * u + u * y for u, y in zip(units, Y)])
    before, spread = one.predict([GRID] * 3, return_std=True)
    after, wide = moved.predict([1e3 * (GRID + 7)] * 3, return_std=True)
    for a, b, s, w, u in zip(before, after, spread, wide, units):
        np.testing.assert_allclose(b / u - 1e3, a, atol=1e-4)
        np.testing.assert_allclose(w / u, s, atol=1e-4)


def test_one_array_for_all_outputs_is_the_list_of_it():
    both = np.column_stack([OBSERVED[0][0, SEEN], OBSERVED[1][0, SEEN]])
    options = {"max_iter": 200}
    array = ConvolvedGP(**options).fit(GRID[SEEN], both)
    lists = ConvolvedGP(**options).fit([GRID[SEEN]] * 2, list(both.T))
    mean, std = array.predict(GRID, return_std=True)
    assert mean.shape == std.shape == (61, 2)
    np.testing.assert_allclose(mean, np.column_stack(lists.predict([GRID] * 2)))
    np.testing.assert_allclose(lists.predict(GRID), mean)
    assert ConvolvedGP(**options).fit(GRID[SEEN], both[:, 0]).predict(GRID).shape == (61,)


def test_places_as_blocks_need_common_places():
    common = ConvolvedGP("output-block", n_inducing=8, max_iter=20)
    with pytest.warns(ConvergenceWarning, match="raise max_iter"):
        common.fit(GRID[SEEN], np.column_stack([o[0, SEEN] for o in OBSERVED]))
    with pytest.raises(ValueError, match="X must be the same"):
        ConvolvedGP("output-block", n_inducing=8).fit(X, Y)


def test_held_inducing_inputs_stay_equally_spaced():
    held = fitted("fitc", optimize_inducing=False)
    np.testing.assert_allclose(held.inducing_inputs_[:, 0], np.linspace(-1, 1, 20))
    assert held.latent_posterior().mean.shape == (1, 20)
    moved = fitted("fitc")
    assert np.abs(np.sort(moved.inducing_inputs_[:, 0]) - np.linspace(-1, 1, 20)).max() > 1e-3


def test_integers_constants_and_ties_are_taken():
    x = np.array([[0], [1], [1], [2], [3]])
    flat = ConvolvedGP().fit([x, x], [np.array([3, 3, 3, 3, 3]), np.array([0, 1, 2, 4, 6])])
    means = flat.predict([[[1.5]], [[1.5]]])
    assert means[0][0] == pytest.approx(3.0)
    assert 1 < means[1][0] < 4


def test_restarts_differ_only_where_they_are_asked_to():
    same = [fitted("full", max_iter=3, random_state=s).kernel_.P for s in (0, 1)]
    np.testing.assert_allclose(same[0], same[1])
    apart = [fitted("full", max_iter=3, start_spread=0.3, random_state=s).kernel_.P for s in (0, 1)]
    assert not np.allclose(apart[0], apart[1])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ({"approx": "pic"}, "approx must be one of"),
        ({"optimizer": "adam"}, "optimizer must be one of"),
        ({"approx": "dtc", "n_inducing": 200}, "n_inducing must give no more"),
        ({"rank": 0}, "rank must be at least 1"),
        ({"start_spread": -1.0}, "start_spread"),
    ],
)
def test_bad_parameters_are_refused_by_name(spoil, message):
    with pytest.raises(ValueError, match=message):
        ConvolvedGP(**spoil).fit(X, Y)


def test_lists_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="y must hold 3 arrays"):
        ConvolvedGP().fit(X, Y[:2])
    with pytest.raises(ValueError, match="y must have shape"):
        ConvolvedGP().fit(X, [Y[0], Y[1], Y[1]])


@parametrize_with_checks([ConvolvedGP(max_iter=8), ConvolvedGP("fitc", n_inducing=3, max_iter=8)])
def test_estimator_contract(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        check(estimator)
