import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.ndimage import gaussian_filter1d
from scipy.optimize import approx_fprime

from mlcompanion.datasets import (
    make_blocks,
    make_chirps,
    make_crescents,
    make_crystal,
    make_fading_channel,
    make_helix,
    make_planar_mixture,
    make_spiral,
    make_zigzag,
)
from mlcompanion.manifold import (
    denoise_by_ridge,
    hastie_stuetzle,
    nearest_on_segments,
    skeleton,
)
from mlcompanion.manifold.ridges.polylines import (
    _bending,
    _nearest,
    _squared_distance,
    polygonal_line,
    polyline_pieces,
)
from mlcompanion.manifold.ridges.ridge_applications import (
    image_points,
    smoothed_wigner_ville,
    wigner_ville,
)

# -- broken lines ---------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 9999), n=st.integers(1, 4))
def test_nearest_on_segments_by_dense_sampling(seed, n):
    rng = np.random.default_rng(seed)
    pieces = rng.normal(size=(4, 2, n))
    Q = rng.normal(size=(6, n))
    points, position, distance = nearest_on_segments(Q, pieces)
    share = np.linspace(0, 1, 2001)[:, None]
    dense = np.concatenate([a + share * (b - a) for a, b in pieces])
    brute = np.linalg.norm(Q[:, None] - dense, axis=2).min(axis=1)
    np.testing.assert_allclose(distance, brute, atol=5e-3)
    assert (distance <= brute + 1e-12).all()
    np.testing.assert_allclose(np.linalg.norm(Q - points, axis=1), distance)
    length = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
    assert (position >= 0).all()
    assert (position <= length.sum() + 1e-12).all()


def test_position_is_arc_length():
    path = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]])
    _, position, _ = nearest_on_segments(
        [[1.0, 5.0], [2.0, 1.0], [9.0, 2.0]], polyline_pieces(path)
    )
    np.testing.assert_allclose(position, [7.0, 2.0, 5.0])


def test_hastie_stuetzle_finds_a_line_and_an_arc():
    rng = np.random.default_rng(0)
    t = rng.uniform(-1, 1, 150)
    line = hastie_stuetzle(np.column_stack([t, 2 * t]), span=0.3)
    np.testing.assert_allclose(line.curve[:, 1], 2 * line.curve[:, 0], atol=1e-9)
    angle = rng.uniform(0, 2.5, 200)
    arc = np.column_stack([np.cos(angle), np.sin(angle)])
    found = hastie_stuetzle(arc + 0.05 * rng.normal(size=arc.shape), span=0.2)
    assert np.abs(np.linalg.norm(found.points, axis=1) - 1).max() < 0.06
    assert found.distances[-1] < found.distances[0]


# -- signals and images ----------------------------------------------------------------------------


def test_wigner_ville_of_a_tone_and_its_marginals():
    n = 64
    f = 10.5 / 64
    tone = np.exp(2j * np.pi * f * np.arange(n))
    W = wigner_ville(tone)
    assert (W[n // 4 : 3 * n // 4].argmax(axis=1) == round(2 * n * f)).all()
    x = np.random.default_rng(0).normal(size=(n, 2)) @ [1, 1j]
    np.testing.assert_allclose(wigner_ville(x).sum(axis=1), n * np.abs(x) ** 2, rtol=1e-9)


def test_wigner_ville_by_the_definition():
    x = np.random.default_rng(1).normal(size=(9, 2)) @ [1, 1j]
    W = wigner_ville(x)
    for t in range(9):
        for k in range(9):
            total = sum(
                x[t + s] * x[t - s].conj() * np.exp(-2j * np.pi * k * s / 9)
                for s in range(-4, 5)
                if 0 <= t + s < 9 and 0 <= t - s < 9
            )
            assert W[t, k] == pytest.approx(total.real, abs=1e-9)


def test_smoothing_kills_the_cross_term_between_two_tones():
    n = 128
    t = np.arange(n)
    x = np.exp(2j * np.pi * 0.1 * t) + np.exp(2j * np.pi * 0.3 * t)
    middle = round(2 * n * 0.2)
    tone = round(2 * n * 0.1)
    raw = wigner_ville(x)
    smooth = smoothed_wigner_ville(x, 6, 2)
    row = slice(n // 2 - 5, n // 2 + 5)
    assert np.abs(raw[row, middle]).max() > raw[row, tone].max()
    assert smooth[row, middle].max() < 0.05 * smooth[row, tone].max()


def test_ridge_keeps_edges_that_a_linear_filter_blurs():
    b = make_blocks(256, 0.5, 0)
    ridge, times = denoise_by_ridge(b.data, b.time, 0.8, 8 / 256, fixed_time=True)
    np.testing.assert_allclose(times, b.time, atol=1e-12)
    error = ((ridge - b.clean) ** 2).mean()
    widths = (0.5, 0.7, 1, 1.5, 2, 3)
    blurred = min(((gaussian_filter1d(b.data, w) - b.clean) ** 2).mean() for w in widths)
    assert error < 0.6 * blurred
    free, times = denoise_by_ridge(b.data[:, None], b.time, 0.8, 8 / 256)
    assert free.shape == (256, 1)
    assert np.abs(times - b.time).max() > 0


def test_skeleton_of_a_bar_is_its_axis():
    image = np.zeros((15, 40))
    image[5:10] = 1.0
    points = skeleton(image, 1.5, max_iter=2000, keep="ridge")
    inside = (points[:, 0] > 5) & (points[:, 0] < 34)
    np.testing.assert_allclose(points[inside, 1], 7.0, atol=1e-3)
    cloud, weights = image_points(image)
    assert cloud.shape == (200, 2)
    assert (weights == 1).all()


# -- generators -----------------------------------------------------------------------------------


def test_generators_match_their_equations():
    s = make_spiral(300, 0.02, 0)
    t = np.linalg.norm(s.clean, axis=1)
    np.testing.assert_allclose(s.clean[:, 0], t * np.cos(4 * np.pi * t), atol=1e-9)
    radial = np.linalg.norm(s.data, axis=1) - t
    assert radial.std() == pytest.approx(0.02, rel=0.15)
    for make, shape in ((make_zigzag, (4, 2, 2)), (make_crystal, (36, 2, 2))):
        b = make(200, 0.0, 0)
        assert b.segments.shape == shape
        assert nearest_on_segments(b.data, b.segments)[2].max() < 1e-7
    h = make_helix(200, (0.2, 0.05, 0.0), 0)
    radius = np.linalg.norm(h.data[:, :2], axis=1) - 1
    assert radius.std() == pytest.approx(0.2, rel=0.2)
    assert (h.data - h.clean)[:, 2].std() == pytest.approx(0.05, rel=0.2)
    c = make_crescents(50, 10, 0.0, 0)
    assert c.data.shape == (60, 2)
    assert c.is_outlier.sum() == 10
    assert (
        nearest_on_segments(c.clean, np.concatenate(list(map(polyline_pieces, c.curve))))[2].max()
        < 1e-4
    )
    m = make_planar_mixture("three", 20_000, 0)
    for k in range(3):
        np.testing.assert_allclose(np.cov(m.data[m.target == k].T), m.covariances[k], atol=0.06)


def test_signal_generators():
    b = make_blocks(512, 0.0, 0)
    assert len(np.flatnonzero(np.diff(b.clean))) == 11
    np.testing.assert_allclose([b.clean.min(), b.clean.max()], [-2.0, 5.2], atol=0.3)
    c = make_chirps(128)
    turns = np.angle(c.data[1:20] / c.data[:19]) / (2 * np.pi)
    np.testing.assert_allclose(turns, c.frequencies[1:20, 0], atol=1e-9)
    f = make_fading_channel(2000, 0.0, random_state=0)
    assert (f.clean**2).mean() == pytest.approx(1)
    assert ((f.data - f.clean) ** 2).mean() == pytest.approx(1, rel=0.1)
    pair = [f.clean[f.target == k] for k in (0, 3)]  # opposite symbols: opposite threads
    times = [f.time[f.target == k] for k in (0, 3)]
    mirrored = np.stack([np.interp(times[0], times[1], -pair[1][:, j]) for j in range(4)], axis=1)
    np.testing.assert_allclose(pair[0], mirrored, atol=0.05)


def test_generators_repeat():
    for make in (make_spiral, make_crystal, make_helix, make_fading_channel, make_planar_mixture):
        np.testing.assert_array_equal(make(random_state=3).data, make(random_state=3).data)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: make_spiral(0), "n_samples"),
        (lambda: make_spiral(noise=-1.0), "noise"),
        (lambda: make_helix(noise=0.1), "noise"),
        (lambda: make_planar_mixture("four"), "name"),
        (lambda: make_fading_channel(snr_db=np.nan), "snr_db"),
        (lambda: make_blocks(1), "n_samples"),
        (lambda: wigner_ville([1.0]), "signal"),
        (lambda: smoothed_wigner_ville(np.ones(8), time_width=-1.0), "time_width"),
        (lambda: image_points(np.zeros((3, 3))), "image"),
        (lambda: skeleton(np.ones((3, 3)), 1.0, keep="none"), "keep"),
        (lambda: denoise_by_ridge([1.0, 2.0], [0.0], 1.0, 1.0), "time"),
        (lambda: denoise_by_ridge([1.0, 2.0], [0.0, 1.0], 0.0, 1.0), "bandwidth"),
        (lambda: nearest_on_segments([[0.0, 1.0]], np.zeros((1, 2, 3))), "segments"),
        (lambda: hastie_stuetzle(np.ones((5, 2)), span=0.0), "span"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


@pytest.mark.parametrize("part", [_bending, _squared_distance])
def test_slopes_of_the_polygonal_line_are_those_of_finite_differences(part):
    rng = np.random.default_rng(0)
    V = rng.normal(size=(5, 3))
    X = rng.normal(size=(30, 3))
    best, share = _nearest(X, polyline_pieces(V))
    more = () if part is _bending else (X, best, share, (share > 0) & (share < 1))

    def value(flat):
        return part(flat.reshape(V.shape), *more)[0]

    slope = part(V, *more)[1].ravel()
    assert slope == pytest.approx(approx_fprime(V.ravel(), value, 1e-7), abs=1e-4)


def test_polygonal_line_of_a_line_and_of_an_arc():
    t = np.linspace(0, 1, 50)
    straight = polygonal_line(np.column_stack([t, 2 * t]), max_segments=3)
    assert np.abs(straight[:, 1] - 2 * straight[:, 0]).max() < 1e-6
    arc = np.column_stack([np.cos(3 * t), np.sin(3 * t)])
    noisy = arc + 0.03 * np.random.default_rng(0).normal(size=arc.shape)
    line = polygonal_line(noisy, 0.05)
    gaps = nearest_on_segments(arc, polyline_pieces(line))[2]
    assert gaps.max() < 0.06
    assert len(polygonal_line(noisy, 0.05, max_segments=2)) == 3
    with pytest.raises(ValueError, match="penalty"):
        polygonal_line(noisy, -1.0)
    with pytest.raises(ValueError, match="X must hold different points"):
        polygonal_line(np.ones((5, 2)))


@pytest.mark.parametrize(("unit", "origin"), [(1e-12, 0.0), (1e-3, 0.0), (1e12, 0.0), (1.0, 1e6)])
def test_broken_lines_move_with_the_points(unit, origin):
    rng = np.random.default_rng(0)
    t = np.sort(rng.random(60))
    X = np.column_stack([t, np.sin(4 * t)]) + 0.05 * rng.normal(size=(60, 2))

    def far(points):
        return origin + unit * points

    def near(points):
        return (points - origin) / unit

    lines = [lambda X: polygonal_line(X, max_segments=6), lambda X: hastie_stuetzle(X).curve]
    for line in lines:
        np.testing.assert_allclose(near(line(far(X))), line(X), atol=1e-3)
    pieces = polyline_pieces(X[::10])
    found = nearest_on_segments(far(X), far(pieces))
    want = nearest_on_segments(X, pieces)
    np.testing.assert_allclose(near(found[0]), want[0], atol=1e-9)
    np.testing.assert_allclose(found[2] / unit, want[2], atol=1e-9)
