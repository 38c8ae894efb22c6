"""The meters against rates that are known in closed form."""

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import norm, t, ttest_1samp, ttest_ind

from mlcompanion.stats import Rate, coverage, rejection_rate


def normal(repeats, rng, n=5, mean=0.0):
    return rng.normal(mean, 1, size=(repeats, n))


def within(rate, truth, errors=4):
    return abs(rate.value - truth) <= errors * np.sqrt(truth * (1 - truth) / rate.repeats)


def mean_interval(x, quantile):
    middle = x.mean(axis=1)
    half = quantile * x.std(axis=1, ddof=1) / np.sqrt(x.shape[1])
    return middle - half, middle + half


def test_coverage_of_students_interval_and_of_the_plug_in():
    for quantile, truth in ((t.ppf(0.975, 4), 0.95), (1.96, 1 - 2 * t.sf(1.96, 4))):
        rate = coverage(partial(mean_interval, quantile=quantile), normal, 0.0, random_state=1)
        assert rate.repeats == 10_000
        assert within(rate, truth)
    assert not within(rate, 0.95)  # the plug-in interval is too short: 0.8786


def test_ends_belong_to_the_interval_and_may_be_infinite():
    def half_line(x):
        return np.full(len(x), -np.inf), x[:, 0]

    def coin(repeats, rng):
        return rng.integers(2, size=(repeats, 1))

    assert coverage(half_line, coin, 0.0, repeats=50, random_state=0).value == 1
    drawn = np.random.default_rng(0).integers(2, size=(50, 1))
    assert coverage(half_line, coin, 1, repeats=50, random_state=0).value == drawn.mean()


def test_size_and_power_of_tests():
    t_test = partial(ttest_1samp, popmean=0, axis=1)
    assert within(rejection_rate(t_test, normal, random_state=2), 0.05)
    assert within(rejection_rate(t_test, normal, level=0.2, random_state=3), 0.2)

    def z_test(x):
        return SimpleNamespace(pvalue=norm.sf(x.mean(axis=1) * np.sqrt(x.shape[1])))

    power = norm.sf(norm.isf(0.05) - 0.5 * np.sqrt(5))
    assert within(rejection_rate(z_test, partial(normal, mean=0.5), random_state=4), power)


def test_two_samples_are_two_arguments():
    def pair(repeats, rng):
        return normal(repeats, rng), normal(repeats, rng, n=8)

    assert within(rejection_rate(partial(ttest_ind, axis=1), pair, random_state=5), 0.05)

    def difference(x, y):
        middle = x.mean(axis=1) - y.mean(axis=1)
        half = 1.96 * np.sqrt(1 / 5 + 1 / 8)
        return middle - half, middle + half

    assert within(coverage(difference, pair, 0.0, random_state=6), 0.95)


def test_batches_draw_the_same_samples():
    sizes = []

    def interval(x):
        sizes.append(len(x))
        return x.min(axis=1), x.max(axis=1)

    whole = coverage(interval, normal, 0.0, repeats=1000, random_state=7)
    assert coverage(interval, normal, 0.0, repeats=1000, random_state=7, batch=300) == whole
    assert sizes == [1000, 300, 300, 300, 100]


def test_a_rate_is_printed_to_its_errors_first_digit():
    assert str(Rate(0.9491, 0.0022, 10_000)) == "0.949 ± 0.002"
    assert f"{Rate(0.9491, 0.0022, 10_000):.1%}" == "94.9% ± 0.2%"
    assert str(Rate(1.0, 0.0, 1000)) == "1.000 ± 0.000"
    assert str(Rate(0.5, 0.5, 1)) == "0.5 ± 0.5"


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: coverage(lambda x: (x, x), normal, 0.0, 10), "interval"),
        (lambda: coverage(lambda x: (x[:, 0], x[:, 0] - 1), normal, 0.0, 10), "interval"),
        (lambda: coverage(lambda x: (x[:, 0] * np.nan, x[:, 0]), normal, 0.0, 10), "interval"),
        (lambda: coverage(None, lambda m, rng: np.zeros((m + 1, 2)), 0.0, 10), "interval"),
        (lambda: coverage(max, lambda m, rng: np.zeros((m + 1, 2)), 0.0, 10), "sample"),
        (lambda: rejection_rate(lambda x: SimpleNamespace(pvalue=2.0), normal), "pvalue"),
        (lambda: rejection_rate(lambda x: SimpleNamespace(pvalue=x[:, 0]), normal), "pvalue"),
        (lambda: rejection_rate(ttest_1samp, normal, level=0.0), "level"),
    ],
)
def test_bad_input_is_refused(call, name):
    with pytest.raises((ValueError, TypeError), match=name):
        call()
