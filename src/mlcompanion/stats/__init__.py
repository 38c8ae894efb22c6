"""Statistics: intervals and tests, and meters that say whether they keep what they promise."""

from .bootstrap import bootstrap, bootstrap_interval
from .count_tests import binom_test, chi2_gof, chi2_independence, fisher_exact, g_test
from .information import fisher_information, fisher_scoring
from .intervals import plug_in_interval, t_interval, z_interval
from .likelihood import log_likelihood
from .mean_tests import f_test, t_test, t_test_ind, t_test_paired, z_test
from .meters import Rate, coverage, rejection_rate
from .null_laws import TestResult
from .posterior import credible_interval, grid_posterior
from .power import lr_test
from .rank_tests import rank_sum, signed_rank
from .resampling_tests import bootstrap_test, monte_carlo_table, permutation_test

__all__ = [
    "Rate",
    "TestResult",
    "binom_test",
    "bootstrap",
    "bootstrap_interval",
    "bootstrap_test",
    "chi2_gof",
    "chi2_independence",
    "coverage",
    "credible_interval",
    "f_test",
    "fisher_exact",
    "fisher_information",
    "fisher_scoring",
    "g_test",
    "grid_posterior",
    "log_likelihood",
    "lr_test",
    "monte_carlo_table",
    "permutation_test",
    "plug_in_interval",
    "rank_sum",
    "rejection_rate",
    "signed_rank",
    "t_interval",
    "t_test",
    "t_test_ind",
    "t_test_paired",
    "z_interval",
    "z_test",
]
