"""Tests: of means, counts and ranks, by resampling, and their power."""

from .count_tests import binom_test, chi2_gof, chi2_independence, fisher_exact, g_test
from .enrichment import enrichment_pvalue
from .mean_tests import f_test, t_test, t_test_ind, t_test_paired, z_test
from .null_laws import TestResult, critical_region
from .power import lr_test, paired_shift, t_power, unpaired_shift
from .rank_comparison import compare_ranks
from .rank_laws import mid_ranks, rank_sum_masses, signed_rank_masses, tied_rank_sum_masses
from .rank_tests import mann_whitney, rank_sum, signed_rank
from .resampling_tests import bootstrap_test, monte_carlo_table, permutation_test

__all__ = [
    "TestResult",
    "binom_test",
    "bootstrap_test",
    "chi2_gof",
    "chi2_independence",
    "compare_ranks",
    "critical_region",
    "enrichment_pvalue",
    "f_test",
    "fisher_exact",
    "g_test",
    "lr_test",
    "mann_whitney",
    "mid_ranks",
    "monte_carlo_table",
    "paired_shift",
    "permutation_test",
    "rank_sum",
    "rank_sum_masses",
    "signed_rank",
    "signed_rank_masses",
    "t_power",
    "t_test",
    "t_test_ind",
    "t_test_paired",
    "tied_rank_sum_masses",
    "unpaired_shift",
    "z_test",
]
