"""Bayesian non-parametrics: partitions, binary features, and samplers for them."""

from .buffet_gibbs import gibbs_sweep, gibbs_sweep_prior
from .buffet_likelihoods import (
    additive_clustering,
    binary_matrix_factorization,
    elimination_by_aspects,
    infinite_ica,
    latent_feature_links,
    noisy_or,
    shared_feature_counts,
)
from .chinese_restaurant import (
    crp_conditional,
    log_prob_crp,
    log_prob_dirichlet_multinomial,
    sample_crp,
)
from .finite_gibbs import gibbs_sweep_finite
from .ibp_linear_gaussian import IBPLinearGaussian, match_features
from .indian_buffet import (
    expected_dishes,
    history_counts,
    left_ordered_form,
    log_prob_finite_beta_bernoulli,
    log_prob_ibp,
    sample_beta_process,
    sample_exchangeable_ibp,
    sample_finite_beta_bernoulli,
    sample_ibp,
    sample_ibp_histories,
    sample_ibp_stick_breaking,
    stick_breaking_weights,
)
from .linear_gaussian import log_marginal_likelihood, posterior_mean_features

__all__ = [
    "IBPLinearGaussian",
    "additive_clustering",
    "binary_matrix_factorization",
    "crp_conditional",
    "elimination_by_aspects",
    "expected_dishes",
    "gibbs_sweep",
    "gibbs_sweep_finite",
    "gibbs_sweep_prior",
    "history_counts",
    "infinite_ica",
    "latent_feature_links",
    "left_ordered_form",
    "log_marginal_likelihood",
    "log_prob_crp",
    "log_prob_dirichlet_multinomial",
    "log_prob_finite_beta_bernoulli",
    "log_prob_ibp",
    "match_features",
    "noisy_or",
    "posterior_mean_features",
    "sample_beta_process",
    "sample_crp",
    "sample_exchangeable_ibp",
    "sample_finite_beta_bernoulli",
    "sample_ibp",
    "sample_ibp_histories",
    "sample_ibp_stick_breaking",
    "shared_feature_counts",
    "stick_breaking_weights",
]
