"""The engine gives the textbook updates, climbs the dual and stays under the primal."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from sklearn.linear_model import Perceptron as PeerPerceptron
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import EpsilonInsensitive, Hinge, Linear, Logistic, Squared, SquaredHinge
from mlcompanion.online import (
    DualAscent,
    DualAscentClassifier,
    DualAscentRegressor,
    FixedScale,
    LipschitzScale,
    LossScale,
    MistakeScale,
    PassiveAggressive,
    Perceptron,
    RootScale,
    best_in_hindsight,
    dual_ascent,
    regret_curve,
)
from mlcompanion.online.core.regret import hindsight_objective

STREAM = make_noisy_separator(300, 6, flip=0.1, random_state=0)
X = STREAM.data
Y = STREAM.target.astype(float)
GEOMETRIES = [Euclidean(), Euclidean(radius=2.0), PNorm(4), Entropy()]
LOSSES = [Hinge(), SquaredHinge(), Squared(), EpsilonInsensitive(0.2), Logistic()]


def test_a_round_has_one_row_and_one_answer():
    learner = DualAscent(2)
    for x, y, name in ([1.0], 1, "x"), ([1.0, np.nan], 1, "x"), ([1.0, 2.0], [1, -1], "y"):
        with pytest.raises(ValueError, match=f"^{name} "):
            learner.update(np.array(x), y)


def test_perceptron_is_the_textbook_update_bit_for_bit():
    w = np.zeros(6)
    mistakes = 0
    for x, y in zip(X, Y):
        if y * (w @ x) <= 0:
            w = w + y * x
            mistakes = mistakes + 1
    model = Perceptron(fit_intercept=False).fit(X, Y)
    assert np.array_equal(model.coef_[0], w)
    assert model.n_mistakes_ == mistakes


def test_perceptron_equals_the_peer_over_a_stream():
    peer = PeerPerceptron(fit_intercept=False, shuffle=False, max_iter=1, tol=None).fit(X, Y)
    model = Perceptron(fit_intercept=False).fit(X, Y)
    np.testing.assert_allclose(model.coef_, peer.coef_, atol=1e-12)


@pytest.mark.parametrize("variant", [0, 1, 2])
@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
def test_passive_aggressive_is_the_textbook_update(variant, C):
    w = np.zeros(6)
    for x, y in zip(X, Y):
        loss = max(0.0, 1 - y * (w @ x))
        q = x @ x
        tau = (loss / q, min(C, loss / q), loss / (q + 1 / (2 * C)))[variant]
        w = w + tau * y * x
    model = PassiveAggressive(C=C, variant=variant, fit_intercept=False).fit(X, Y)
    np.testing.assert_allclose(model.coef_[0], w, atol=1e-12)


def test_hedge_is_entropy_with_linear_losses():
    losses = np.random.default_rng(3).random((50, 4))
    total = np.zeros(4)
    mixed = []
    for row in losses:
        weights = np.exp(-total / 2.0)
        mixed.append(row @ weights / weights.sum())
        total += row
    _, run = dual_ascent(losses, np.ones(50), Entropy(), Linear(), FixedScale(2.0))
    np.testing.assert_allclose(run.losses, mixed, atol=1e-12)


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_coordinate_step_maximizes_the_dual(geometry, loss):
    learner = DualAscent(6, geometry, loss, FixedScale(1.5), "coordinate")
    for x, y in zip(X[:12], Y[:12]):
        before = learner.history[4]
        theta = learner.theta.copy()
        v = learner.update(x, y).steps[0]

        def dual(u, x=x, y=y, before=before, theta=theta):
            gone = loss.conjugate(u, y)
            return -1.5 * geometry.conjugate((theta - u * x) / 1.5) - before - gone

        bound = 3.0 * y
        best = minimize_scalar(
            lambda u: -dual(u) if np.isfinite(dual(u)) else 1e9,
            bounds=sorted((-bound, 0.0 if loss.code != 2 else bound)),
            method="bounded",
            options={"xatol": 1e-10},
        )
        assert dual(v) >= -best.fun - 1e-9


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_a_coordinate_step_rises_at_least_as_much_as_a_subgradient(geometry, loss):
    for t in range(1, 40):
        start, _ = dual_ascent(X[:t], Y[:t], geometry, loss, FixedScale(1.5))
        ends = []
        for step in ("subgradient", "coordinate"):
            learner = DualAscent(6, geometry, loss, FixedScale(1.5), step)
            learner.theta[:] = start.theta
            learner.history[:] = start.history
            learner.update(X[t], Y[t])
            ends.append(learner.dual_value(1.5))
        assert ends[1] >= ends[0] - 1e-9


@pytest.mark.parametrize("step", ["subgradient", "coordinate"])
@given(seed=st.integers(0, 10**6), c=st.floats(0.1, 30), flip=st.floats(0, 0.5))
@settings(max_examples=20, deadline=None)
def test_the_dual_is_between_the_learner_and_the_primal(step, seed, c, flip):
    """Lemma 1 with the best comparator in hindsight."""
    s = make_noisy_separator(80, 4, flip=flip, random_state=seed)
    _, run = dual_ascent(
        s.data, s.target, loss=Hinge(), scale=FixedScale(c), step=step, trace_dual=True
    )
    w = best_in_hindsight(s.data, s.target, Hinge(), l2=c)
    above = hindsight_objective(w, s.data, s.target.astype(float), Hinge(), c)
    below = run.losses.sum() - run.slopes2.sum() / (2 * c)
    assert below <= run.duals[-1] + 1e-8
    assert run.duals[-1] <= above + 1e-8


@pytest.mark.parametrize(
    "scale",
    [FixedScale(2.0), RootScale(0.5), LipschitzScale(7.0), LossScale(2.0, 0.5), MistakeScale(9.0)],
    ids=repr,
)
def test_scales_are_their_formulas(scale):
    _, run = dual_ascent(2 * X, Y, scale=scale)
    t = np.arange(1, 301)
    past_losses = np.r_[0, run.losses.cumsum()[:-1]]
    past_mistakes = np.r_[0, run.mistakes.cumsum()[:-1]]
    formulas = {
        "FixedScale": np.full(300, 2.0),
        "RootScale": 0.5 * np.sqrt(t),
        "LipschitzScale": np.sqrt(t * 2.0 / 7.0),  # L = |x|^2 / 2 = 2
        "LossScale": 0.5 * np.sqrt(2.0 + past_losses),
        "MistakeScale": 2 * np.sqrt((past_mistakes + 1) / 9.0),
    }
    np.testing.assert_allclose(run.scales, formulas[type(scale).__name__], rtol=1e-12)


def test_a_stream_in_pieces_is_the_stream():
    whole, run = dual_ascent(X, Y, PNorm(3), scale=MistakeScale(2.0), step="coordinate")
    pieces = DualAscent(6, PNorm(3), scale=MistakeScale(2.0), step="coordinate")
    parts = [pieces.run(X[:100], Y[:100]), pieces.run(X[100:], Y[100:])]
    assert np.array_equal(whole.theta, pieces.theta)
    assert np.array_equal(run.scores, np.r_[parts[0].scores, parts[1].scores])


def test_predictions_of_perceptron_and_p_norm_do_not_depend_on_the_scale():
    for geometry in (Euclidean(), PNorm(5)):
        runs = [
            dual_ascent(X, Y, geometry, scale=FixedScale(c), conservative=True)[1].mistakes
            for c in (0.01, 1.0, 100.0)
        ]
        assert all(np.array_equal(runs[0], other) for other in runs[1:])


def test_partial_fit_goes_on_where_it_stopped():
    half = Perceptron().partial_fit(X[:1], Y[:1], classes=[-1, 1])
    half.partial_fit(X[1:], Y[1:])
    whole = Perceptron().fit(X, Y)
    assert np.array_equal(half.coef_, whole.coef_)
    assert half.n_mistakes_ == whole.n_mistakes_
    assert half.t_ == 300


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), Squared(), Logistic()], ids=repr)
@pytest.mark.parametrize("how", [{"l2": 2.0}, {"radius": 1.0}, {}], ids=str)
def test_best_in_hindsight_is_not_beaten_nearby(loss, how):
    w = best_in_hindsight(X, Y, loss, **how)
    least = hindsight_objective(w, X, Y, loss, how.get("l2", 0.0))
    radius = how.get("radius", np.inf)
    assert np.linalg.norm(w) <= radius + 1e-9
    rng = np.random.default_rng(0)
    for size in (1e-3, 0.1, 1.0):
        for step in size * rng.standard_normal((50, 6)):
            u = w + step
            u *= min(1.0, radius / np.linalg.norm(u))
            assert hindsight_objective(u, X, Y, loss, how.get("l2", 0.0)) >= least - 1e-4


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), Squared(), Logistic()], ids=repr)
@pytest.mark.parametrize("how", [{"l2": 2.0}, {"radius": 1.0}, {}], ids=str)
@pytest.mark.parametrize("unit", [1e-9, 1e-3, 1e6])
def test_the_best_in_hindsight_has_the_units_of_the_inputs(loss, how, unit):
    """In units of 1e-9 every slope was small enough to stop at once, and a ball was an error."""
    l2 = how.get("l2", 0.0)
    radius = how.get("radius")
    want = best_in_hindsight(X, Y, loss, radius, l2)
    w = best_in_hindsight(unit * X, Y, loss, radius and radius / unit, l2 * unit**2)
    found = [hindsight_objective(u, X, Y, loss, l2) for u in (unit * w, want)]
    assert found[0] == pytest.approx(found[1], rel=1e-5)


def test_best_in_hindsight_of_linear_losses_in_closed_form():
    total = (Y[:, None] * X).sum(axis=0)
    w = best_in_hindsight(X, Y, Linear(), radius=3.0)
    assert w @ total == pytest.approx(-3 * np.linalg.norm(total))


def test_regret_curve_is_a_running_difference():
    assert regret_curve([1, 2, 3], [1, 0, 4]).tolist() == [0, 2, 1]


@parametrize_with_checks(
    [
        Perceptron(),
        DualAscentClassifier(),
        PassiveAggressive(),
        PassiveAggressive(variant=0),
        PassiveAggressive(variant=2),
        DualAscentRegressor(),
    ]
)
def test_estimators_follow_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: dual_ascent(X, Y[:-1]), "y"),
        (lambda: dual_ascent(np.full((2, 2), np.nan), [1, -1]), "X"),
        (lambda: DualAscent(3, step="newton"), "step"),
        (lambda: DualAscent(3, loss=Hinge(slope=np.inf)), "slope"),
        (lambda: FixedScale(0), "inverse_rate"),
        (lambda: LossScale(0.5, 1), "beta1"),
        (lambda: PassiveAggressive(variant=3).fit(X, Y), "variant"),
        (lambda: Perceptron().partial_fit(X, np.ones(300)), "y"),
        (lambda: best_in_hindsight(X, Y, Linear()), "radius"),
        (lambda: best_in_hindsight(X, Y, Hinge(), l2=-1), "l2"),
        (lambda: regret_curve([1, 2], [1]), "comparator_losses"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
