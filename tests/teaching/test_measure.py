"""Timers, repeats, means with errors and growth rates, against NumPy, SciPy and words by hand."""

import time

import numpy as np
import pytest
from scipy import stats
from threadpoolctl import threadpool_info

from mlcompanion.teaching import log_slope, mean_sd, mean_se, plus_minus, repeat, spread, timed

RUNS = np.random.default_rng(0).normal(5.0, 2.0, (12, 3))


def test_timer_keeps_the_least_run_and_the_last_result():
    waits = iter([0.03, 0.001, 0.03])

    def call():
        time.sleep(wait := next(waits))
        return wait

    seconds, result = timed(call, repeats=3)
    assert 0.001 <= seconds < 0.03
    assert result == 0.03


def test_timer_leaves_the_setup_out_and_renews_it():
    made = []

    def setup():
        time.sleep(0.05)
        made.append([])
        return made[-1]

    seconds, _ = timed(lambda model: model.append(1), setup=setup, repeats=3)
    assert seconds < 0.05
    assert made == [[1], [1], [1]]


def test_timer_counts_the_seconds_of_another_clock():
    asleep = timed(lambda: time.sleep(0.05), clock=time.process_time)
    assert asleep.seconds < 0.04
    ticks = iter([1.0, 3.0, 10.0, 11.0])
    assert timed(lambda: None, repeats=2, clock=lambda: next(ticks)).seconds == 1.0


def test_timer_sets_the_threads_and_restores_them():
    def threads():
        return [pool["num_threads"] for pool in threadpool_info()]

    before = threads()
    assert set(timed(threads).result) == {1}
    assert timed(threads, threads=None).result == before
    assert threads() == before


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(2.0, "2 s"), (0.01234, "12.3 ms"), (4.2e-5, "42 µs"), (3e-8, "30 ns")],
)
def test_times_are_worded_in_the_unit_that_fits(seconds, words):
    taken = timed(lambda: None)._replace(seconds=seconds)
    assert f"{taken}" == str(taken) == words
    assert f"{taken:.1f}" == f"{float(words.split()[0]):.1f} {words.split()[1]}"


def test_repeat_stacks_numbers_arrays_and_dictionaries():
    assert repeat(lambda seed: seed**2, [3, 5]).tolist() == [9, 25]
    assert repeat(lambda seed: np.arange(4) + seed, 3).shape == (3, 4)
    runs = repeat(lambda seed: {"a": seed, "b": (seed, 1)}, range(2, 6))
    assert runs["a"].tolist() == [2, 3, 4, 5]
    assert runs["b"].shape == (4, 2)


@pytest.mark.parametrize("seeds", [0, -1, 1.5, []])
def test_repeat_refuses_no_seed(seeds):
    with pytest.raises(ValueError, match="seeds"):
        repeat(lambda seed: seed, seeds)


def test_repeat_refuses_results_that_differ():
    with pytest.raises(ValueError, match="shape"):
        repeat(np.zeros, [1, 2])
    with pytest.raises(ValueError, match="same keys"):
        repeat(lambda seed: {seed: 1}, 2)


def test_means_and_errors_against_scipy():
    assert np.allclose(mean_sd(RUNS).error, stats.tstd(RUNS, axis=0))
    assert np.allclose(mean_se(RUNS).error, stats.sem(RUNS, axis=0))
    assert np.allclose(mean_se(RUNS, axis=1).error, stats.sem(RUNS, axis=1))
    assert np.allclose(mean_sd(RUNS, ddof=0).error, RUNS.std(axis=0))
    assert np.allclose(mean_sd(RUNS).mean, np.average(RUNS, axis=0))


def test_one_run_has_no_error():
    assert f"{mean_sd([3.0]):.1f}" == f"{mean_se([3.0]):.1f}" == "3.0"
    assert mean_sd(RUNS[:1]).cells(".0f") == [f"{value:.0f}" for value in RUNS[0]]


@pytest.mark.parametrize(
    ("mean", "error", "words"),
    [
        (0.12345, 0.0234, "0.123 ± 0.023"),
        (0.12345, 0.046, "0.12 ± 0.05"),
        (0.12345, 0.0996, "0.12 ± 0.10"),
        (12345, 678, "12300 ± 700"),
        (12345, 0.3, "12345.00 ± 0.30"),
        (-1.26, 3.4, "-1.3 ± 3.4"),
        (2.0, 0.0, "2 ± 0"),
        (2.0, np.nan, "2"),
        (100.04, 9.7, "100 ± 10"),
    ],
)
def test_digits_that_matter(mean, error, words):
    assert plus_minus(mean, error) == words


def test_a_given_format_is_kept():
    assert plus_minus(0.256, 0.0312, ".1%") == "25.6% ± 3.1%"
    assert plus_minus(1.5, 0.25, "+.2f") == "+1.50 ± 0.25"
    assert f"{mean_sd([1.0, 2.0]):.2f}" == "1.50 ± 0.71"
    assert mean_sd([[1.0, 10.0], [2.0, 30.0]]).cells(".0f") == ["2 ± 1", "20 ± 14"]


def test_spread_is_the_range_or_its_middle():
    assert spread([5, 1, 3, 2, 4]) == (1, 3, 5)
    low, middle, high = spread(RUNS, coverage=0.9)
    assert np.allclose([low, middle, high], np.percentile(RUNS, [5, 50, 95], axis=0))
    assert f"{spread([0.1, 0.2, 0.4]):.1f}" == "0.2 (0.1–0.4)"
    with pytest.raises(ValueError, match="coverage"):
        spread(RUNS, coverage=90)


def test_log_slope_against_scipy():
    sizes = np.array([10, 30, 100, 500])
    times = np.exp(np.random.default_rng(1).normal(size=(4, 2)))
    want = [stats.linregress(np.log(sizes), np.log(t)).slope for t in times.T]
    assert np.allclose(log_slope(sizes, times), want)
    assert log_slope(sizes, times[:, 0]) == pytest.approx(want[0])


@pytest.mark.parametrize(
    ("sizes", "values", "says"),
    [
        ([1, 2], [0, 1], "positive"),
        ([-1, 2], [1, 1], "positive"),
        ([2, 2], [1, 3], "differ"),
        ([1], [1], "sizes needs"),
        ([1, 2], [1, 2, 3], "values must have 2 rows"),
        ([1, 2], [1, np.nan], "values contains"),
    ],
)
def test_log_slope_refuses(sizes, values, says):
    with pytest.raises(ValueError, match=says):
        log_slope(sizes, values)


@pytest.mark.parametrize("measure", [mean_sd, mean_se, spread])
def test_measures_refuse_missing_and_no_values(measure):
    with pytest.raises(ValueError, match="values"):
        measure([])
    with pytest.raises(ValueError, match="values"):
        measure([1.0, np.nan])
