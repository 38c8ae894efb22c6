"""Series with changes: those of the listing of Fig. 39.5, how it reads them, and how it errs."""

import numpy as np
from scipy.linalg import toeplitz

from mlcompanion.change import change_scores, highest_peaks
from mlcompanion.density.contrasts import energy_distance, mmd2

LENGTH = 300
CHANGES = (100, 200)
APART = 20
NEAR = 10
QUIET = 15


def level_series(size=3.0, random_state=None):
    """Unit normal noise whose level is ``size`` at the times 101 to 200."""
    noise = np.random.default_rng(random_state).normal(size=LENGTH)
    noise[100:200] += size
    return noise


def frequency_series(faster=0.5, noise=0.0, random_state=None):
    """A sine of frequency 1/2 that is ``faster`` at the times 101 to 200; of 1 in the listing."""
    times = np.arange(1, LENGTH + 1)
    middle = (times > 100) & (times <= 200)
    wave = np.where(middle, np.sin((0.5 + faster) * times), np.sin(times / 2))
    return wave + noise * np.random.default_rng(random_state).normal(size=LENGTH)


def two_peaks(found):
    """Times and heights of the two highest scores that are at least 20 apart."""
    places = highest_peaks(found.scores, 2, APART)
    return found.times[places], found.scores[places]


def changes_hit(times):
    """How many of the two changes have one of the peaks to themselves within 10."""
    near = [[abs(time - change) <= NEAR for time in times] for change in CHANGES]
    return sum(any(row) for row in near)


def contrast(found):
    """Lower of the two peaks over the largest score further than 15 from both changes."""
    _, heights = two_peaks(found)
    far = np.all([np.abs(found.times - change) > QUIET for change in CHANGES], axis=0)
    return float(heights.min() / found.scores[far].max())


def level_draws(repeats, random_state, k=5, n=10):
    """For each draw of the level shift: whether both changes are hit, and the contrast."""
    rng = np.random.default_rng(random_state)
    found = [change_scores(level_series(random_state=rng), k, n) for _ in range(repeats)]
    hits = [changes_hit(two_peaks(scores)[0]) == 2 for scores in found]
    return hits, [contrast(scores) for scores in found]


def frequency_draws(repeats, random_state, noise=0.2, n=10):
    """For each noisy draw of the change of frequency: whether k = 1 and k = 5 hit both changes."""
    rng = np.random.default_rng(random_state)
    hits = {1: [], 5: []}
    for _ in range(repeats):
        y = frequency_series(noise=noise, random_state=rng)
        for k, list_of in hits.items():
            list_of.append(changes_hit(two_peaks(change_scores(y, k, n))[0]) == 2)
    return hits


def listed_columns(y, k):
    """The listing's vectors: the first k rows of the Toeplitz matrix, column by column."""
    return toeplitz(y)[:k, : len(y) - k + 1].T


def toeplitz_counts(length=LENGTH, k=5):
    """Of the listing's columns, with times for values: which values they hold."""
    times = np.arange(1, length + 1)
    columns = listed_columns(times, k)
    own = np.arange(1, len(columns) + 1)
    ahead = own[:, None] + np.arange(k)
    behind = own[:, None] - np.arange(k)
    return {
        "forward": int(np.all(columns == ahead, axis=1).sum()),
        "backward": int(np.all(columns == behind, axis=1).sum()),
        "mirrored": int(np.any(columns > behind, axis=1).sum()),
        "unused": len(set(times) - set(columns.ravel())),
    }


def listed_delays(repeats, random_state, k=5, n=10):
    """How much later the highest score comes with the listing's columns than with the text's."""
    rng = np.random.default_rng(random_state)
    late = []
    for _ in range(repeats):
        y = level_series(random_state=rng)
        # vectors that are made already are a series of single rows
        listed = change_scores(listed_columns(y, k), 1, n).scores
        text = change_scores(y, k, n).scores
        late.append(int(listed.argmax() - text.argmax()))
    return late


def listed_parenthesis(repeats, random_state):
    """The energy distance by the right line against an integral, and the printed line's sign.

    The integral of the squared difference of the empirical distribution functions, twice, is the
    energy distance on a line; no pair of points enters.
    """
    rng = np.random.default_rng(random_state)
    largest = 0.0
    negative = 0
    for _ in range(repeats):
        x, y = (rng.normal(size=rng.integers(5, 51)) for _ in range(2))
        across, first, second = (np.abs(a[:, None] - b).mean() for a, b in ((x, y), (x, x), (y, y)))
        integral = cdf_energy(x, y)
        largest = max(largest, abs(2 * across - first - second - integral) / integral)
        negative += int(2 * (across - first - second) < 0)
    return largest, negative


def cdf_energy(x, y):
    """Twice the integral of the squared difference of two empirical distribution functions."""
    places = np.sort(np.concatenate([x, y]))
    steps = [np.searchsorted(np.sort(z), places[:-1], side="right") / len(z) for z in (x, y)]
    return float(2 * ((steps[0] - steps[1]) ** 2 @ np.diff(places)))


def energy_as_discrepancy(repeats, random_state):
    """Both sides of the identity of section 39.1.6 on random pairs of samples, by double sums."""
    rng = np.random.default_rng(random_state)
    found = {"gap": 0.0, "cdf_gap": 0.0, "low": np.inf, "neg_opposite": 0}
    laws = (rng.normal, rng.uniform, lambda size: rng.standard_cauchy(size))
    for i in range(repeats):
        law = laws[i % 3]
        d = 1 + i % 5
        X = law(size=(rng.integers(5, 51), d))
        Y = law(size=(rng.integers(5, 51), d))
        energy = energy_distance(X, Y)
        discrepancy = mmd2(X, Y, length_kernel)
        # relative to the means whose difference it is
        size = np.linalg.norm(X[:, None] - Y, axis=2).mean()
        found["gap"] = max(found["gap"], abs(energy - discrepancy) / size)
        found["low"] = min(found["low"], energy)
        opposite = mmd2(X, Y, lambda A, B: -length_kernel(A, B))
        found["neg_opposite"] += int(opposite < 0)
        if d == 1:
            integral = cdf_energy(X[:, 0], Y[:, 0])
            found["cdf_gap"] = max(found["cdf_gap"], abs(energy - integral) / integral)
    return found


def length_kernel(A, B):
    """The kernel whose mean discrepancy is the energy distance: lengths less the distance."""
    between = np.linalg.norm(A[:, None] - B, axis=2)
    return np.linalg.norm(A, axis=1)[:, None] + np.linalg.norm(B, axis=1) - between
