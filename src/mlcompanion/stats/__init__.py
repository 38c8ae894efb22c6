"""Statistics: intervals and tests, and meters that say whether they keep what they promise."""

from .intervals.bootstrap import bootstrap, bootstrap_interval
from .intervals.mean_intervals import plug_in_interval, t_interval, z_interval
from .intervals.meters import Rate, coverage, rejection_rate
from .intervals.posterior import credible_interval, grid_posterior
from .likelihood.information import fisher_information
from .likelihood.maximum_likelihood import log_likelihood
from .likelihood.scoring import fisher_scoring
from .tests.count_tests import binom_test, chi2_gof, chi2_independence, fisher_exact, g_test
from .tests.mean_tests import f_test, t_test, t_test_ind, t_test_paired, z_test
from .tests.null_laws import TestResult
from .tests.power import lr_test
from .tests.rank_tests import rank_sum, signed_rank
from .tests.resampling_tests import bootstrap_test, monte_carlo_table, permutation_test

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
