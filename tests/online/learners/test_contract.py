"""One contract for all online estimators: single rows are the stream, bad ones are refused."""

import pickle

import numpy as np
import pytest

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.online import (
    DualAscentClassifier,
    DualAscentRegressor,
    KernelPerceptron,
    LabelRankingClassifier,
    MiniUpdateClassifier,
    MulticlassDualAscent,
    OnlineToBatch,
    PassiveAggressive,
    PegasosOnline,
    Perceptron,
    PNormPerceptron,
    SelfTunedWinnow,
    Winnow,
)
from mlcompanion.online.kernel_learners import (
    MIRA,
    DoubleUpdatingClassifier,
    KernelALMA,
    KernelPA,
    KernelROMMA,
    MulticlassKernelPerceptron,
)
from mlcompanion.online.learners import ALMA, AROW, mixins

STREAM = make_noisy_separator(80, 5, flip=0.1, random_state=0)
X = STREAM.data
Y = STREAM.target.astype(int)

LINEAR = [
    DualAscentClassifier(),
    DualAscentClassifier(fit_intercept=False, step="subgradient"),
    Perceptron(),
    Perceptron(fit_intercept=False),
    PassiveAggressive(C=0.3, variant=2),
    PNormPerceptron(3.0),
    Winnow(0.5),
    Winnow(0.5, balanced=False, fit_intercept=False),
    SelfTunedWinnow(),
    ALMA(),
    ALMA(0.3, fit_intercept=True),
    AROW(),
    AROW(covariance="diag_drop", fit_intercept=False),
    PegasosOnline(0.1),
    PegasosOnline(0.1, project=False, fit_intercept=True),
]
OTHERS = [
    MiniUpdateClassifier(n_mini=2),
    KernelPerceptron(),
    KernelPA(),
    KernelROMMA(),
    KernelALMA(),
    MulticlassKernelPerceptron(),
    MIRA(),
    DoubleUpdatingClassifier(),
    OnlineToBatch(),
    OnlineToBatch(conversion="vote"),
    MulticlassDualAscent(),
    LabelRankingClassifier(),
    DualAscentRegressor(),
]
every = pytest.mark.parametrize("learner", LINEAR + OTHERS, ids=repr)


def new(learner):
    return type(learner)(**learner.get_params(deep=False))


def begun(learner):
    """The learner after its first row."""
    if isinstance(learner, DualAscentRegressor):
        return new(learner).partial_fit(X[:1], Y[:1])
    return new(learner).partial_fit(X[:1], Y[:1], classes=[-1, 1])


def scores(model):
    return getattr(model, "decision_function", model.predict)(X)


@every
def test_single_rows_are_the_stream_and_skip_the_long_checks(learner, monkeypatch):
    model = begun(learner)
    whole = begun(learner).partial_fit(X[1:], Y[1:])

    def refused(*_, **__):
        raise AssertionError("a plain row took the long way")

    monkeypatch.setattr(mixins, "validate_data", refused)
    for t in range(1, len(X)):
        model.partial_fit(X[t : t + 1], Y[t : t + 1])
    monkeypatch.undo()
    assert model.t_ == len(X)
    np.testing.assert_allclose(scores(model), scores(whole), atol=1e-12)


@every
def test_rows_of_other_kinds_take_the_long_way_to_the_same_place(learner):
    whole = begun(learner).partial_fit(X[1:9], Y[1:9])
    model = begun(learner)
    regression = isinstance(learner, DualAscentRegressor)
    again = {} if regression else {"classes": [-1, 1]}
    ways = [
        lambda t: (X[t : t + 1].tolist(), Y[t : t + 1].tolist()),
        lambda t: (np.asfortranarray(X)[t : t + 1], Y[t : t + 1]),
        lambda t: (X[[t]].astype(object), Y[[t]]),
        lambda t: (X[t : t + 1], Y[t : t + 1].astype(float)),
    ]
    for t in range(1, 9):
        model.partial_fit(*ways[t % 4](t), **(again if t % 3 == 0 else {}))
    np.testing.assert_allclose(scores(model), scores(whole), atol=1e-12)


@every
@pytest.mark.parametrize(
    ("row", "answer", "what"),
    [
        (np.r_[np.nan, X[0, 1:]], 1, "NaN"),
        (np.r_[X[0, 1:], np.inf], 1, "inf"),
        (X[0, :-1], 1, "features"),
        (X[0], 7, "class|label"),
        (X[0], np.nan, "NaN|class|label"),
    ],
)
def test_bad_rows_are_refused_and_change_nothing(learner, row, answer, what):
    model = begun(learner)
    if isinstance(learner, DualAscentRegressor) and answer == 7:
        return  # every number is an answer
    before = scores(model)
    with pytest.raises(ValueError, match=what):
        model.partial_fit(row[None], np.array([answer]))
    np.testing.assert_array_equal(scores(model), before)
    assert model.t_ == 1


@pytest.mark.parametrize("learner", LINEAR, ids=repr)
def test_the_path_is_what_predicted(learner):
    model = new(learner).fit(X, Y)
    path = model.path(X)
    rows = model.instances(X)
    hypotheses = path.hypotheses()
    np.testing.assert_allclose((hypotheses * rows).sum(axis=1), model.run_.scores, atol=1e-10)
    np.testing.assert_allclose(path.total(30), hypotheses[30:].sum(axis=0), rtol=1e-9, atol=1e-9)
    later = model.partial_fit(X[:40], Y[:40]).path(X[:40])  # a path goes on where it stopped
    np.testing.assert_allclose(
        (later.hypotheses() * rows[:40]).sum(axis=1), model.run_.scores, atol=1e-10
    )


@pytest.mark.parametrize("learner", LINEAR, ids=repr)
def test_every_linear_learner_can_be_averaged(learner):
    model = OnlineToBatch(learner).fit(X, Y)
    alone = new(learner).fit(X, Y)
    coef, intercept = alone.split(alone.path(X).hypotheses().mean(axis=0))
    np.testing.assert_allclose(model.coef_, coef, atol=1e-9)
    np.testing.assert_allclose(model.intercept_, intercept, atol=1e-9)


def test_a_learner_that_changes_old_rounds_has_no_path():
    learner = MiniUpdateClassifier(n_mini=2)
    with pytest.raises(ValueError, match="learner changes old rounds"):
        OnlineToBatch(learner).fit(X, Y)
    last = OnlineToBatch(learner, conversion="last").fit(X, Y)
    np.testing.assert_array_equal(last.coef_, new(learner).fit(X, Y).coef_)


@every
def test_a_stored_learner_goes_on(learner):
    model = begun(learner).partial_fit(X[1:40], Y[1:40])
    stored = pickle.loads(pickle.dumps(model))
    for one in (model, stored):
        one.partial_fit(X[40:], Y[40:])
    np.testing.assert_allclose(scores(stored), scores(model), atol=1e-12)


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ({"scale": 3.0}, "scale"),
        ({"loss": "hinge"}, "loss"),
        ({"geometry": "l2"}, "geometry"),
        ({"fit_intercept": "no"}, "fit_intercept"),
        ({"conservative": "no"}, "conservative"),
        ({"n_epochs": 0}, "n_epochs"),
        ({"step": "long"}, "step"),
    ],
)
def test_settings_of_a_wrong_kind_are_named(setting, name):
    with pytest.raises((ValueError, TypeError), match=name):
        DualAscentClassifier(**setting).fit(X, Y)
