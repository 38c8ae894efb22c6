"""Estimated ratios on a few draws."""

from mlcompanion_chapters.sugiyama.s33_semisupervised import ratio_estimates as ratios


def test_fits_follow_the_true_ratio():
    r2, sigma = ratios.ratio_fits(2, random_state=0)
    assert min(r2) > 0.5
    assert set(sigma) <= set(ratios.GRID["sigma"])


def test_both_ways_err_little():
    found = ratios.two_step_gaps(2, random_state=0)
    assert max(errors.max() for errors in found.values()) < 1
