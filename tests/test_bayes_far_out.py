"""Units and origin change no answer: priors and posteriors, evidence, chains of draws.

Priors are converted with the data. ``far_out`` says how a table is read, and holds that each
function of the room is in it.
"""

from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.bayes.local_models import LocalPrior
from mlcompanion.bayes.mixtures import MixturePrior, VBPosterior

ROOMS = ("bayes",)
B = SimpleNamespace(**NAMES["bayes"])
RNG = np.random.default_rng(2)
X = dyadic(RNG.normal(size=(16, 2)))
Y = dyadic(X @ [1.0, -2.0] + 0.1 * RNG.normal(size=16))
Z = (RNG.random((16, 3)) < 0.5).astype(int)
W = RNG.normal(size=(3, 2))
DRAWS = dyadic(np.cumsum(RNG.normal(size=(3, 40)), axis=1) / 4)
SHARES = RNG.dirichlet([1.0, 1.0], size=16)
LABELS = np.arange(16) % 2
LOGS = dyadic(np.log(RNG.dirichlet([1.0, 1.0], size=6)))
MASSES = dyadic(np.log([0.2, 0.3, 0.5]))


def prior(a, b):
    return MixturePrior(1.0, 1.0, np.full(2, a), np.eye(2) * b**2, 4.0)


def laws(a, b):
    scatters = np.array([np.eye(2), 2 * np.eye(2)]) * b**2
    ten = np.array([5.0, 9.0])
    return VBPosterior(ten, ten, a + b * np.array([[0.0, 0.0], [1.0, 0.5]]), scatters, ten)


def rounds(a, b):
    states = B.vb_rounds(a + b * X, SHARES, prior(a, b))
    found = [next(states) for _ in range(4)][-1]
    posterior = found.posterior
    return flat((posterior.means - a) / b, posterior.inverse_W / b**2)


def labelled(a, b):
    states = B.label_states(
        a + b * X, LABELS, prior(a, b), B.process_partition(1.0), random_state=0
    )
    return [next(states) for _ in range(4)][-1].labels


def clusters(a, b):
    """Without slopes, whose prior has another unit than the constant's."""
    base = LocalPrior(centre=a, b_x=b**2, b_y=b**2)
    found = B.local_log_evidence(a + b * X, b * Y, LABELS, base, slope=False)
    return np.sum(flat(found)) + 16 * 3 * np.log(b)


def peak(a, b):
    def bell(theta):
        u = (theta - a) / b
        return -0.5 * float(u @ u) - 0.1 * float(np.sum(u**4)) + float(u[0])

    found = B.laplace_approximation(bell, a + b * np.array([0.5, 0.25]))
    return flat((found.mode - a) / b, found.log_integral - 2 * np.log(b))


def evidence(a, b):
    found = B.laplace_evidence(
        lambda theta: -0.5 * float(np.sum(((theta - a) / b - 1) ** 2)),
        lambda theta: -0.5 * float(np.sum(((theta - a) / b) ** 2)),
        a + b * np.array([0.5, 0.25]),
    )
    return flat((found.posterior.mode - a) / b, found.log_evidence - 2 * np.log(b))


def walk(a, b):
    found = B.metropolis_hastings(
        lambda theta: -0.5 * float(np.sum(((theta - a) / b) ** 2)), [a, a], 20, step=0.5 * b,
        random_state=0,
    )  # fmt: skip
    return (found.samples - a) / b


CASES = {
    # chains of draws
    "autocorrelation": free()(lambda a, b: B.autocorrelation(a + b * DRAWS, 5)),
    "chain_effective_size": free()(lambda a, b: B.chain_effective_size(a + b * DRAWS)),
    "chain_mean_error": free()(lambda a, b: B.chain_mean_error(a + b * DRAWS) / b),
    "split_rhat": free()(lambda a, b: B.split_rhat(a + b * DRAWS)),
    "metropolis_hastings": free(1e-9, 1e-8)(walk),
    "metropolis_hastings_table": Case(
        lambda a, b: B.metropolis_hastings_table(a + MASSES, np.full((3, 3), 1 / 3)), "origin"
    ),
    "acceptance_log_ratio": Case(
        lambda a, b: B.acceptance_log_ratio(a + MASSES, a + MASSES[::-1]), "origin"
    ),
    "predictive_density": Case(
        lambda a, b: B.predictive_density(
            lambda points, thetas: -0.5 * (points[:, None] - thetas) ** 2,
            np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0]), log_weights=a + MASSES,
        ),
        "origin",
    ),
    # evidence
    "best_label_law": Case(lambda a, b: B.best_label_law(a + LOGS), "origin"),
    "exact_mixture_evidence": Case(
        lambda a, b: B.exact_mixture_evidence(a + LOGS) - 6 * a, "origin", far=1e-8
    ),
    "exact_mixture_posterior": Case(
        lambda a, b: B.exact_mixture_posterior(a + LOGS).log_evidence - 6 * a, "origin", far=1e-8
    ),
    "label_bound": Case(
        lambda a, b: B.label_bound(SHARES[:6], a + LOGS) - 6 * a, "origin", far=1e-8
    ),
    "variational_free_energy": Case(
        lambda a, b: B.variational_free_energy(SHARES[:6], [1.5, 2.5], a + LOGS) + 6 * a, "origin",
        far=1e-8,
    ),
    "vbem_rounds": Case(
        lambda a, b: [next(s) for s in [B.vbem_rounds(a + LOGS)] for _ in range(4)][-1].alpha,
        "origin",
    ),
    "laplace_approximation": free(1e-6, 1e-6)(peak),
    "laplace_evidence": free(1e-6, 1e-6)(evidence),
    "empirical_bayes": free(1e-7, 1e-7)(
        lambda a, b: (
            B.empirical_bayes(
                lambda g: -(((g - a) / b - 1.25) ** 2), a + b * np.array([0.0, 1.0, 2.0])
            )[0] - a
        )
        / b
    ),
    "log_evidence_gaussian_mean": Case(
        lambda a, b: B.log_evidence_gaussian_mean(b * Y, 2.0 * b, noise=b) + 16 * np.log(b)
    ),
    "evidence_width": Case(lambda a, b: B.evidence_width(b * (Y + 3), noise=b) / b),
    "local_log_evidence": free(1e-10, 1e-8)(clusters),
    "label_states": free()(labelled),
    "mixture_free_energy": free(1e-10, 1e-8)(
        lambda a, b: (
            B.mixture_free_energy(a + b * X, SHARES, laws(a, b), prior(a, b)).value - 32 * np.log(b)
        )
    ),
    "variational_responsibilities": free(far=1e-8)(
        lambda a, b: B.variational_responsibilities(a + b * X, laws(a, b))
    ),
    "vb_rounds": free(1e-10, 1e-8)(rounds),
    # features
    "additive_clustering": Case(lambda a, b: B.additive_clustering(Z, b * abs(W[:, 0])) / b),
    "binary_matrix_factorization": Case(
        lambda a, b: B.binary_matrix_factorization(Z, b * W, Z[:5, :2]) / b
    ),
    "elimination_by_aspects": Case(lambda a, b: B.elimination_by_aspects(Z, b * abs(W[:, 0]))),
    "infinite_ica": Case(lambda a, b: B.infinite_ica(Z, b * X @ W.T, W) / b),
    "gibbs_sweep": Case(
        lambda a, b: B.gibbs_sweep(b * X, Z, 1.0, 0.5 * b, b, random_state=0), "units"
    ),
    "log_marginal_likelihood": Case(
        lambda a, b: B.log_marginal_likelihood(b * X, Z, 0.5 * b, b) + 32 * np.log(b)
    ),
    "posterior_mean_features": Case(
        lambda a, b: B.posterior_mean_features(b * X, Z, 0.5 * b, b) / b
    ),
}  # fmt: skip

EXCUSED = reasons(
    {
        "counts, labels and shares": """best_weight_law crp_conditional dirichlet_kl
            dirichlet_partition expected_dishes expected_log_weights history_counts
            left_ordered_form log_prob_crp log_prob_dirichlet_multinomial
            log_prob_finite_beta_bernoulli log_prob_ibp match_features process_partition
            shared_feature_counts gibbs_sweep_finite gibbs_sweep_prior""",
        "draws of laws without a unit": """sample_beta_process sample_concentration sample_crp
            sample_exchangeable_ibp sample_finite_beta_bernoulli sample_ibp sample_ibp_histories
            sample_ibp_stick_breaking stick_breaking_weights""",
        "log odds and probabilities": "latent_feature_links noisy_or",
        "calls functions that are given, and looks at no data itself": """geweke_joint_test gibbs
            importance_log_weights importance_sampling inverse_transform monte_carlo
            rejection_sampling""",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
