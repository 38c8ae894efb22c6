"""VBEM and the exact evidence of known densities, against every labelling and quadrature."""

from itertools import islice, product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import gammaln, logsumexp
from scipy.stats import beta, dirichlet
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.bayes.evidence import (
    VBMixtureWeights,
    best_label_law,
    best_weight_law,
    dirichlet_kl,
    exact_mixture_evidence,
    exact_mixture_posterior,
    expected_log_weights,
    label_bound,
    variational_free_energy,
    vbem_rounds,
)
from mlcompanion.density.mixtures import (
    MixtureParameters,
    component_log_densities,
    em_lower_bound,
    responsibilities,
)
from mlcompanion.probability import Beta, kl_divergence


@parametrize_with_checks([VBMixtureWeights()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def every_labelling(logs, alpha0):
    """Counts and log joint densities of all labellings, one by one."""
    n, m = logs.shape
    labels = np.array(list(product(range(m), repeat=n)))
    counts = np.stack([(labels == k).sum(axis=1) for k in range(m)], axis=1)
    log_prior = gammaln(alpha0.sum()) - gammaln(alpha0.sum() + n)
    log_prior = log_prior + (gammaln(alpha0 + counts) - gammaln(alpha0)).sum(axis=1)
    return counts, logs[np.arange(n), labels].sum(axis=1) + log_prior


@pytest.mark.parametrize(("n", "m"), [(1, 2), (12, 2), (7, 3), (5, 4), (3, 1)])
def test_the_exact_posterior_is_the_sum_over_all_labellings(n, m):
    rng = np.random.default_rng(10 * n + m)
    logs = rng.normal(scale=2, size=(n, m))
    alpha0 = rng.uniform(0.3, 3, m)
    counts, log_joint = every_labelling(logs, alpha0)
    exact = exact_mixture_posterior(logs, alpha0)
    assert exact.log_evidence == pytest.approx(logsumexp(log_joint), abs=1e-12)
    assert exact_mixture_evidence(logs, alpha0) == exact.log_evidence
    p = np.exp(log_joint - exact.log_evidence)
    alphas = alpha0 + counts
    means = alphas / alphas.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(exact.mean(), p @ means, atol=1e-12)
    seconds = np.array([np.diag(dirichlet(a).cov()) if m > 1 else [0.0] for a in alphas])
    variance = p @ (seconds + means**2) - (p @ means) ** 2
    np.testing.assert_allclose(exact.variance(), variance, atol=1e-12)


def test_the_posterior_is_likelihood_times_prior():
    rng = np.random.default_rng(2)
    logs = rng.normal(size=(9, 2))
    alpha0 = np.array([0.7, 1.8])
    exact = exact_mixture_posterior(logs, alpha0)

    def joint(w):
        likelihood = np.prod(w * np.exp(logs[:, 0]) + (1 - w) * np.exp(logs[:, 1]))
        return likelihood * beta(*alpha0).pdf(w)

    area = quad(joint, 0, 1)[0]
    assert exact.log_evidence == pytest.approx(np.log(area), abs=1e-8)
    w = np.array([0.05, 0.4, 0.9])
    np.testing.assert_allclose(exact.marginal_pdf(w), [joint(v) / area for v in w], rtol=1e-6)
    np.testing.assert_allclose(exact.marginal_pdf(1 - w, 1), exact.marginal_pdf(w), rtol=1e-12)


def test_many_samples_and_impossible_components():
    logs = np.array([[0.0, -np.inf]] * 700 + [[-np.inf, 3e5]] * 300)
    exact = exact_mixture_posterior(logs, 1.0)
    assert exact.counts[exact.probabilities.argmax()].tolist() == [700, 300]
    assert exact.log_evidence == pytest.approx(9e7 - gammaln(1002) + gammaln(701) + gammaln(301))
    model = VBMixtureWeights().fit(logs)
    np.testing.assert_allclose(model.alpha_, [701, 301])
    assert model.bound_ == pytest.approx(exact.log_evidence)  # labels that are certain: no gap
    assert model.predict(logs[[0, 999]]).tolist() == [0, 1]
    with pytest.raises(ValueError, match="row 1"):
        exact_mixture_posterior([[0.0, 0.0], [-np.inf, -np.inf]])


def test_each_step_is_the_best_there_is():
    rng = np.random.default_rng(0)
    logs = rng.normal(scale=1.5, size=(12, 3))
    alpha = np.array([2.0, 5.0, 1.0])
    eta = best_label_law(logs + expected_log_weights(alpha))
    least = variational_free_energy(eta, alpha, logs, 0.8)
    for other in rng.dirichlet(np.ones(3), size=(200, 12)):
        mixed = 0.9 * eta + 0.1 * other
        assert variational_free_energy(mixed, alpha, logs, 0.8) > least
    moved = best_weight_law(eta, 0.8)
    least = variational_free_energy(eta, moved, logs, 0.8)
    for factor in np.exp(0.1 * rng.normal(size=(200, 3))):
        assert variational_free_energy(eta, moved * factor, logs, 0.8) > least


def test_the_free_energy_falls_and_stays_above():
    rng = np.random.default_rng(1)
    for _ in range(20):
        logs = rng.normal(scale=2, size=(8, 3))
        alpha0 = rng.uniform(0.3, 3, 3)
        states = list(islice(vbem_rounds(logs, alpha0, rng.uniform(0.5, 9, 3)), 30))
        path = np.array([state.free_energy for state in states])
        assert np.diff(path).max() < 1e-12
        for alpha, eta, free_energy in states[::7]:
            written_out = variational_free_energy(eta, alpha, logs, alpha0)
            assert free_energy == pytest.approx(written_out, abs=1e-12)
            by_step = best_label_law(logs + expected_log_weights(alpha))
            np.testing.assert_allclose(eta, by_step, atol=1e-14)
        np.testing.assert_allclose(states[1].alpha, best_weight_law(states[0].eta, alpha0))
        assert path.min() > -exact_mixture_evidence(logs, alpha0)
        model = VBMixtureWeights(alpha0, tol=0).fit(logs)
        assert model.converged_
        np.testing.assert_allclose(model.alpha_, best_weight_law(model.resp_, alpha0), atol=1e-5)
        np.testing.assert_allclose(model.bound_path_, sorted(model.bound_path_))


def test_a_constant_for_all_components_moves_the_bound_alone():
    logs = np.random.default_rng(3).normal(size=(30, 2))
    far = logs + 1e6 * np.arange(30)[:, None]
    here = VBMixtureWeights().fit(logs)
    there = VBMixtureWeights().fit(far)
    np.testing.assert_allclose(here.alpha_, there.alpha_, rtol=1e-3)
    whole = VBMixtureWeights().fit(np.zeros((4, 2), dtype=int))
    np.testing.assert_allclose(whole.alpha_, [3, 3])
    assert exact_mixture_evidence(np.zeros((4, 2), dtype=int)) == pytest.approx(0)


def test_divergence_of_dirichlet_laws():
    assert dirichlet_kl([2.5, 0.7], [1.0, 3.0]) == pytest.approx(
        kl_divergence(Beta(2.5, 0.7), Beta(1.0, 3.0))
    )
    a = np.array([2.0, 3.0, 0.9])
    b = np.array([1.0, 1.5, 2.0])
    rows = np.random.default_rng(0).dirichlet(a, size=20_000)
    draws = dirichlet(a).logpdf(rows.T) - dirichlet(b).logpdf(rows.T)
    assert dirichlet_kl(a, b) == pytest.approx(draws.mean(), abs=4 * draws.std() / 141)
    assert dirichlet_kl(a, a) == pytest.approx(0, abs=1e-12)
    np.testing.assert_allclose(expected_log_weights(a), np.log(rows).mean(axis=0), atol=0.03)


def test_the_bound_of_the_labels_is_em_s():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(15, 1))
    theta = MixtureParameters(np.array([0.3, 0.7]), np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)))
    log_joint = component_log_densities(X, theta)
    eta, log_density = responsibilities(X, theta)
    np.testing.assert_allclose(best_label_law(log_joint), eta, atol=1e-12)
    assert label_bound(eta, log_joint) == pytest.approx(log_density.sum())
    other = rng.dirichlet([1, 1], size=15)
    assert label_bound(other, log_joint) == pytest.approx(em_lower_bound(theta, other, X))
    assert label_bound(other, log_joint) < log_density.sum()
    assert label_bound([[0.5, 0.5]], [[0.0, -np.inf]]) == -np.inf


def test_too_few_rounds_are_told():
    logs = np.random.default_rng(5).normal(size=(30, 2))
    with pytest.warns(ConvergenceWarning, match="max_iter = 1"):
        model = VBMixtureWeights(tol=0, max_iter=1).fit(logs)
    assert model.n_iter_ == 1
    assert len(model.bound_path_) == 2


@pytest.mark.parametrize("total", [1e4, 1e8, 1e12, 1e15])
def test_a_strong_prior_keeps_the_digits(total):
    """Log-gammas of 1e12 are known to 2e-3 only; the divergence was below zero at 1e8."""
    logs = np.random.default_rng(0).normal(size=(6, 2))
    labels = np.array(list(product(range(2), repeat=6)))
    chances = [
        np.prod([(total / 2 + k) for c in np.bincount(row, minlength=2) for k in range(c)])
        / np.prod([total + k for k in range(6)])
        for row in labels
    ]
    want = np.log(chances @ np.exp(logs[np.arange(6), labels].sum(axis=1)))
    assert exact_mixture_evidence(logs, total / 2) == pytest.approx(want, rel=1e-12)
    a = np.array([total, 2 * total])
    # one more count: log-gammas differ by a logarithm, digammas stand near another
    of_first = 1 / (2 * a[0]) + 1 / (12 * a[0] ** 2)
    of_all = 1 / (2 * a.sum()) + 1 / (12 * a.sum() ** 2)
    more = a + np.array([1, 0])
    assert dirichlet_kl(a, more) == pytest.approx(of_first - of_all, rel=1e-3, abs=1e-15)
    assert dirichlet_kl(a, a) == 0
