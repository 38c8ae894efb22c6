"""The best alignment against plain enumeration, and the two methods against each other."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from mlcompanion.online.alignment import align_dp, alignment_score, alignment_scores


def score_by_hand(parts, y):
    """The score (9.3) in a plain loop, straight from the arrays."""
    start, end, length, bend, rate, triple = parts
    T = len(start[0])
    bounds = [-1, *y, T]
    total = 0.0
    for i in range(len(y)):
        before = bounds[i + 1] - bounds[i]
        now = bounds[i + 2] - bounds[i + 1]
        total += start[i][y[i]] + end[i][bounds[i + 2]] + length[i][now]
        if i > 0:
            total += bend[i] * (rate[i] * now - rate[i - 1] * before) ** 2
        if triple.size:
            total += triple[i, y[i], before, now]
    return total


def best_by_hand(parts, L, shortest, free_start):
    """The maximum over all admissible alignments, listed one by one."""
    K, T = parts.start.shape
    found = -np.inf
    lists = combinations if shortest else combinations_with_replacement
    for y in lists(range(T), K):
        lengths = np.diff([*y, T])
        if lengths.max() > L or lengths.min() < shortest:
            continue
        if y[0] > L - 1 or (y[0] > 0 and not free_start):
            continue
        found = max(found, score_by_hand(parts, y))
    return found


def random_parts(rng, *, triple, whole=False):
    """Random scores of a few events; whole numbers make ties."""
    K = int(rng.integers(1, 5))
    T = int(rng.integers(max(K, 3), 11))
    L = int(rng.integers(-(-T // K), T + 1))
    draw = (lambda *s: rng.integers(-2, 3, s).astype(float)) if whole else rng.standard_normal
    sized = (lambda *s: draw(*s)) if whole else (lambda *s: draw(s))
    parts = alignment_scores(
        sized(K, T), L, end=sized(K, T + 1), length=sized(K, L + 1), bend=2 * sized(K),
        rate=rng.uniform(0.2, 2, K), triple=sized(K, T, L + 1, L + 1) if triple else None,
    )  # fmt: skip
    return parts, L


@pytest.mark.parametrize("shortest", [0, 1])
@pytest.mark.parametrize("free_start", [True, False])
@pytest.mark.parametrize("triple", [True, False])
def test_the_best_of_all_alignments(shortest, free_start, triple):
    rng = np.random.default_rng(shortest + 2 * free_start + 4 * triple)
    for trial in range(25):
        parts, L = random_parts(rng, triple=triple, whole=trial % 3 == 0)
        best = best_by_hand(parts, L, shortest, free_start)
        limits = {"shortest": shortest, "free_start": free_start}
        for method in ("scan",) if triple else ("scan", "envelope"):
            found = align_dp(parts, method=method, **limits)
            assert found.score == pytest.approx(best, abs=1e-9)
            assert score_by_hand(parts, found.starts) == pytest.approx(best, abs=1e-9)
            assert alignment_score(parts, found.starts) == pytest.approx(best, abs=1e-9)


def test_a_long_last_or_first_event_is_no_alignment():
    start = np.zeros((2, 8))  # two events of three frames, and a lead of two
    assert align_dp(alignment_scores(start, 3)).starts.tolist() == [2, 5]
    assert align_dp(alignment_scores(start[:, :6], 3), free_start=False).starts.tolist() == [0, 3]


def test_far_out_scores_and_units():
    rng = np.random.default_rng(0)
    start = rng.normal(size=(6, 60))
    length = rng.normal(size=(6, 16))
    bend = -np.abs(rng.normal(size=6))
    plain = align_dp(alignment_scores(start, 15, length=length, bend=bend), method="envelope")
    for factor in (1e-12, 1e12):
        parts = alignment_scores(factor * start, 15, length=factor * length, bend=factor * bend)
        assert np.array_equal(align_dp(parts, method="envelope").starts, plain.starts)
    moved = alignment_scores(start + 1e6, 15, length=length, bend=bend)
    for method in ("scan", "envelope"):
        assert np.array_equal(align_dp(moved, method=method).starts, plain.starts)
    whole = align_dp(alignment_scores(np.eye(6, 18, dtype=int), 15))
    assert whole.starts.dtype.kind == "i"
    assert whole.score == 6.0


def test_methods_agree_on_long_signals_and_work_grows_as_it_should():
    rng = np.random.default_rng(1)
    work = {}
    for L in (20, 40):
        parts = alignment_scores(
            rng.normal(size=(30, 400)), L, length=rng.normal(size=(30, L + 1)),
            bend=rng.normal(size=30), rate=rng.uniform(0.05, 0.2, 30),
        )  # fmt: skip
        scan = align_dp(parts)
        hull = align_dp(parts, method="envelope")
        assert hull.score == pytest.approx(scan.score, rel=1e-12)
        work[L] = np.array([scan.n_scored, hull.n_scored])
    assert 3.5 < work[40][0] / work[20][0] < 4.2
    assert 1.6 < work[40][1] / work[20][1] < 2.3


def test_bad_input_names_what_is_wrong():
    with pytest.raises(ValueError, match="4 events, which need at least 4 frames, got 3"):
        align_dp(alignment_scores(np.zeros((4, 3)), 3))
    with pytest.raises(ValueError, match="2 events of at most 3 frames"):
        align_dp(alignment_scores(np.zeros((2, 9)), 3), free_start=False)
    parts = alignment_scores(np.zeros((1, 2)), 2, triple=np.zeros((1, 2, 3, 3)))
    with pytest.raises(ValueError, match="method must be 'scan'"):
        align_dp(parts, method="envelope")
    with pytest.raises(ValueError, match="end must have shape"):
        alignment_scores(np.zeros((2, 9)), 3, end=np.zeros((2, 9)))
    with pytest.raises(ValueError, match="rate must hold"):
        alignment_scores(np.zeros((2, 9)), 9, rate=[1.0, 0.0])
    with pytest.raises(ValueError, match="starts must rise by at most 5 frames"):
        alignment_score(alignment_scores(np.zeros((2, 9)), 5), [0, 1])
    broken = alignment_scores(np.zeros((2, 9)), 5)._replace(length=np.zeros((2, 1)))
    with pytest.raises(ValueError, match="length must have two columns"):
        align_dp(broken)
