"""Other units and another origin of the data change no answer, in statistics, densities, causes.

Each public function that looks at data stands in ``CASES`` with a call on ``a + b x``, whose answer
is turned back into the units of ``x``; it must be the answer on ``x``. A new name enters by itself:
the first test fails until it has a call or, by its definition, a reason in ``EXCUSED``. What counts
ranks must agree to the last digit.
"""

import importlib
import inspect
import pkgutil

import numpy as np
import pytest

from mlcompanion import causal, change, clustering, density, sequences, stats
from mlcompanion.causal import linear_sem, pruning
from mlcompanion.clustering import (
    kernel_kmeans,
    kmeans,
    kmeans_line,
    kmeans_restarts,
    local_search,
    paired_kmeans,
    stream_kmeans,
)
from mlcompanion.clustering.kernel_kmeans import gram_factor
from mlcompanion.clustering.spectral import SpectralClustering, select_neighbors
from mlcompanion.density import bandwidth, contrasts, estimates, mixture, mixtures
from mlcompanion.density.contrasts import KLIEP, lsqmi
from mlcompanion.density.gaussian_gradients import gaussian_gradients, gaussian_log_likelihood
from mlcompanion.density.gaussian_loo import loo_gaussian
from mlcompanion.density.windows import silverman_bandwidth
from mlcompanion.probability import Laplace, Normal
from mlcompanion.stats.intervals.bootstrap import (
    bca_interval,
    bootstrap,
    percentile_interval,
    skewness,
)
from mlcompanion.stats.intervals.mean_intervals import plug_in_interval
from mlcompanion.stats.intervals.weights import effective_sample_size
from mlcompanion.stats.likelihood.information import sample_information, sample_score
from mlcompanion.stats.likelihood.maximum_likelihood import log_density, maximum_likelihood
from mlcompanion.stats.likelihood.scoring import fisher_scoring
from mlcompanion.stats.likelihood.smooth_models import NORMAL, fit_law
from mlcompanion.stats.selection.criteria import select
from mlcompanion.stats.tests import mean_tests, rank_tests
from mlcompanion.stats.tests.rank_comparison import compare_ranks
from mlcompanion.stats.tests.rank_laws import mid_ranks

ROOMS = (stats, density, causal, change, clustering, sequences)

_rng = np.random.default_rng(7)
ONE = np.round(_rng.normal(size=(2, 12)), 1)  # rounded: with ties
TWO = np.round(_rng.normal(0.4, 1.3, size=(2, 10)), 1)
PAIR = np.round(ONE + _rng.normal(0.3, 0.5, size=ONE.shape), 1)
CLOUD = _rng.normal(size=(40, 2)) @ [[1.0, 0.4], [0.0, 1.0]]
FEW_LINKS = np.zeros((40, 40))
FEW_LINKS[[0, 1], [1, 0]] = 1
FEW_LINKS[[0, 2], [2, 0]] = -1
OTHER = _rng.normal(0.5, 1.2, size=(30, 2))
CLASS = (CLOUD[:, 0] > 0).astype(int)
CAUSES = _rng.uniform(-1, 1, size=(200, 3)) @ [[1.0, 0.8, 0.0], [0.0, 1.0, -0.6], [0.0, 0.0, 1.0]]
BUMPS = np.array([[0.0, 0.0], [1.0, 1.0]])


SHARES = np.column_stack([CLASS, 1 - CLASS]) * 0.8 + 0.1


def _mixture(a, b):
    bells = b**2 * np.array([[[1.0, 0.3], [0.3, 2.0]], [[1.0, 0.0], [0.0, 0.5]]])
    return mixtures.MixtureParameters(np.array([0.4, 0.6]), a + b * BUMPS, bells)


def _tenth(X):
    """The tenth state of EM."""
    states = mixtures.em_rounds(X, SHARES)
    return [next(states) for _ in range(10)][-1]


def _welch(x, y):
    gap = x.mean(axis=1) - y.mean(axis=1)
    return gap / np.sqrt(x.var(axis=1, ddof=1) / x.shape[1] + y.var(axis=1, ddof=1) / y.shape[1])


def _interval(function, **options):
    def call(a, b):
        low, high = function(a + b * ONE, **options)
        return np.array([(end - a) / b for end in (low, high)])

    return call


def _median(x):
    return np.median(x, axis=1)


def _models(a, b):
    kinds = [density.GaussianDensity(kind) for kind in ("spherical", "diag", "full")]
    return {
        name: select(kinds, a + b * CLOUD, name, random_state=0).scores + 2 * np.log(b)
        for name in ("aic", "bic", "tic", "cv", "likelihood")
    }


def _density(estimator):
    def call(a, b):
        fitted = estimator().fit(a + b * CLOUD)
        return fitted.score_samples(a + b * OTHER) + 2 * np.log(b)

    return call


def _lingam(model):
    def call(a, b):
        fitted = model().fit(a + b * np.array([1.0, 1e3, 1e-3]) * CAUSES)
        units = np.array([1.0, 1e-3, 1e3])[:, None] / np.array([1.0, 1e-3, 1e3])
        return np.append(fitted.causal_order_, fitted.adjacency_matrix_ * units)

    return call


def _pairwise(measure):
    return lambda a, b: measure(a + b * CAUSES[:, 0], a + b * CAUSES[:, 1])


def _ratio(a, b):
    model = density.RelativeDensityRatio(random_state=0).fit(a + b * CLOUD, a + b * OTHER)
    return np.append(model.predict(a + b * OTHER), model.sigma_ / b)


def _kliep(a, b):
    model = KLIEP(random_state=0).fit(a + b * CLOUD, a + b * OTHER)
    return np.append(model.predict(a + b * OTHER), model.sigma_ / b)


def _difference(a, b):
    f = contrasts.lsdd(a + b * CLOUD, a + b * OTHER, random_state=0)
    return np.append(f(a + b * OTHER) * b**2, f.l2 * b**2)


def _normal_fit(a, b):
    fit = fit_law(a + b * ONE[0], "normal")
    return np.append((fit.parameters - [a, 0]) / b, fit.standard_errors / b)


def _peak(a, b):
    found = maximum_likelihood(lambda c: Laplace(c, b), a + b * ONE[0, :11], a - 4 * b, a + 5 * b)
    return (found - a) / b


def _clusters(model):
    def call(a, b):
        fitted = model().fit(a + b * CLOUD)
        return np.append((fitted.cluster_centers_ - a) / b, fitted.labels_)

    return call


#: From an origin and a unit to what does not depend on them; room.name, or several of them.
CASES = {
    "t_test": lambda a, b: stats.t_test(a + b * ONE, a + 0.3 * b).pvalue,
    "z_test": lambda a, b: stats.z_test(a + b * ONE, a + 0.3 * b, 1.2 * b).pvalue,
    "t_test_ind": lambda a, b: stats.t_test_ind(a + b * ONE, a + b * TWO).pvalue,
    "t_test_ind, Welch": lambda a, b: stats.t_test_ind(a + b * ONE, a + b * TWO, False).pvalue,
    "z_test_ind": lambda a, b: mean_tests.z_test_ind(a + b * ONE, a + b * TWO, 1.2 * b).pvalue,
    "f_test": lambda a, b: stats.f_test(a + b * ONE, a + b * TWO).pvalue,
    "t_test_paired": lambda a, b: stats.t_test_paired(a + b * ONE, a + b * PAIR).pvalue,
    "z_test_paired": lambda a, b: (
        mean_tests.z_test_paired(a + b * ONE, a + b * PAIR, 0.5, b).pvalue
    ),
    "lr_test": lambda a, b: (
        stats.lr_test(
            a + b * ONE, Normal(a, b * b), Normal(a + 0.5 * b, b * b), 200, random_state=0
        ).pvalue
    ),
    "bootstrap_test": lambda a, b: (
        stats.bootstrap_test(a + b * ONE, a + 0.31 * b, random_state=0).pvalue
    ),
    "bootstrap": lambda a, b: (bootstrap(a + b * ONE, random_state=0) - a) / b,
    "bootstrap, median": lambda a, b: (bootstrap(a + b * ONE, "median", random_state=0) - a) / b,
    "bootstrap, std": lambda a, b: bootstrap(a + b * ONE, "std", random_state=0) / b,
    "skewness": lambda a, b: skewness(a + b * ONE),
    "effective_sample_size": lambda a, b: effective_sample_size(b * np.arange(1.0, 9)),
    "bootstrap_interval": _interval(stats.bootstrap_interval, random_state=0),
    "percentile_interval": _interval(percentile_interval),
    "bca_interval": _interval(bca_interval, random_state=0),
    "bca_interval, own": _interval(
        bca_interval, statistic=lambda x: x.mean(axis=1), random_state=0
    ),
    "t_interval": _interval(stats.t_interval),
    "plug_in_interval": _interval(plug_in_interval),
    "z_interval": lambda a, b: (np.array(stats.z_interval(a + b * ONE, b)) - a) / b,
    "log_density": lambda a, b: log_density(Normal(a, b * b), a + b * ONE) + np.log(b),
    "log_likelihood": lambda a, b: (
        stats.log_likelihood(
            lambda m: Normal(m, b * b), a + b * ONE[0], a + b * np.array([-1.0, 0.0, 2.0])
        )
        + ONE.shape[1] * np.log(b)
    ),
    "maximum_likelihood": _peak,
    "fit_law": _normal_fit,
    "sample_score": lambda a, b: b * sample_score(NORMAL, a + b * ONE[0], (a + 0.2 * b, 1.5 * b)),
    "sample_information": lambda a, b: (
        b * b * sample_information(NORMAL, a + b * ONE[0], (a + 0.2 * b, 1.5 * b))
    ),
    "fisher_scoring": lambda a, b: (
        (fisher_scoring(NORMAL, a + b * ONE[0], (a + 0.2 * b, 1.5 * b)).parameters - [a, 0]) / b
    ),
    "select, aic": lambda a, b: _models(a, b)["aic"],
    "select, bic": lambda a, b: _models(a, b)["bic"],
    "select, tic": lambda a, b: _models(a, b)["tic"],
    "select, cv": lambda a, b: _models(a, b)["cv"],
    "GaussianDensity": _density(density.GaussianDensity),
    "GaussianMixtureEM": _density(lambda: mixtures.GaussianMixtureEM(2, random_state=1)),
    "GaussianMixtureGD": _density(lambda: mixtures.GaussianMixtureGD(2, step=0.1, random_state=1)),
    "component_log_densities": lambda a, b: (
        mixtures.component_log_densities(a + b * CLOUD, _mixture(a, b)) + 2 * np.log(b)
    ),
    "responsibilities": lambda a, b: mixtures.responsibilities(a + b * CLOUD, _mixture(a, b))[0],
    "mixture_log_likelihood": lambda a, b: (
        mixtures.mixture_log_likelihood(a + b * CLOUD, _mixture(a, b)) + 2 * len(CLOUD) * np.log(b)
    ),
    "mixture_gradients": lambda a, b: (
        mixtures.mixture_gradients(a + b * CLOUD, _mixture(a, b))[2] * b * b
    ),
    "em_lower_bound": lambda a, b: (
        mixtures.em_lower_bound(_mixture(a, b), SHARES, a + b * CLOUD) + 2 * len(CLOUD) * np.log(b)
    ),
    "m_step": lambda a, b: mixtures.m_step(a + b * CLOUD, SHARES).covariances / b**2,
    "em_rounds": lambda a, b: _tenth(a + b * CLOUD).theta.covariances / b**2,
    "start_from_means": lambda a, b: (
        mixtures.start_from_means(a + b * CLOUD, a + b * BUMPS).covariances / b**2
    ),
    "match_components": lambda a, b: mixtures.match_components(
        a + b * BUMPS, 4.0 * b**2, a + b * CLOUD[:5]
    )[1],
    "NNDensity": _density(density.NNDensity),
    "Histogram": lambda a, b: (
        density.Histogram(0.5 * b, a + 0.013 * b).fit(a + b * CLOUD).counts_.sum()
    ),
    "KernelDensity": lambda a, b: (
        density.KernelDensity(0.3 * b).fit(a + b * CLOUD).score_samples(a + b * OTHER)
        + 2 * np.log(b)
    ),
    "ParzenWindow": lambda a, b: np.exp(
        density.ParzenWindow(0.7 * b).fit(a + b * CLOUD).score_samples(a + b * OTHER)
        + 2 * np.log(b)
    ),
    "likelihood_cv": lambda a, b: (
        density.likelihood_cv(density.GaussianDensity(), a + b * CLOUD, random_state=0)
        + 2 * np.log(b)
    ),
    "knn_bandwidth": lambda a, b: density.knn_bandwidth(a + b * CLOUD) / b,
    "knn_weight_bandwidth": lambda a, b: density.knn_weight_bandwidth(
        a + b * CLOUD, np.arange(1.0, 41)
    ),
    "knn_covariances": lambda a, b: density.knn_covariances(a + b * CLOUD) / b**2,
    "loo_log_likelihood": lambda a, b: (
        bandwidth.loo_log_likelihood(a + b * CLOUD, 0.5 * b) + 2 * len(CLOUD) * np.log(b)
    ),
    "loo_ml_bandwidth": lambda a, b: density.loo_ml_bandwidth(a + b * CLOUD) / b,
    "silverman_bandwidth": lambda a, b: silverman_bandwidth(a + b * CLOUD) / b,
    "energy_distance": lambda a, b: density.energy_distance(a + b * CLOUD, a + b * OTHER) / b,
    "energy_distance, line": lambda a, b: (
        density.energy_distance(a + b * CLOUD[:, :1], a + b * OTHER[:, :1]) / b
    ),
    "class_distances": lambda a, b: (
        contrasts.class_distances(a + b * CLOUD, CLASS, a + b * OTHER)[0] / b
    ),
    "class_prior_energy": lambda a, b: density.class_prior_energy(
        a + b * CLOUD, CLASS, a + b * OTHER
    ),
    "match_shares": lambda a, b: contrasts.match_shares(
        *(b * d for d in contrasts.class_distances(CLOUD, CLASS, OTHER))
    ),
    "log_kernel_density": lambda a, b: (
        density.log_kernel_density(a + b * OTHER, a + b * CLOUD, 0.4 * b) + 2 * np.log(b)
    ),
    "knn_density": lambda a, b: (
        np.log(density.knn_density(a + b * OTHER, a + b * CLOUD)) + 2 * np.log(b)
    ),
    "cross_validate_bandwidth": lambda a, b: (
        estimates.cross_validate_bandwidth(a + b * CLOUD, [0.3 * b, 0.6 * b], random_state=0)
        + 2 * np.log(b)
    ),
    "cross_validate_neighbours": lambda a, b: (
        estimates.cross_validate_neighbours(a + b * CLOUD, [2, 5], random_state=0) + 2 * np.log(b)
    ),
    "gaussian_gradients": lambda a, b: (
        gaussian_gradients(a + b * CLOUD, np.full(2, a + 0.2 * b), np.eye(2) * b * b)[0] * b
    ),
    "gaussian_log_likelihood": lambda a, b: (
        gaussian_log_likelihood(a + b * CLOUD, np.full(2, a + 0.2 * b), np.eye(2) * b * b)
        + 2 * len(CLOUD) * np.log(b)
    ),
    "loo_gaussian": lambda a, b: np.asarray(loo_gaussian(a + b * CLOUD)) + 2 * np.log(b),
    "log_gaussian_mixture": lambda a, b: (
        mixture.log_gaussian_mixture(
            a + b * CLOUD, [0.4, 0.6], a + b * BUMPS, np.array([0.5, 1.5]) * b * b
        )
        + 2 * np.log(b)
    ),
    "RelativeDensityRatio": _ratio,
    "gaussian_overlap": lambda a, b: (
        contrasts.gaussian_overlap(a + b * CLOUD, sigma=0.7 * b) / b ** CLOUD.shape[1]
    ),
    "KLIEP": _kliep,
    "lsdd": _difference,
    "difference_form": lambda a, b: (
        contrasts.difference_form(a + b * OTHER, 0.7 * b, 0.1 * b**2) * b**2
    ),
    "median_distance": lambda a, b: contrasts.median_distance(a + b * CLOUD, a + b * OTHER) / b,
    "mmd2": lambda a, b: contrasts.mmd2(a + b * CLOUD, a + b * OTHER),
    "mmd2, unbiased": lambda a, b: contrasts.mmd2(a + b * CLOUD, a + b * OTHER, unbiased=True),
    "kl_ratio_divergence": lambda a, b: contrasts.kl_ratio_divergence(
        a + b * CLOUD, a + b * OTHER, random_state=0
    ),
    "relative_pearson": lambda a, b: contrasts.relative_pearson(
        a + b * CLOUD, a + b * OTHER, random_state=0
    ),
    "series_vectors": lambda a, b: (change.series_vectors(a + b * CLOUD, 3) - a) / b,
    "sliding_sums": lambda a, b: (change.sliding_sums(a + b * CLOUD[:, 0], 3) - 3 * a) / b,
    "sliding_discrepancy": lambda a, b: (
        change.sliding_discrepancy(a + b * CLOUD, 2, 5, np.negative) / b
    ),
    "change_scores": lambda a, b: change.change_scores(a + b * CLOUD, 2, 5).scores / b,
    "change_scores, mmd": lambda a, b: change.change_scores(a + b * CLOUD, 2, 5, "mmd").scores,
    "change_scores, lsdd": lambda a, b: (
        change.change_scores(a + b * CLOUD, 2, 5, "lsdd").scores * b**4
    ),
    "two_step_ratio": lambda a, b: contrasts.two_step_ratio(
        a + b * OTHER, a + b * CLOUD, a + b * OTHER, [0.3 * b, 0.6 * b], 0.1, random_state=0
    ),
    "DirectLiNGAM": _lingam(causal.DirectLiNGAM),
    "DirectLiNGAM, pwling": _lingam(lambda: causal.DirectLiNGAM("pwling")),
    "hsic": _pairwise(causal.hsic),
    "kernel_mi": _pairwise(causal.kernel_mi),
    "nonlinear_correlation": _pairwise(causal.nonlinear_correlation),
    "pairwise_likelihood_ratio": _pairwise(causal.pairwise_likelihood_ratio),
    "maxent_entropy": lambda a, b: causal.independence.maxent_entropy(a + b * CAUSES[:, 0]),
    "residual": lambda a, b: linear_sem.residual(a + b * CAUSES[:, 0], a + b * CAUSES[:, 1]) / b,
    "adjacency_from_order": lambda a, b: linear_sem.adjacency_from_order(a + b * CAUSES, [0, 1, 2]),
    "adaptive_lasso": lambda a, b: pruning.adaptive_lasso(
        a + b * CAUSES[:, :2], a + b * CAUSES[:, 2], rate=0.3
    ),
    "determination": lambda a, b: pruning.determination(
        a + b * CAUSES, [[0, 0, 0], [0.8, 0, 0], [0, -0.6, 0]]
    ),
    "kmeans_cost": lambda a, b: kmeans.kmeans_cost(a + b * CLOUD, a + b * BUMPS) / b**2,
    "nearest_centers": lambda a, b: kmeans.nearest_centers(a + b * CLOUD, a + b * BUMPS)[0],
    "kmeans_plusplus": lambda a, b: (kmeans.kmeans_plusplus(a + b * CLOUD, 4, 0) - a) / b,
    "kmeans_sharp": lambda a, b: (kmeans.kmeans_sharp(a + b * CLOUD, 4, random_state=0) - a) / b,
    "lloyd": lambda a, b: (kmeans.lloyd(a + b * CLOUD, 4, random_state=0) - a) / b,
    "local_search": lambda a, b: (local_search(a + b * CLOUD, 4, random_state=0) - a) / b,
    "gram_factor": lambda a, b: abs(gram_factor(b**2 * CLOUD @ CLOUD.T)) / b,
    "kmeans_restarts": lambda a, b: kmeans_restarts(a + b * CLOUD, 3, random_state=0).labels,
    "kernel_kmeans": lambda a, b: kernel_kmeans(b**2 * CLOUD @ CLOUD.T, 3, random_state=0).labels,
    "paired_kmeans": lambda a, b: paired_kmeans(a + b * CLOUD, 3, FEW_LINKS, random_state=0).labels,
    "kmeans_1d_exact": lambda a, b: (kmeans_line.kmeans_1d_exact(a + b * ONE[0], 3)[0] - a) / b,
    "sequential_kmeans": lambda a, b: (stream_kmeans.sequential_kmeans(a + b * CLOUD, 3) - a) / b,
    "KMeans": _clusters(lambda: clustering.KMeans(3, random_state=0)),
    "SpectralClustering": lambda a, b: (
        SpectralClustering(3, n_neighbors=6, random_state=0).fit(a + b * CLOUD).labels_
    ),
    "select_neighbors": lambda a, b: (
        select_neighbors(a + b * CLOUD, 2, [4, 8], random_state=0).scores * b ** CLOUD.shape[1]
    ),
    "kmeans_exhaustive": lambda a, b: clustering.kmeans_exhaustive(a + b * CLOUD[:9], 3).labels,
    "lsqmi": lambda a, b: (
        lsqmi(a + b * CLOUD, np.arange(len(CLOUD)) % 2, random_state=0).qmi * b ** CLOUD.shape[1]
    ),
    "SequentialKMeans": _clusters(lambda: stream_kmeans.SequentialKMeans(3)),
    "DoublingKCenter": _clusters(lambda: stream_kmeans.DoublingKCenter(3)),
}

#: What looks at order and ties alone: the same answer, digit for digit.
EXACT = {
    "two_sample_test": lambda a, b: [
        change.two_sample_test(a + b * OTHER, a + b * CLOUD, measure, random_state=0).pvalue
        for measure in ("energy", "mmd", "lsdd")
    ],
    "highest_peaks": lambda a, b: change.highest_peaks(a + b * ONE[0], 4, 2),
    "mid_ranks": lambda a, b: mid_ranks(a + b * ONE),
    "rank_sum": lambda a, b: stats.rank_sum(a + b * ONE, a + b * TWO).pvalue,
    "rank_sum, normal": lambda a, b: stats.rank_sum(a + b * ONE, a + b * TWO, "normal").pvalue,
    "mann_whitney": lambda a, b: rank_tests.mann_whitney(a + b * ONE, a + b * TWO).statistic,
    "signed_rank": lambda a, b: stats.signed_rank(a + b * ONE, a + b * PAIR).pvalue,
    "signed_rank, normal": lambda a, b: (
        stats.signed_rank(a + b * ONE, a + b * PAIR, "normal", True).pvalue
    ),
    "permutation_test": lambda a, b: (
        stats.permutation_test(a + b * ONE, a + b * TWO, n_draws=500, random_state=0).pvalue
    ),
    "permutation_test, all": lambda a, b: (
        stats.permutation_test(a + b * ONE[:, :5], a + b * TWO[:, :5]).pvalue
    ),
    "permutation_test, Welch": lambda a, b: (
        stats.permutation_test(a + b * ONE[:, :5], a + b * TWO[:, :5], _welch).pvalue
    ),
    "permutation_test, median": lambda a, b: (
        stats.permutation_test(
            a + b * ONE[:, :5],
            a + b * TWO[:, :5],
            lambda x, y: _median(x) - _median(y),
        ).pvalue
    ),
    "compare_ranks": lambda a, b: compare_ranks(a + b * ONE[:, :5]).pvalue,
}

COUNTS = "takes counts or shares, which have no units"
CALLS_A_FUNCTION = "calls functions that are given, and looks at no data itself"
PARAMETERS = "takes parameters, derivatives or weights instead of data: see its own tests"
STORE = "a class that only stores"
EXCUSED = {
    **dict.fromkeys(
        [
            "CountableMixture",
            "Cover",
            "Degenerate",
            "GridMixture",
            "HMM",
            "HiddenTrack",
            "IID",
            "KLEstimate",
            "KT",
            "Markov",
            "Measure",
            "Mixture",
            "OnTrack",
            "RMeasure",
            "adversary",
            "best_order_k_loss",
            "champernowne_bits",
            "check_law",
            "check_word",
            "coin_net",
            "conditional_tv",
            "d_infinity",
            "fibonacci_word",
            "greedy_countable_mixture",
            "greedy_cover",
            "kl_cumulative",
            "log2",
            "markov_grid",
            "maximum_mean_cycle",
            "thue_morse",
        ],
        "symbols, laws and words: no units and no origin",
    ),
    **dict.fromkeys(
        [
            "binom_test",
            "chi2_gof",
            "chi2_independence",
            "enrichment_pvalue",
            "fisher_exact",
            "g_test",
            "kl_statistic",
            "margin_tables",
            "pearson_statistic",
            "monte_carlo_table",
            "random_tables",
            "rank_sum_masses",
            "signed_rank_masses",
            "tied_rank_sum_masses",
            "rank_distance",
            "kernel_mi_parameters",
            "viterbi",
            "chain_maxima",
            "chain_sums",
            "ChainMaxima",
            "ChainSums",
            "hamming",
            "ChainFeatures",
        ],
        COUNTS,
    ),
    **dict.fromkeys(
        [
            "ChainKMeans",
            "Chains",
            "OrderKMeans",
            "SwapPairs",
            "agreement_chances",
            "agreement_gap_bound",
            "agreement_graph",
            "borda_order",
            "chain_error",
            "common_kendall",
            "common_spearman",
            "exchangeable_chains",
            "extension_factor",
            "hypersphere_map",
            "initial_labels",
            "make_chains",
            "mean_shift",
            "nearest_order",
            "order_error",
            "pair_counts",
            "planted_graph",
            "probabilistic_order",
            "randomization_test",
            "thurstone_order",
            "valid_swaps",
        ],
        "rankings have no unit: rows of numbers are held in clustering/chains/test_collection.py",
    ),
    **dict.fromkeys(
        [
            "coverage",
            "rejection_rate",
            "critical_region",
            "credible_interval",
            "fisher_information",
            "run_experts",
            "make_experts",
            "frozen_expert",
            "full_statistics",
            "lazy_statistics",
        ],
        CALLS_A_FUNCTION,
    ),
    **dict.fromkeys(
        [
            "cramer_rao_bound",
            "wald_interval",
            "grid_posterior",
            "GridPosterior",
            "paired_shift",
            "unpaired_shift",
            "t_power",
            "z_power",
            "aic",
            "bic",
            "tic",
            "takeuchi_penalty",
            "relative_importance",
            "penalized_solutions",
            "kliep_steps",
            "total_effects",
            "exogenous_candidates",
            "best_triangular_order",
            "nonzero_diagonal",
            "order_by_zeroing",
            "mixed_centers",
        ],
        PARAMETERS,
    ),
    **dict.fromkeys(
        [
            "LikelihoodFit",
            "SmoothModel",
            "Rate",
            "TestResult",
            "RankComparison",
            "Selection",
            "DensityEstimator",
            "MixtureModel",
            "MixtureParameters",
            "EMState",
            "Ascent",
            "BootstrapResult",
            "FunctionRound",
            "KernelRound",
            "PairwiseRound",
            "Round",
            "Expert",
            "ExpertTrace",
            "ContrastFit",
            "KnownGram",
            "RatioProblem",
            "BallPrecision",
            "ChangeScores",
            "DensityDifference",
            "HingeDistance",
            "StructuralChange",
        ],
        STORE,
    ),
    **dict.fromkeys(
        [
            "cross_validate_radius",
            "feature_change",
            "graphical_lasso_ball",
            "pair_features",
            "second_moment",
            "structural_change",
        ],
        "of mean zero; units are held in change/test_structural.py",
    ),
    "ICALiNGAM": "scikit-learn's search for components starts at random and stops by a tolerance",
    "adaptive_lasso_prune": "adaptive_lasso, row by row",
    "bootstrap_lingam": "DirectLiNGAM on resamples",
    "OnlineClusteringWithExperts": "its guarantee is about norms: the source's R has an origin",
    "plain_ascent": "the source's steps have the units of the data",
    "l1_distance": "its machine stops by a tolerance: held to it in change/test_two_sample.py",
    "fit_contrast": "takes an object that computes moments: tried through what builds it",
    "AgreementChances": "what agreement_chances returns",
    "Clusters": "what kernel_kmeans returns",
    "ExactClusters": "what kmeans_exhaustive returns",
    "LabelInformation": "what lsqmi returns",
    "NeighborChoice": "what select_neighbors returns",
    "PairedClusters": "what paired_kmeans returns",
    "RandomizationTest": "what randomization_test returns",
    "clustering_loss": "divides by the source's R, a bound on norms",
    "progressive_costs": "takes what the experts of the above left",
}


def public_names():
    for room in ROOMS:
        for part in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            module = importlib.import_module(part.name)
            for name in getattr(module, "__all__", ()):
                if inspect.isclass(getattr(module, name)) or inspect.isfunction(
                    getattr(module, name)
                ):
                    yield name


def test_every_public_name_is_tried_or_excused():
    tried = {name.partition(",")[0] for name in (*CASES, *EXACT)}
    assert set(public_names()) == tried | set(EXCUSED)
    assert not tried & set(EXCUSED)


UNITS = [1e6, 1e-6, 1e9, 1e-9]


@pytest.mark.parametrize("name", CASES)
def test_units_and_origin_change_no_answer(name):
    answer = CASES[name]
    wanted = np.asarray(answer(0.0, 1.0), dtype=float)
    size = np.abs(wanted).max()
    for b in UNITS:
        np.testing.assert_allclose(answer(0.0, b), wanted, rtol=1e-9, atol=1e-9 * size)
    for a, b in [(1e6, 1.0), (-1e6, 1.0), (1e12, 1e6), (1e-3, 1e-9)]:  # 1e6 standard deviations
        np.testing.assert_allclose(answer(a, b), wanted, rtol=1e-6, atol=1e-6 * size)


@pytest.mark.parametrize("name", EXACT)
def test_what_counts_ranks_and_ties_agrees_exactly(name):
    answer = EXACT[name]
    wanted = np.asarray(answer(0.0, 1.0))
    for a, b in [*((0.0, b) for b in UNITS), (1e6, 1.0), (-1e6, 1.0), (1e12, 1e6), (1e-3, 1e-9)]:
        np.testing.assert_array_equal(answer(a, b), wanted, err_msg=f"{a} + {b} x")
