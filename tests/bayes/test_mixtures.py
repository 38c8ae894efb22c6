"""Bayesian mixtures against scikit-learn, conjugate formulas and all labellings of a few rows."""

import warnings
from itertools import islice, product

import numpy as np
import pytest
from scipy.special import gammaln, logsumexp
from scipy.stats import multivariate_t
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import BayesianGaussianMixture
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.bayes import log_prob_crp, log_prob_dirichlet_multinomial
from mlcompanion.bayes.conjugate import NormalWishart
from mlcompanion.bayes.diagnostics import geweke_joint_test
from mlcompanion.bayes.mixtures import (
    CollapsedGibbsGMM,
    DPGibbsGMM,
    MixturePrior,
    VBGaussianMixture,
    dirichlet_partition,
    label_states,
    mixture_free_energy,
    process_partition,
    variational_responsibilities,
    vb_rounds,
)
from mlcompanion.bayes.mixtures.gaussian_clusters import (
    add_row,
    gaussian_clusters,
    log_t,
    remove_row,
)
from mlcompanion.datasets import make_two_bells

BELLS = make_two_bells(random_state=0).data
BOOK = MixturePrior(1.0, 1.0, np.zeros(2), np.eye(2), 3.0)


def shares(n, m, seed=0):
    uniform = np.random.RandomState(seed).uniform(size=(n, m))
    return uniform / uniform.sum(axis=1, keepdims=True)


def quietly(model, X):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X)


def law_of(prior):
    return NormalWishart(prior.mean0, prior.beta0, prior.nu0, np.linalg.inv(prior.inverse_W0))


@pytest.mark.parametrize("rounds", [1, 2, 5, 100])
def test_weights_equal_those_of_scikit_learn(rounds):
    mean0 = np.array([-1.0, 0.5])
    inverse = np.array([[2.0, 0.4], [0.4, 1.0]])
    peer = BayesianGaussianMixture(
        n_components=5,
        weight_concentration_prior_type="dirichlet_distribution",
        weight_concentration_prior=0.7,
        mean_precision_prior=0.5,
        mean_prior=mean0,
        covariance_prior=inverse,
        degrees_of_freedom_prior=3.5,
        init_params="random",
        random_state=0,
        reg_covar=0,
        tol=0,
        max_iter=rounds,
    )
    quietly(peer, BELLS)
    prior = MixturePrior(0.7, 0.5, mean0, inverse, 3.5)
    ours = next(islice(vb_rounds(BELLS, shares(150, 5), prior), rounds, None)).posterior
    np.testing.assert_allclose(ours.alpha / ours.alpha.sum(), peer.weights_, atol=1e-12)
    np.testing.assert_allclose(ours.means, peer.means_, atol=1e-10)
    covariances = ours.inverse_W / ours.nu[:, None, None]
    np.testing.assert_allclose(covariances, peer.covariances_, atol=1e-10)


def test_free_energy_is_the_sum_of_its_terms_and_never_rises():
    prior = MixturePrior(0.7, 0.5, np.array([-1.0, 0.5]), np.array([[2.0, 0.4], [0.4, 1]]), 3.5)
    states = list(islice(vb_rounds(BELLS, shares(150, 3), prior), 40))
    for state in states[::13]:
        terms = mixture_free_energy(BELLS, state.eta, state.posterior, prior)
        assert terms.value == pytest.approx(state.free_energy, rel=1e-12)
        eta = variational_responsibilities(BELLS, state.posterior)
        after = mixture_free_energy(BELLS, eta, state.posterior, prior).value
        assert after <= state.free_energy + 1e-9
        other = mixture_free_energy(BELLS, shares(150, 3, 1), state.posterior, prior).value
        assert other > after
    assert max(np.diff([state.free_energy for state in states])) < 1e-9


def test_free_energy_bounds_the_evidence_and_meets_it_for_one_component():
    X = BELLS[:6]
    law = law_of(BOOK)
    single = next(vb_rounds(X, np.ones((6, 1)), BOOK)).free_energy
    assert -single == pytest.approx(law.log_evidence(X), rel=1e-12)
    joints = [
        log_prob_dirichlet_multinomial(z, 2.0, 2)
        + sum(law.log_evidence(X[np.array(z) == k]) for k in set(z))
        for z in product(range(2), repeat=6)
    ]
    state = next(islice(vb_rounds(X, shares(6, 2), BOOK), 50, None))
    assert -state.free_energy < logsumexp(joints)


def test_the_estimator_stops_and_predicts():
    model = VBGaussianMixture(5, mean0=[0, 0], W0=np.eye(2), nu0=3, random_state=0).fit(BELLS)
    assert model.converged_
    assert np.diff(model.free_energies_).max() < 1e-9
    _, beta, means, inverse_W, nu = model.posterior_
    want = 0.0
    for k in range(5):
        scale = (beta[k] + 1) / (beta[k] * (nu[k] - 1)) * inverse_W[k]
        want += model.weights_[k] * multivariate_t(means[k], scale, nu[k] - 1).pdf(BELLS[:9])
    np.testing.assert_allclose(np.exp(model.predictive_logpdf(BELLS[:9])), want, rtol=1e-10)
    book = VBGaussianMixture(
        5, mean0=[0, 0], W0=np.eye(2), nu0=3, stop="parameters", tol=1e-3, random_state=0
    ).fit(BELLS)
    np.testing.assert_allclose(book.weights_, model.weights_, atol=0.01)
    with pytest.warns(ConvergenceWarning):
        VBGaussianMixture(3, max_iter=2, tol=0, random_state=0).fit(BELLS)


@pytest.mark.parametrize(
    "model",
    [VBGaussianMixture(), CollapsedGibbsGMM(n_sweeps=3), DPGibbsGMM(n_sweeps=3)],
    ids=lambda model: type(model).__name__,
)
def test_scikit_learn_accepts_it(model):
    check_estimator(model, on_skip=None)


def test_clusters_follow_rows_in_and_out():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(30, 3)) * [1, 1e3, 1e-3]
    rows[7] = 1e9 * rows[7]  # dwarfs the others: its leaving loses them to rounding
    prior = MixturePrior(1.0, 0.5, rng.normal(size=3), np.diag([1.0, 1e6, 1e-6]), 4.5)
    labels = np.zeros(30, dtype=np.int64)
    clusters = gaussian_clusters(rows, labels, prior, 2)
    for i in (7, 3, 12):
        labels[i] = -1
        remove_row(clusters, 0, i, int(np.sum(labels == 0)))
    add_row(clusters, 1, 3, 1)
    labels[3] = 1
    law = law_of(prior)
    for k in (0, 1):
        after = law.posterior(rows[labels == k])
        got = log_t(clusters, k, 12, int(np.sum(labels == k)))
        assert got == pytest.approx(after.predictive_logpdf(rows[12]), rel=1e-9)


def joint_of(X, law, log_prior):
    """Exact posterior of the partitions of a few rows, each as a tuple of first places."""
    found = {}
    for z in product(range(len(X)), repeat=len(X)):
        if z != canonical(z):
            continue
        log = sum(law.log_evidence(X[np.array(z) == k]) for k in set(z))
        found[z] = log + log_prior(np.array(z))
    total = logsumexp(list(found.values()))
    return {z: np.exp(log - total) for z, log in found.items()}


def canonical(labels):
    """Each label replaced by its rank of first appearance."""
    seen = {}
    return tuple(seen.setdefault(int(z), len(seen)) for z in labels)


def finite_log_prior(labels, alpha0=0.8, m=3):
    """Of a partition under m components: of one labelling, times the labellings that name it."""
    K = labels.max() + 1
    if m < K:
        return -np.inf
    names = gammaln(m + 1) - gammaln(m - K + 1)
    return log_prob_dirichlet_multinomial(labels, alpha0 * m, m) + names


@pytest.mark.parametrize(
    ("partition", "log_prior"),
    [
        (dirichlet_partition(0.8, 3), finite_log_prior),
        (process_partition(0.8), lambda labels: log_prob_crp(labels, 0.8)),
    ],
    ids=["finite", "process"],
)
def test_the_chain_has_the_posterior_of_all_partitions(partition, log_prior):
    X = np.array([[0.0, 0.0], [0.5, 1.0], [4.0, 0.0], [4.5, -1.0], [2.0, 0.5]])
    prior = MixturePrior(1.0, 0.5, np.zeros(2), np.eye(2), 3.0)
    exact = joint_of(X, law_of(prior), log_prior)
    states = label_states(X, [0] * 5, prior, partition, random_state=0)
    n = 20_000
    counts = dict.fromkeys(exact, 0)
    for state in islice(states, n):
        counts[canonical(state.labels)] += 1
    gap = 0.5 * sum(abs(counts[z] / n - exact[z]) for z in exact)
    assert gap < 0.02
    law = law_of(prior)
    labels = state.labels
    log = sum(law.log_evidence(X[labels == k]) for k in set(labels))
    if partition.m == 3:
        log += log_prob_dirichlet_multinomial(labels, 2.4, 3)
    else:
        log += log_prob_crp(labels, 0.8)
    assert state.log_joint == pytest.approx(log, rel=1e-10)


@pytest.mark.parametrize("kind", ["finite", "process"])
def test_geweke(kind):
    n = 4
    partition = dirichlet_partition(0.7, 3) if kind == "finite" else process_partition(0.9)
    prior = MixturePrior(1.0, 1.0, np.zeros(1), np.eye(1), 8.0)
    law = NormalWishart([0.0], 1.0, 8.0, [[1.0]])

    def draw_prior(rng):
        labels = []
        for _ in range(n):
            sizes = np.bincount(labels, minlength=n + 1) if labels else np.zeros(n + 1)
            K = np.count_nonzero(sizes)
            weights = np.where(sizes > 0, sizes + partition.extra, 0.0)
            weights[K] = partition.total * (1 - K / partition.m)
            labels.append(rng.choice(n + 1, p=weights / weights.sum()))
        return np.array(labels)

    def draw_data(labels, rng):
        X = np.empty((n, 1))
        for k in np.unique(labels):
            S = rng.gamma(4.0, 2.0)  # Wishart(1, 8) in one dimension
            mean = rng.normal() / np.sqrt(S)
            held = labels == k
            X[held, 0] = mean + rng.normal(size=held.sum()) / np.sqrt(S)
        return X

    def update(labels, X, rng):
        if kind == "finite":
            labels = np.array(canonical(labels))
        states = label_states(X, canonical(labels), prior, partition, random_state=rng)
        return next(islice(states, 1, None)).labels

    def statistics(labels, X):
        same = labels[:, None] == labels
        return [len(set(labels)), same.sum(), np.sum(X**2), np.sum(same * np.abs(X - X.T))]

    found = geweke_joint_test(
        draw_prior, draw_data, update, statistics, n_chains=60, n_steps=25, n_direct=3000,
        random_state=1,
    )  # fmt: skip
    assert found.pvalue > 0.01
    assert np.isfinite(law.log_evidence(np.zeros((2, 1))))


def test_the_book_rule_never_opens_an_empty_component():
    book = {"mean0": [0, 0], "W0": np.eye(2), "nu0": 1, "book_rule": True}
    model = CollapsedGibbsGMM(5, n_sweeps=60, random_state=0, **book).fit(BELLS)
    assert np.diff(model.n_occupied_).max() <= 0
    assert sorted(model.sizes_)[:3] == [0, 0, 0]
    with pytest.raises(ValueError, match="nu0"):
        CollapsedGibbsGMM(5, nu0=1).fit(BELLS)


def test_more_concentration_means_more_clusters():
    means = []
    for alpha in (0.1, 5.0):
        model = DPGibbsGMM(alpha, W0=np.eye(2), nu0=3, n_sweeps=150, random_state=0).fit(BELLS)
        means.append(model.n_occupied_[50:].mean())
    assert means[0] + 1 < means[1]
    assert model.sizes_.sum() == 150
    assert np.isfinite(model.predictive_logpdf(BELLS)).all()
    grid = np.linspace(-60, 60, 4001)[:, None]
    line = DPGibbsGMM(1.0, n_sweeps=5, nu0=6, random_state=0).fit(BELLS[:, :1])
    area = np.trapezoid(np.exp(line.predictive_logpdf(grid)), grid[:, 0])
    assert area == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (VBGaussianMixture(alpha0=0.0), "alpha0"),
        (VBGaussianMixture(nu0=1.0), "nu0"),
        (VBGaussianMixture(W0=-np.eye(2)), "W0"),
        (VBGaussianMixture(200), "n_components"),
        (DPGibbsGMM(0.0), "alpha"),
        (CollapsedGibbsGMM(2, labels_init=[0] * 149 + [2]), "labels_init"),
    ],
)
def test_bad_input_is_named(model, words):
    with pytest.raises(ValueError, match=words):
        model.fit(BELLS)
