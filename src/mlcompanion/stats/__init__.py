"""Statistics: intervals and tests, and meters that say whether they keep what they promise."""

from .count_tests import binom_test, chi2_gof, chi2_independence, fisher_exact, g_test
from .mean_tests import f_test, t_test, t_test_ind, t_test_paired, z_test
from .meters import Rate, coverage, rejection_rate
from .null_laws import TestResult
from .power import lr_test
from .rank_tests import rank_sum, signed_rank
from .resampling_tests import bootstrap_test, monte_carlo_table, permutation_test

__all__ = [
    "Rate",
    "TestResult",
    "binom_test",
    "bootstrap_test",
    "chi2_gof",
    "chi2_independence",
    "coverage",
    "f_test",
    "fisher_exact",
    "g_test",
    "lr_test",
    "monte_carlo_table",
    "permutation_test",
    "rank_sum",
    "rejection_rate",
    "signed_rank",
    "t_test",
    "t_test_ind",
    "t_test_paired",
    "z_test",
]
