"""Areas, masses and outlines are what the law says."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from scipy.stats import binom, dirichlet, norm

from mlcompanion.plots import (
    contingency_areas,
    covariance_ellipse,
    draw_density,
    draw_masses,
    simplex_heat,
    simplex_places,
)
from mlcompanion.plots._colors import color_of, tint


@pytest.fixture
def ax():
    fig, axes = plt.subplots()
    yield axes
    plt.close(fig)


def area(polygon):
    """Of a closed outline, by the shoelace formula."""
    x, y = polygon.T
    return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2


def shaded(ax):
    return [area(c.get_paths()[0].vertices) for c in ax.collections]


def test_the_shaded_area_is_the_laws_mass(ax):
    x = np.linspace(-5, 5, 301)
    line = draw_density(ax, x, norm.pdf(x), shade=(0.123, 1.7), label="normal")
    assert shaded(ax) == pytest.approx([norm.cdf(1.7) - norm.cdf(0.123)], abs=1e-4)
    assert line.get_label() == "normal"
    assert to_rgb(line.get_color()) == to_rgb(color_of("blue"))


def test_two_tails_may_be_infinite(ax):
    x = np.linspace(-6, 6, 601)
    draw_density(ax, x, norm.pdf(x), shade=[(-np.inf, -1.96), (1.96, np.inf)])
    assert shaded(ax) == pytest.approx([0.025, 0.025], abs=1e-4)


def test_bars_of_the_event_are_in_full_colour(ax):
    k = np.arange(21)
    draw_masses(ax, k, binom.pmf(k, 20, 0.5), shade=k >= 17, color="orange")
    full = [b for b in ax.patches if to_rgb(b.get_facecolor()) == to_rgb(color_of("orange"))]
    assert sum(b.get_height() for b in full) == pytest.approx(binom.sf(16, 20, 0.5))
    assert sum(b.get_height() for b in ax.patches) == pytest.approx(1)
    assert all(b.get_width() == pytest.approx(0.8) for b in ax.patches)


def test_a_law_without_event_and_a_single_mass(ax):
    draw_masses(ax, [3.0], [1.0], label="sure")
    (bar,) = ax.patches
    assert (bar.get_height(), bar.get_width()) == pytest.approx((1, 0.8))
    assert to_rgb(bar.get_facecolor()) == to_rgb(color_of("blue"))


def test_an_ellipse_has_its_distance_from_the_mean_everywhere(ax):
    mean = np.array([1.0, -2.0])
    covariance = np.array([[2.0, 0.6], [0.6, 0.5]])
    covariance_ellipse(ax, mean, covariance, sigmas=[1, 2.5], label="law")
    for line, s in zip(ax.lines, (1, 2.5)):
        off = line.get_xydata() - mean
        np.testing.assert_allclose(((off @ np.linalg.inv(covariance)) * off).sum(axis=1), s**2)
    assert ax.get_legend_handles_labels()[1] == ["law"]


def test_a_singular_covariance_is_a_segment(ax):
    covariance_ellipse(ax, [0, 0], [[1, 2], [2, 4]])
    x, y = ax.lines[0].get_xydata().T
    np.testing.assert_allclose(y, 2 * x, atol=1e-7)
    assert x.max() == pytest.approx(1, abs=1e-3)


def test_places_on_the_simplex_keep_proportions():
    places = simplex_places(np.vstack([np.eye(3), np.full((1, 3), 1 / 3)]))
    sides = [np.linalg.norm(places[i] - places[j]) for i, j in ((0, 1), (1, 2), (0, 2))]
    assert sides == pytest.approx([1, 1, 1])
    np.testing.assert_allclose(places[3], places[:3].mean(axis=0))
    with pytest.raises(ValueError, match="points"):
        simplex_places([[0.5, 0.5, 0.5]])


def test_the_heat_is_the_density_at_its_place_and_sums_to_one(ax):
    alpha = np.array([2.0, 3.0, 4.0])
    seen = []

    def log_density(points):
        seen.append(points)
        return dirichlet(alpha).logpdf(points.T)

    picture = simplex_heat(ax, log_density, side=120)
    heat, (points,) = np.asarray(picture.get_array().filled(np.nan)), seen
    assert np.nansum(heat) / 120**2 == pytest.approx(1, abs=0.01)
    np.testing.assert_allclose(heat[~np.isnan(heat)], np.exp(dirichlet(alpha).logpdf(points.T)))
    row, column = np.unravel_index(np.nanargmax(heat), heat.shape)
    peak = simplex_places([(alpha - 1) / (alpha - 1).sum()])[0]
    found = [(column + 0.5) / 120, (row + 0.5) / 120 * np.sqrt(3) / 2]
    np.testing.assert_allclose(found, peak, atol=0.01)
    assert picture.get_clim()[1] == pytest.approx(np.nanmax(heat))
    assert [t.get_text() for t in ax.texts] == ["$x_1$", "$x_2$", "$x_3$"]


def test_an_infinite_boundary_does_not_set_the_last_colour(ax):
    law = dirichlet([0.3, 0.3, 0.3])
    picture = simplex_heat(ax, lambda points: law.logpdf(points.T))
    assert picture.get_clim()[1] < 0.5 * picture.get_array().max()


def test_areas_are_the_shares_of_the_table(ax):
    table = np.array([[8, 12], [30, 50], [0, 0]])
    contingency_areas(ax, table, ["a", "b", "never"], ["yes", "no"])
    areas = [p.get_width() * p.get_height() for p in ax.patches]
    np.testing.assert_allclose(areas, table[:2].ravel() / 100)
    colors = [to_rgb(p.get_facecolor()) for p in ax.patches]
    assert colors == [pytest.approx(tint(c, 0.45)) for c in ("blue", "orange")] * 2
    assert [t.get_text() for t in ax.texts] == ["8", "12", "30", "50"]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["a", "b"]
    assert ax.get_xticks().tolist() == pytest.approx([0.1, 0.6])
    (margins,) = ax.collections
    assert [s[0, 1] for s in margins.get_segments()] == pytest.approx([0.38])


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: draw_density(None, [0, 0], [1, 1]), "x"),
        (lambda: draw_density(None, [0, 1], [1, -1]), "density"),
        (lambda: draw_density(None, [0, 1], [1, 1], shade=(1, 0)), "shade"),
        (lambda: draw_density(None, [0, 1], [1, 1], shade=(np.nan, 0)), "shade"),
        (lambda: draw_masses(None, [1, 0], [0.5, 0.5]), "support"),
        (lambda: draw_masses(None, [0, 1], [0.5, 0.5], shade=[True]), "shade"),
        (lambda: covariance_ellipse(None, [0, 0], [[1, 0], [0, -1]]), "covariance"),
        (lambda: covariance_ellipse(None, [0, 0], np.eye(2), sigmas=0), "sigmas"),
        (lambda: simplex_heat(None, lambda p: p), "log_density"),
        (lambda: simplex_heat(None, np.eye(3)), "log_density"),
        (lambda: contingency_areas(None, [[0, 0]], ["a"], ["b", "c"]), "table"),
        (lambda: contingency_areas(None, [[1, 2]], ["a"], ["b"]), "column_labels"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises((ValueError, TypeError), match=name):
        call()
