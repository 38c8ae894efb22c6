"""The listing of the ratio, its optimum, and exact arithmetic against floating point."""

import numpy as np

from mlcompanion.density.contrasts import KLIEP
from mlcompanion.kernels import rbf_kernel
from mlcompanion_chapters.sugiyama.s38_outlier_detection import ratio_draws, unbounded


def test_the_printed_index_has_seen_its_points():
    clean, test = ratio_draws.clean_and_test(5)
    printed = ratio_draws.listing_ratio(clean, test, 5, clip=True, printed=True)
    mended = ratio_draws.listing_ratio(clean, test, 5, clip=True)
    assert mended["seen"] == 0
    assert 0.5 < printed["seen"] < 1
    assert len(mended["ratio"]) == 50


def test_the_general_solver_and_ours_meet():
    told = ratio_draws.optimum_draw(11)
    assert told["off"] < 1e-9
    assert abs(told["generic"]) < 1e-7
    clean, test = ratio_draws.clean_and_test(11)
    model = KLIEP(ratio_draws.WIDTHS, random_state=11).fit(clean, test)
    assert told["planted"] == model.predict(test)[-1]


def test_decimals_solve_what_floats_solve_where_they_can():
    rng = np.random.default_rng(0)
    clean, test = rng.normal(size=(6, 1)) * 5, rng.normal(size=(7, 1)) * 5
    K = rbf_kernel(clean, sigma=1.0)
    slope = np.linalg.solve(K, rbf_kernel(test, clean, sigma=1.0).mean(axis=0))
    assert unbounded.has_negative_slope(clean, test, 1.0) == (slope.min() < 0)


def test_the_direction_goes_down():
    clean, test = ratio_draws.clean_and_test(2)
    K = rbf_kernel(clean, sigma=1.0)
    b = rbf_kernel(test, clean, sigma=1.0).mean(axis=0)
    found = unbounded.descent_direction(K, b)
    assert found.fun < -1e-6
    assert (K @ found.x).min() > 0
