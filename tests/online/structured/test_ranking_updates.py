"""Three updates on two geometries: against dense formulas, searches and the interior point."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize_scalar
from scipy.sparse import csr_array
from scipy.special import expit, logsumexp, softmax

from mlcompanion.convex import Entropy, Euclidean
from mlcompanion.datasets import make_email_stream
from mlcompanion.online.structured import (
    LabelRankingClassifier,
    label_ranking_run,
    label_ranking_step_entropy,
    pair_scale,
    presence_dual,
    presence_step,
)
from mlcompanion.online.structured.ranking_pass import (
    RankingRules,
    Rows,
    RunRecord,
    presence_logit,
    ranker_state,
    ranking_pass,
)

few = settings(max_examples=60, deadline=None)
UPDATES = ("I", "II", "III")


class World:
    """A state on distributions, an instance of words, some relevant labels."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        k = int(rng.integers(2, 8))
        n = int(rng.integers(3, 20))
        self.theta = rng.normal(size=(k, n)) * rng.choice([0.1, 1, 4])
        self.value = float(rng.choice([0.5, 1, 2]))
        self.x = np.zeros(n)
        self.x[: rng.integers(1, n)] = self.value
        self.c = float(10 ** rng.uniform(-1.5, 1.5))
        self.margin = self.value * float(rng.uniform(0.02, 1.2))
        self.relevant = rng.permutation(np.arange(k) < rng.integers(1, k))
        on = np.where(self.x > 0, self.theta, -np.inf)
        off = np.where(self.x > 0, -np.inf, self.theta)
        self.logits = logsumexp(on, axis=1) - logsumexp(off, axis=1)
        self.scores = softmax(self.theta, axis=1) @ self.x

    @property
    def step_arguments(self):
        """What the presence steps take."""
        return self.logits, self.value, self.relevant, self.c, self.margin

    @property
    def loss(self):
        """The missing margin of the worst pair."""
        missing = self.scores[self.relevant].min() - self.scores[~self.relevant].max()
        return max(0.0, self.margin - missing)

    @property
    def pair(self):
        """The worst pair."""
        low = np.flatnonzero(self.relevant)[self.scores[self.relevant].argmin()]
        return low, np.flatnonzero(~self.relevant)[self.scores[~self.relevant].argmax()]

    def rise(self, alpha):
        """Rise of the dual by its definition, from the conjugate."""
        signed = np.where(self.relevant, alpha, -alpha)
        moved = self.theta + np.outer(signed / self.c, self.x)
        lost = logsumexp(moved, axis=1) - logsumexp(self.theta, axis=1)
        return self.margin * alpha[self.relevant].sum() - self.c * lost.sum()


@few
@given(seed=st.integers(0, 10**6))
@example(seed=999999)  # the residual is all rounding while the gap is still to close
def test_the_optimal_step_is_that_of_the_interior_point_method(seed):
    world = World(seed)
    alpha = presence_step(*world.step_arguments)
    assert (alpha >= 0).all()
    assert alpha[world.relevant].sum() == pytest.approx(alpha[~world.relevant].sum(), abs=1e-9)
    assert alpha.sum() <= 2 + 1e-9
    if world.loss == 0:
        assert not alpha.any()
        return
    inner, path = label_ranking_step_entropy(
        world.theta, world.x, world.relevant, world.c, world.margin
    )
    assert path.converged
    assert world.rise(alpha) >= world.rise(inner) - 1e-9
    assert world.rise(inner) >= world.rise(alpha) - 1e-8
    assert presence_dual(alpha, *world.step_arguments) == pytest.approx(
        world.rise(alpha), rel=1e-9, abs=1e-11
    )


def lifted(logits, spent):
    """The level to which so much, poured in, lifts the lowest logits: by a root finder."""
    low = logits.min()
    top = low + spent + 1e-9  # rounding may leave the sum at low + spent a hair below
    return brentq(
        lambda u: np.maximum(u - logits, 0).sum() - spent, low, top, xtol=1e-15, rtol=1e-15
    )


def step_by_bisection(world):
    """The optimal step by its conditions: a level on each side, a margin apart, or all spent."""
    low = world.logits[world.relevant]
    high = -world.logits[~world.relevant]  # lowering them is lifting their negatives
    pull = world.value / world.c

    def apart(z):
        up = lifted(low, pull * z)
        down = -lifted(high, pull * z)
        return world.value * (expit(up) - expit(down)) - world.margin

    z = 1.0
    if apart(1.0) > 0:
        z = brentq(apart, 0.0, 1.0, xtol=1e-15, rtol=1e-15)
    alpha = np.empty(len(world.logits))
    alpha[world.relevant] = np.maximum(lifted(low, pull * z) - low, 0) / pull
    alpha[~world.relevant] = np.maximum(lifted(high, pull * z) - high, 0) / pull
    return alpha


@few
@given(seed=st.integers(0, 10**6))
def test_the_optimal_step_is_that_of_a_bisection(seed):
    world = World(seed)
    if world.loss > 0:
        alpha = presence_step(*world.step_arguments)
        assert alpha == pytest.approx(step_by_bisection(world), abs=1e-8)


@few
@given(seed=st.integers(0, 10**6))
def test_the_scale_of_update_two_is_that_of_a_search(seed):
    world = World(seed)
    low, high = world.pair

    def rise(scale):
        alpha = np.zeros(len(world.logits))
        alpha[[low, high]] = scale
        return world.rise(alpha)

    scale = pair_scale(world.logits[low], world.logits[high], world.value, world.c, world.margin)
    found = minimize_scalar(lambda a: -rise(a), bounds=(0, 1), method="bounded")
    if world.loss > 0:
        assert rise(scale) >= -found.fun - 1e-10
    else:
        assert scale == 0


@pytest.mark.parametrize("logit", [800.0, -800.0, 5000.0])
def test_a_scale_far_out(logit):
    """On either side the gap of scores is made of what is left: nothing overflows."""
    assert pair_scale(logit, logit, 1.0, 1.0, 0.1) == 1.0
    assert 0 < pair_scale(logit, logit, 1.0, 1e-6, 0.1) <= 1


def dense_run(X, relevant, c, margin, update, entropy):
    """The learners from their definitions: dual vectors kept whole, steps by search."""
    Lambda = np.zeros((relevant.shape[1], X.shape[1]))
    mistakes = []

    def scores_at(dual, x):
        return (softmax(-dual / c, axis=1) if entropy else -dual / c) @ x

    def conjugate(dual):
        if entropy:
            return (logsumexp(-dual / c, axis=1) - np.log(X.shape[1])).sum()
        return 0.5 * (dual**2).sum() / c**2

    for x, Y in zip(X, relevant):
        scores = scores_at(Lambda, x)
        low = np.flatnonzero(Y)[scores[Y].argmin()]
        high = np.flatnonzero(~Y)[scores[~Y].argmax()]
        mistakes.append(scores[low] <= scores[high])
        if margin - scores[low] + scores[high] <= 0 or (update == "I" and not mistakes[-1]):
            continue
        unit = np.zeros_like(Lambda)
        unit[low] = -x
        unit[high] = x
        scale = 1.0
        if update == "II":
            scale = minimize_scalar(
                lambda a, old=Lambda, unit=unit: c * conjugate(old + a * unit) - a * margin,
                bounds=(0, 1),
                method="bounded",
                options={"xatol": 1e-12},
            ).x
        Lambda = Lambda + scale * unit
    return np.array(mistakes), Lambda


@pytest.mark.parametrize("entropy", [False, True])
@pytest.mark.parametrize("update", ["I", "II"])
def test_runs_follow_their_definition(update, entropy):
    mail = make_email_stream(120, 40, 4, n_keywords=5, length=8.0, random_state=3)
    X = mail.data.toarray()
    c = 0.5
    margin = 0.3
    mistakes, Lambda = dense_run(X, mail.target, c, margin, update, entropy)
    geometry = Entropy() if entropy else Euclidean()
    run = label_ranking_run(mail.data, mail.target, c, margin, geometry=geometry, update=update)
    np.testing.assert_array_equal(run.mistakes, mistakes)
    weights = softmax(-Lambda / c, axis=1) if entropy else -Lambda / c
    np.testing.assert_allclose(run.coef, weights, atol=1e-5)


@pytest.mark.parametrize("update", UPDATES)
def test_rows_of_any_values_take_the_interior_point(update):
    """Rows of one value, nudged: the compiled pass and the general one agree."""
    mail = make_email_stream(60, 30, 5, n_keywords=4, length=6.0, two_folders=0.3, random_state=1)
    near = mail.data.copy()
    near.data = near.data + 1e-10 * np.arange(near.nnz)
    start = softmax(np.random.default_rng(0).normal(size=(5, 30)), axis=1)  # without ties
    options = {"inverse_rate": 0.7, "margin": 0.2, "geometry": Entropy(), "update": update}
    options["coef"] = start
    fast = label_ranking_run(mail.data, mail.target, **options)
    general = label_ranking_run(near, mail.target, **options)
    np.testing.assert_array_equal(fast.mistakes, general.mistakes)
    np.testing.assert_allclose(fast.coef, general.coef, atol=1e-6)
    np.testing.assert_allclose(fast.dual, general.dual, atol=1e-6)


@pytest.mark.parametrize("geometry", [None, Entropy()])
def test_the_dual_rises_more_with_each_update(geometry):
    mail = make_email_stream(150, 60, 6, n_keywords=5, length=8.0, two_folders=0.4, random_state=2)
    options = {"inverse_rate": 0.8, "margin": 0.4, "geometry": geometry}
    run = label_ranking_run(mail.data[:100], mail.target[:100], **options, update="III")
    coef = run.coef
    for t in range(100, 150):
        row = mail.data[t : t + 1]
        relevant = mail.target[t : t + 1]
        rises = [
            label_ranking_run(row, relevant, **options, coef=coef, update=update).dual[0]
            for update in UPDATES
        ]
        assert rises[0] <= rises[1] + 1e-10
        assert rises[1] <= rises[2] + 1e-10


def test_a_message_with_every_word_ties_exactly():
    mail = make_email_stream(200, 30, 4, n_keywords=4, length=6.0, random_state=0)
    for update in UPDATES:
        run = label_ranking_run(mail.data, mail.target, 0.1, 0.2, geometry=Entropy(), update=update)
        one = label_ranking_run(
            np.ones((1, 30)), mail.target[:1], 0.1, 0.2, run.coef, geometry=Entropy(), update=update
        )
        assert one.mistakes[0]
        assert one.losses[0] == 0.2
        np.testing.assert_allclose(one.coef, run.coef, rtol=1e-9)


@pytest.mark.parametrize("c", [0.01, 0.3])
def test_sums_that_are_kept_do_not_drift(c):
    """Steep steps: weights go through forty powers of ten, and come back."""
    mail = make_email_stream(3000, 50, 5, n_keywords=5, length=8.0, burst=0.5, random_state=4)
    rows = Rows(
        mail.data.indptr.astype(int), mail.data.indices.astype(int), mail.data.data, mail.target
    )
    state = ranker_state(np.zeros((5, 50)), True)
    record = RunRecord(np.zeros(3000), np.zeros(3000, bool), np.zeros(3000))
    ranking_pass(rows, state, RankingRules(True, 1, c, 0.5), record)
    assert record.mistakes.sum() > 500
    for x in mail.data.toarray()[:200]:
        on = logsumexp(np.where(x > 0, state.theta, -np.inf), axis=1)
        off = logsumexp(np.where(x > 0, -np.inf, state.theta), axis=1)
        kept = [presence_logit(state, r, np.flatnonzero(x)) for r in range(5)]
        np.testing.assert_allclose(kept, on - off, rtol=1e-11, atol=1e-11)


def test_ties_are_ties_whatever_the_order_of_sums():
    """Update I moves on a lattice, where scores tie all the time: no last bit may decide."""
    mail = make_email_stream(800, 60, 6, n_keywords=5, length=8.0, random_state=7)
    words = np.random.default_rng(0).permutation(60)
    options = {"inverse_rate": 0.3, "margin": 0.5, "update": "I"}
    for geometry in (Euclidean(), Entropy()):
        run = label_ranking_run(mail.data, mail.target, **options, geometry=geometry)
        other = label_ranking_run(mail.data[:, words], mail.target, **options, geometry=geometry)
        np.testing.assert_array_equal(run.mistakes, other.mistakes)


def test_rounds_without_a_pair_or_without_words():
    X = np.array([[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    relevant = np.array([[True, True], [True, False], [False, False]])
    for geometry in (Euclidean(), Entropy()):
        run = label_ranking_run(X, relevant, margin=0.5, geometry=geometry)
        assert run.losses.tolist() == [0.0, 0.5, 0.0]
        assert run.mistakes.tolist() == [False, True, False]
        assert not run.dual.any()


def test_a_stream_without_any_word_leaves_the_weights():
    relevant = np.array([[True, False], [False, True]])
    for geometry in (Euclidean(), Entropy()):
        run = label_ranking_run(np.zeros((2, 3)), relevant, margin=0.5, geometry=geometry)
        assert run.losses.tolist() == [0.5, 0.5]
        assert not run.dual.any()


def test_streams_tables_and_sparse_rows_are_one():
    mail = make_email_stream(80, 40, 5, n_keywords=5, length=8.0, random_state=5)
    labels = mail.target.argmax(axis=1)
    options = {"margin": 0.3, "geometry": Entropy(), "update": "II"}
    whole = LabelRankingClassifier(**options).fit(mail.data.toarray(), labels)
    sparse = LabelRankingClassifier(**options).fit(mail.data, labels)
    table = LabelRankingClassifier(**options)
    for t in range(80):
        table.partial_fit(mail.data[t : t + 1], mail.target[t : t + 1])
    for model in (sparse, table):
        assert model.n_mistakes_ == whole.n_mistakes_
        np.testing.assert_allclose(model.coef_, whole.coef_)
    np.testing.assert_array_equal(sparse.predict(mail.data), whole.predict(mail.data.toarray()))


def test_a_row_without_a_label_is_refused():
    X, table = np.ones((2, 3)), np.array([[1, 0, 0], [0, 0, 0]])
    for learn in (LabelRankingClassifier().fit, LabelRankingClassifier().partial_fit):
        with pytest.raises(ValueError, match="y must have a label in each row, row 1 has none"):
            learn(X, table)
    LabelRankingClassifier().fit(X, [[1, 0, 1], [1, 1, 1]])  # all labels: nothing to rank


def test_rows_that_store_zeros_and_doubles():
    X = csr_array(([1.0, 0.0, 0.5, 0.5], ([0, 0, 1, 1], [0, 1, 2, 2])), shape=(2, 3))
    before = X.data.copy()
    relevant = np.array([[True, False], [False, True]])
    found = label_ranking_run(X, relevant, margin=0.5, geometry=Entropy())
    wanted = label_ranking_run([[1, 0, 0], [0, 0, 1]], relevant, margin=0.5, geometry=Entropy())
    np.testing.assert_allclose(found.coef, wanted.coef)
    np.testing.assert_array_equal(X.data, before)


def test_bad_starts_and_geometries():
    relevant = np.array([[True, False]])
    with pytest.raises(ValueError, match="coef"):
        label_ranking_run(np.ones((1, 2)), relevant, coef=np.ones((2, 2)), geometry=Entropy())
    with pytest.raises(ValueError, match="geometry"):
        label_ranking_run(np.ones((1, 2)), relevant, geometry=Euclidean(radius=1.0))
    with pytest.raises(ValueError, match="update"):
        label_ranking_run(np.ones((1, 2)), relevant, update="IV")
