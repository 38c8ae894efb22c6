"""Clusters of local models: every sampler by Geweke's test, and against all partitions."""

from itertools import product

import numpy as np
import pytest
from scipy import stats
from scipy.special import gammaln, logsumexp

from mlcompanion.bayes import log_prob_crp, sample_crp
from mlcompanion.bayes.conjugate import (
    NormalInverseGamma,
    NormalInverseGammaRegression,
    NormalWishart,
)
from mlcompanion.bayes.diagnostics import geweke_joint_test
from mlcompanion.bayes.dp_glm import conjugate_kinds as conjugate
from mlcompanion.bayes.local_models import (
    LocalPrior,
    LogNormalPrior,
    local_log_evidence,
    sample_concentration,
)
from mlcompanion.bayes.local_models.chain import (
    ChainState,
    Kind,
    Schedule,
    first_seats,
    log_posterior,
    run,
    step,
)
from mlcompanion.bayes.local_models.class_clusters import (
    CLASSES,
    class_clusters,
    hamiltonian_classes,
)
from mlcompanion.bayes.local_models.concentration import Concentration
from mlcompanion.bayes.local_models.count_clusters import COUNTS, CountPrior, count_clusters
from mlcompanion.bayes.local_models.explicit import nudges
from mlcompanion.bayes.local_models.local_regressions import (
    local_regressions,
    log_regression,
    remove_regression,
)
from mlcompanion.bayes.local_models.log_normal_clusters import (
    LOG_NORMALS,
    LogVariance,
    base_of,
    hamiltonian_log_variance,
    log_normal_clusters,
)
from mlcompanion.bayes.local_models.prior import RegressionData, design_of, with_constant

N = 6
PRIOR = LocalPrior(centre=0.3, nu=0.5, a_x=3.0, b_x=2.0, a_y=3.0, b_y=1.0, coef_scale=0.8)
WIDTHS = np.array([2, 3])
COUNT_PRIOR = CountPrior(0.7, 0.4, 0.6, 3)
CLASS_PRIOR = (PRIOR, 1.5, 3, 3)
LOG_NORMAL_PRIOR = (LogNormalPrior(1.0, -0.5, 0.6, 0.8, -1.0, 0.7), 3)


def draw_labels(rng):
    """A concentration from its prior, and labels of that restaurant."""
    alpha = rng.gamma(2.0)
    return alpha, np.unique(sample_crp(N, alpha, random_state=rng), return_inverse=True)[1]


def draw_rows(labels, rng, d=2):
    """Rows of numbers whose clusters' parameters come from the prior."""
    rows = np.empty((N, d))
    for k in range(labels.max() + 1):
        held = labels == k
        var = PRIOR.b_x / rng.gamma(PRIOR.a_x, size=d)
        centre = rng.normal(PRIOR.centre, np.sqrt(var / PRIOR.nu))
        rows[held] = rng.normal(centre, np.sqrt(var), (held.sum(), d))
    return rows


def draw_conjugate(state, rng, slope):
    _, labels, _ = state
    rows = draw_rows(labels, rng)
    design = design_of(rows, slope)
    y = np.empty(N)
    for k in range(labels.max() + 1):
        held = labels == k
        var = PRIOR.b_y / rng.gamma(PRIOR.a_y)
        beta = rng.normal(0, PRIOR.coef_scale * np.sqrt(var), design.shape[1])
        y[held] = rng.normal(design[held] @ beta, np.sqrt(var))
    return RegressionData(rows, design, y)


def draw_joint(state, rng):
    _, labels, _ = state
    full = conjugate.joint_prior(PRIOR, 2)
    rows = np.empty((N, 3))
    for k in range(labels.max() + 1):
        held = labels == k
        precision = stats.wishart.rvs(full.nu0, np.linalg.inv(full.inverse_W0), random_state=rng)
        cov = np.linalg.inv(precision)
        mean = rng.multivariate_normal(full.mean0, cov / full.beta0)
        rows[held] = rng.multivariate_normal(mean, cov, held.sum())
    return RegressionData(rows[:, :2], with_constant(rows[:, :2]), rows[:, 2])


def draw_counts(state, rng):
    _, labels, theta = state
    rows = np.empty((N, 2), dtype=np.int64)
    for k in range(labels.max() + 1):
        held = labels == k
        for j, first in enumerate((0, 2)):
            shares = rng.dirichlet(np.full(WIDTHS[j], COUNT_PRIOR.extra))
            rows[held, j] = first + rng.choice(WIDTHS[j], held.sum(), p=shares)
    own = theta[labels]
    etas = own[:, 0] + np.take_along_axis(own, rows + 1, axis=1).sum(axis=1)
    return rows, WIDTHS, rng.poisson(np.exp(etas)).astype(float)


def draw_classes(state, rng):
    _, labels, theta = state
    rows = draw_rows(labels, rng)
    design = with_constant(rows)
    scores = np.einsum("nq,ncq->nc", design, theta[labels].reshape(N, 3, -1))
    y = np.argmax(scores + rng.gumbel(size=scores.shape), axis=1)
    return RegressionData(rows, design, y.astype(np.int64))


def draw_log_normal(state, rng):
    _, labels, theta = state
    own = theta[labels]
    rows = rng.normal(own[:, :2], np.exp(0.5 * own[:, 2:4]))
    design = with_constant(rows)
    y = rng.normal(np.sum(design * own[:, 4:7], axis=1), np.exp(0.5 * own[:, 7]))
    return RegressionData(rows, design, y)


def base(mean0, sd0):
    """A function that draws parameters of as many clusters as there are."""
    mean0 = np.asarray(mean0)
    return lambda labels, rng: rng.normal(mean0, sd0, (labels.max() + 1, len(mean0)))


def no_theta(labels, rng):
    return np.zeros((labels.max() + 1, 0))


def conjugate_model(data, labels, theta, capacity):
    return local_regressions(data, labels, PRIOR, capacity)


def joint_model(data, labels, theta, capacity):
    return conjugate.start_joint(data, labels, PRIOR, capacity)


def count_model(data, labels, theta, capacity):
    return count_clusters(data, labels, theta, COUNT_PRIOR, capacity)


def class_model(data, labels, theta, capacity):
    return class_clusters(data, labels, theta, CLASS_PRIOR, capacity)


def log_normal_model(data, labels, theta, capacity):
    return log_normal_clusters(data, labels, theta, LOG_NORMAL_PRIOR, capacity)


#: kind, how a model is made, how parameters are drawn, how data are drawn
SAMPLERS = {
    "slopes": (
        conjugate.REGRESSIONS, conjugate_model, no_theta,
        lambda state, rng: draw_conjugate(state, rng, True),
    ),
    "constants": (
        conjugate.REGRESSIONS, conjugate_model, no_theta,
        lambda state, rng: draw_conjugate(state, rng, False),
    ),
    "joint": (conjugate.JOINT, joint_model, no_theta, draw_joint),
    "counts": (COUNTS, count_model, base([0.4, 0, 0, 0, 0, 0], 0.6), draw_counts),
    "classes": (CLASSES, class_model, base(np.zeros(9), 1.5), draw_classes),
    "log-normal": (
        LOG_NORMALS, log_normal_model, base(*base_of(LOG_NORMAL_PRIOR[0], 2, 3)), draw_log_normal
    ),
}  # fmt: skip


def statistics(state, data):
    """Bounded, so that heavy tails do no harm; theta by the first sample's cluster."""
    alpha, labels, theta = state
    rows, y = data[0], data[-1]
    own = np.tanh(theta[labels[0]]) if theta.shape[1] else np.zeros(1)
    occupied = labels.max() + 1
    return np.array([
        np.log(alpha), occupied, occupied**2, labels[0] == labels[1], np.tanh(y).mean(),
        np.square(np.tanh(y)).mean(), np.tanh(rows[:, 0] * y).mean(), own[0], own[-1] ** 2,
        own[len(own) // 2] ** 2, np.tanh(y[0]) * occupied, own[0] * np.tanh(y[0]),
    ])  # fmt: skip


def geweke(name, kind=None, **sizes):
    known, make, draw_theta, draw_data = SAMPLERS[name]
    kind = kind or known

    def draw_prior(rng):
        alpha, labels = draw_labels(rng)
        return alpha, labels, draw_theta(labels, rng)

    def update(state, data, rng):
        alpha, labels, theta = state
        seats = first_seats(labels)
        model = make(data, seats.labels, theta, len(seats.sizes))
        after = step(kind, ChainState(model, seats, Concentration(alpha, 2.0, 1.0)), rng)
        places = np.flatnonzero(after.seats.sizes)
        labels = np.searchsorted(places, after.seats.labels)
        theta = getattr(after.model, "theta", np.zeros((len(after.seats.sizes), 0)))[places]
        return after.concentration.alpha, labels, theta

    sizes = {"n_chains": 120, "n_steps": 25, "n_direct": 3000, **sizes}
    return geweke_joint_test(draw_prior, draw_data, update, statistics, random_state=3, **sizes)


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_sampler_leaves_the_joint_law_as_it_is(name):
    sizes = {"n_chains": 60, "n_steps": 15, "n_direct": 900} if name == "joint" else {}
    assert geweke(name, **sizes).pvalue > 0.01


def partitions(n):
    """All labels that number clusters in the order of their first samples."""
    found = [[0]]
    for _ in range(n - 1):
        found = [[*labels, k] for labels in found for k in range(max(labels) + 2)]
    return [np.array(labels) for labels in found]


def frequencies(kind, state, rng, n_sweeps=12_000):
    """How often a chain is at each partition."""
    counts = {}
    for _sweep in range(n_sweeps):
        state = step(kind, state, rng)
        _, firsts, labels = np.unique(state.seats.labels, return_index=True, return_inverse=True)
        key = tuple(np.argsort(np.argsort(firsts))[labels])
        counts[key] = counts.get(key, 0) + 1
    return {key: count / n_sweeps for key, count in counts.items()}


def distance(exact, seen):
    """Total variation distance of a law of partitions and of frequencies."""
    return 0.5 * sum(abs(share - seen.get(key, 0.0)) for key, share in exact.items())


@pytest.mark.parametrize("slope", [True, False])
def test_all_partitions_of_five_points(slope):
    rng = np.random.default_rng(0)
    rows = np.array([[-1.0], [-0.8], [0.1], [0.9], [1.1]])
    y = np.array([1.0, 0.7, -0.2, 0.8, 1.4])
    logs = {}
    for labels in partitions(5):
        parts = local_log_evidence(rows, y, labels, PRIOR, slope=slope)
        logs[tuple(labels)] = log_prob_crp(labels, 0.8) + parts.inputs.sum() + parts.responses.sum()
    total = logsumexp(list(logs.values()))
    exact = {key: np.exp(value - total) for key, value in logs.items()}
    seats = first_seats(np.zeros(5, dtype=int))
    data = RegressionData(rows, design_of(rows, slope), y)
    model = local_regressions(data, seats.labels, PRIOR, len(seats.sizes))
    state = ChainState(model, seats, Concentration(0.8))
    seen = frequencies(conjugate.REGRESSIONS, state, rng)
    assert set(seen) <= set(exact)
    assert distance(exact, seen) < 0.04  # of 52 shares from 12,000 states that remember a little


def count_evidence(rows, y):
    """Log evidence of one cluster's counts by Gauss-Hermite quadrature over its coefficients."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(16)
    theta = COUNT_PRIOR.coef_scale * np.array(list(product(nodes, repeat=3)))
    log_weights = np.log(list(product(weights / weights.sum(), repeat=3))).sum(axis=1)
    etas = COUNT_PRIOR.coef_mean + theta[:, [0]] + theta[:, 1 + rows[:, 0]]
    of_counts = stats.poisson.logpmf(y, np.exp(etas)).sum(axis=1)
    held = np.bincount(rows[:, 0], minlength=2) + COUNT_PRIOR.extra
    extra = COUNT_PRIOR.extra
    of_rows = gammaln(held).sum() - 2 * gammaln(extra)
    of_rows += gammaln(2 * extra) - gammaln(held.sum())
    return logsumexp(of_counts + log_weights) + of_rows


def test_all_partitions_of_four_counts():
    rng = np.random.default_rng(1)
    rows = np.array([[0], [0], [1], [1]])
    y = np.array([0.0, 7.0, 1.0, 6.0])
    logs = {}
    for labels in partitions(4):
        parts = [count_evidence(rows[labels == k], y[labels == k]) for k in range(max(labels) + 1)]
        logs[tuple(labels)] = log_prob_crp(labels, 1.3) + sum(parts)
    total = logsumexp(list(logs.values()))
    exact = {key: np.exp(value - total) for key, value in logs.items()}
    seats = first_seats(np.zeros(4, dtype=int))
    data = (rows, np.array([2]), y)
    model = count_clusters(data, seats.labels, np.zeros((2, 3)), COUNT_PRIOR, len(seats.sizes))
    seen = frequencies(COUNTS, ChainState(model, seats, Concentration(1.3)), rng)
    assert distance(exact, seen) < 0.05


FOUR = np.array([[-1.0], [-0.7], [0.6], [1.0]])


def joint_case():
    """Rows and response jointly normal: the evidence of a normal-Wishart law."""
    y = np.array([0.9, 1.3, 1.0, -0.8])
    data = RegressionData(FOUR, with_constant(FOUR), y)
    full = conjugate.joint_prior(PRIOR, 1)
    law = NormalWishart(full.mean0, full.beta0, full.nu0, np.linalg.inv(full.inverse_W0))
    both = np.column_stack([FOUR, y])
    return data, lambda held: law.log_evidence(both[held])


def class_case():
    """Two classes: Gauss-Hermite quadrature over the coefficients of both."""
    y = np.array([0, 1, 1, 0])
    data = RegressionData(FOUR, with_constant(FOUR), y)
    nodes, weights = np.polynomial.hermite_e.hermegauss(12)
    theta = 1.5 * np.array(list(product(nodes, repeat=4))).reshape(-1, 2, 2)
    log_weights = np.log(list(product(weights / weights.sum(), repeat=4))).sum(axis=1)
    scores = np.einsum("nq,tcq->tnc", data.design, theta)
    logs = (scores - logsumexp(scores, axis=2, keepdims=True))[:, np.arange(4), y]
    inputs = NormalInverseGamma(PRIOR.centre, PRIOR.nu, PRIOR.a_x, PRIOR.b_x)

    def evidence(held):
        of_classes = logsumexp(logs[:, held].sum(axis=1) + log_weights)
        return inputs.log_evidence(FOUR[held, 0]) + of_classes

    return data, evidence


def log_normal_case():
    """Normal laws given the variances; quadrature over the logarithms of these two."""
    y = np.array([0.9, 1.3, 1.0, -0.8])
    data = RegressionData(FOUR, with_constant(FOUR), y)
    base = LOG_NORMAL_PRIOR[0]
    nodes, weights = np.polynomial.hermite_e.hermegauss(30)
    log_weights = np.log(weights / weights.sum())

    def marginal(values, design, scale, mean, sd):
        shared = scale**2 * design @ design.T
        logs = [
            stats.multivariate_normal.logpdf(values, cov=shared + var * np.eye(len(values)))
            for var in np.exp(mean + sd * nodes)
        ]
        return logsumexp(logs + log_weights)

    def evidence(held):
        ones = np.ones((held.sum(), 1))
        args = (base.mean_scale, base.log_var_x, base.log_var_x_scale)
        of_rows = marginal(FOUR[held, 0], ones, *args)
        args = (base.coef_scale, base.log_var_y, base.log_var_y_scale)
        return of_rows + marginal(y[held], data.design[held], *args)

    return data, evidence


def two_classes(data, labels, theta, capacity):
    return class_clusters(data, labels, theta, (PRIOR, 1.5, 2, 3), capacity)


#: kind, how a model is made, number of its parameters, data and evidence of a cluster
CASES = {
    "joint": (conjugate.JOINT, joint_model, 0, joint_case),
    "classes": (CLASSES, two_classes, 4, class_case),
    "log-normal": (LOG_NORMALS, log_normal_model, 5, log_normal_case),
}


@pytest.mark.parametrize("name", CASES)
def test_all_partitions_of_four_points(name):
    kind, make, p, case = CASES[name]
    data, evidence = case()
    logs = {}
    for labels in partitions(4):
        parts = [evidence(labels == k) for k in range(max(labels) + 1)]
        logs[tuple(labels)] = log_prob_crp(labels, 1.3) + sum(parts)
    total = logsumexp(list(logs.values()))
    exact = {key: np.exp(value - total) for key, value in logs.items()}
    seats = first_seats(np.zeros(4, dtype=int))
    model = make(data, seats.labels, np.zeros((2, p)), len(seats.sizes))
    state = ChainState(model, seats, Concentration(1.3))
    seen = frequencies(kind, state, np.random.default_rng(2))
    assert distance(exact, seen) < 0.04
    even = dict.fromkeys(exact, 1 / len(exact))
    assert distance(exact, even) > 0.1  # the data say something


@pytest.mark.parametrize("slope", [True, False])
def test_a_predictive_is_a_ratio_of_evidences(slope):
    """And of the conjugate families, which know nothing of clusters."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(9, 2))
    y = rng.normal(size=9)
    design = design_of(X, slope)
    model = local_regressions(RegressionData(X, design, y), np.array([0] * 8 + [1]), PRIOR, 2)
    with_it = local_log_evidence(X, y, np.zeros(9, dtype=int), PRIOR, slope=slope)
    without = local_log_evidence(X[:8], y[:8], np.zeros(8, dtype=int), PRIOR, slope=slope)
    ratio = sum(part[0] for part in with_it) - sum(part[0] for part in without)
    assert log_regression(model, 0, 8, 8) == pytest.approx(ratio, rel=1e-10)
    of_rows = [
        NormalInverseGamma(PRIOR.centre, PRIOR.nu, PRIOR.a_x, PRIOR.b_x).log_evidence(column)
        for column in X.T
    ]
    q = design.shape[1]
    precision = np.eye(q) / PRIOR.coef_scale**2
    family = NormalInverseGammaRegression(np.zeros(q), precision, PRIOR.a_y, PRIOR.b_y)
    assert with_it.inputs[0] == pytest.approx(sum(of_rows), rel=1e-10)
    assert with_it.responses[0] == pytest.approx(family.log_evidence(design, y), rel=1e-10)


def test_one_sample_dwarfs_the_others_and_leaves():
    """What is left of its cluster is what the others say, to nine digits."""
    X = np.array([[0.0], [0.1], [-0.1], [1e9]])
    y = np.array([0.0, 0.3, -0.2, 1e9])
    labels = np.zeros(4, dtype=np.int64)
    data = RegressionData(X, with_constant(X), y)
    model = local_regressions(data, labels, PRIOR, 2)
    labels[3] = -1
    remove_regression(model, 0, 3, 3)
    few = RegressionData(X[:3], with_constant(X[:3]), y[:3])
    alone = local_regressions(few, np.zeros(3, dtype=np.int64), PRIOR, 1)
    for place in range(3):
        known = log_regression(alone, 0, place, 3)
        assert log_regression(model, 0, place, 3) == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize(("n", "occupied", "shape"), [(30, 6, 2.0), (3, 1, 0.4)])
def test_a_concentration_has_its_conditional_law(n, occupied, shape):
    """Against the law of the number of clusters itself, on a grid of logarithms."""
    grid = np.exp(np.linspace(-25, 4, 20_001))
    logs = stats.gamma.logpdf(grid, shape, scale=1 / 1.5) + (occupied + 1) * np.log(grid)
    logs += gammaln(grid) - gammaln(grid + n)
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    rng = np.random.default_rng(4)
    alpha = 1.0
    draws = []
    for _ in range(20_000):
        alpha = sample_concentration(alpha, occupied, n, shape=shape, rate=1.5, random_state=rng)
        draws.append(alpha)
    mean = weights @ grid
    assert np.mean(draws) == pytest.approx(mean, rel=0.03)
    assert np.std(draws) == pytest.approx(np.sqrt(weights @ grid**2 - mean**2), rel=0.06)


def test_a_run_keeps_what_the_schedule_says():
    rng = np.random.default_rng(5)
    state = (1.0, np.zeros(N, dtype=int), None)
    data = draw_conjugate(state, rng, True)
    seats = first_seats(np.arange(N) % 2)
    model = local_regressions(data, seats.labels, PRIOR, len(seats.sizes))
    start = ChainState(model, seats, Concentration(1.0, 1.0, 1.0))
    result = run(conjugate.REGRESSIONS, start, Schedule(20, 10, 5, 2), rng)
    assert len(result.kept) == 2
    assert len(result.n_clusters) == len(result.alphas) == len(result.log_posteriors) == 21
    last = result.kept[-1]
    assert last.sizes.sum() == N
    assert len(last.sizes) == result.n_clusters[-1] == len(last.clusters.coefs)


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_log_posterior_follows_the_sweeps_own_choice(name):
    """Moving one label changes it as the sweep's weights do, for models without own parameters."""
    kind, make, draw_theta, draw_data = SAMPLERS[name]
    assert isinstance(kind, Kind)
    rng = np.random.default_rng(6)
    labels = np.array([0, 0, 1, 1, 1, 0])
    theta = draw_theta(labels, rng)
    data = draw_data((1.0, labels, theta), rng)
    values = []
    for at in (0, 1):
        moved = labels.copy()
        moved[0] = at
        seats = first_seats(moved)
        model = make(data, seats.labels, theta, len(seats.sizes))
        values.append(log_posterior(kind, ChainState(model, seats, Concentration(0.7))))
    seats = first_seats(labels)
    model = make(data, seats.labels, theta, len(seats.sizes))
    remove, log_predictive = plugged(kind)
    seats.labels[0] = -1
    remove(model, 0, 0, 2)
    logs = [np.log(size) + log_predictive(model, k, 0, size) for k, size in enumerate((2, 3))]
    assert values[1] - values[0] == pytest.approx(logs[1] - logs[0], rel=1e-9)


def plugged(kind):
    """Two of the three functions of a sweep."""
    known = kind.sweep.py_func.__globals__
    return known["remove"], known["log_predictive"]


def test_a_hamiltonian_step_refuses_what_it_must():
    """Steps so long that their energies err: the law of one log variance, by quadrature."""
    law = LogVariance(4, 3.0, -0.5, 1.2)
    rng = np.random.default_rng(7)
    u = 0.0
    draws = []
    moved = 0
    for _ in range(30_000):
        after = hamiltonian_log_variance(law, u, rng.normal(), rng.random(), rng.uniform(1, 4))
        moved += after != u
        u = after
        draws.append(u)
    grid = np.linspace(-8, 8, 4001)
    logs = -2 * grid - 1.5 * np.exp(-grid) - 0.5 * ((grid + 0.5) / 1.2) ** 2
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    assert 0.4 < moved / 30_000 < 0.97
    assert np.mean(draws) == pytest.approx(weights @ grid, abs=0.03)
    assert np.mean(np.square(draws)) == pytest.approx(weights @ grid**2, rel=0.05)


def test_a_hamiltonian_step_of_coefficients_refuses_what_it_must():
    """One cluster, two classes, a constant only: against a grid over both coefficients."""
    rows = np.zeros((5, 1))
    data = RegressionData(rows, np.ones((5, 1)), np.array([0, 0, 0, 0, 1]))
    prior = (PRIOR, 1.5, 2, 3)
    model = class_clusters(data, np.zeros(5, dtype=np.int64), np.zeros((1, 2)), prior, 1)
    rng = np.random.default_rng(8)
    sizes = np.array([5])
    draws = []
    moved = 0
    for _ in range(20_000):
        before = model.theta[0, 0]
        moves = nudges(1, 2, rng)
        hamiltonian_classes(model, sizes, moves._replace(lengths=rng.uniform(1, 2.4, 1)))
        moved += model.theta[0, 0] != before
        draws.append(model.theta[0].copy())
    a, b = np.meshgrid(np.linspace(-8, 8, 401), np.linspace(-8, 8, 401), indexing="ij")
    logs = 4 * a + b - 5 * np.logaddexp(a, b) - 0.5 * (a**2 + b**2) / 1.5**2
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    found = np.array(draws)
    assert 0.4 < moved / 20_000 < 0.97
    for power in (1, 2):
        assert np.mean(found[:, 0] ** power) == pytest.approx(np.sum(weights * a**power), rel=0.06)
