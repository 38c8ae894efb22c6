"""Half circles with two labels, and the section's formulas, in small."""

import numpy as np

from mlcompanion_chapters.sugiyama.s33_semisupervised import unlabelled_clusters as clusters


def test_half_circles_are_those_of_the_listing():
    X, y = clusters.half_circles(40, noise=0.0)
    centres = np.array([[-5, 0], [5, 0]])[y]
    np.testing.assert_allclose(np.linalg.norm(X - centres, axis=1), 10)
    assert (X[y == 0, 1] >= 0).all()
    assert (X[y == 1, 1] <= 1e-9).all()
    np.testing.assert_allclose(X[[0, -1]], [[-15, 0], [15, 0]], atol=1e-9)
    assert clusters.with_ends(y).tolist() == [0, *[-1] * 38, 1]


def test_the_penalty_separates_what_plain_least_squares_cuts():
    found = clusters.two_label_errors(2, random_state=0)
    assert max(found["printed"] + found["labelled"]) <= 0.01
    assert min(found["plain"]) > 0.2


def test_the_penalty_hurts_where_clusters_are_no_classes():
    found = clusters.side_errors(2, random_state=0)
    assert min(found["laplacian"]) > 0.2 > max(found["plain"])


def test_the_printed_solution_misses_the_minimum(monkeypatch):
    gaps = clusters.closed_form_gaps(1, n_samples=40, random_state=0)
    assert min(gaps["printed"]) > 1e-3
    assert np.abs(gaps["fixed"]).max() < 1e-6
    solve = clusters.laplacian_coefficients

    def twice_as_smooth(*args, nu, **kwargs):
        return solve(*args, nu=2 * nu, **kwargs)

    monkeypatch.setattr(clusters, "laplacian_coefficients", twice_as_smooth)
    assert min(clusters.closed_form_gaps(1, 40, random_state=0)["fixed"]) > 1e-5


def test_expansion_needs_its_own_index():
    errors = clusters.expansion_errors(20, random_state=0)
    assert errors["right"] < 1e-12 < errors["printed"]
