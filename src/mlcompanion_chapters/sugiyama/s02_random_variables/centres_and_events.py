"""Checks of Sugiyama (2016), sections 2.1 to 2.4.1: events, incomes, and what centres minimise."""

import numpy as np
from scipy import stats

from mlcompanion._validation import check_rng
from mlcompanion.probability import Beta, Gamma
from mlcompanion.probability.joint.events import SampleSpace
from mlcompanion.probability.numeric.quadrature import integrate

__all__ = [
    "INCOMES",
    "addition_rules",
    "centre_errors",
    "incomes_with_millionaire",
    "set_laws",
    "tilted_errors",
]

#: Thousand dollars a year. With one million beside them they have the mean 62.1 and the median 31.3
#: of the book's Fig. 2.5, whose list is not printed: this one is a reconstruction.
INCOMES = (
    8.5, 11.2, 13.4, 15.0, 16.8, 18.1, 19.5, 21.0, 22.6, 24.0, 25.3, 26.7, 28.4, 29.8, 31.2,
    31.4, 32.3, 33.1, 34.0, 35.2, 36.1, 37.4, 38.6, 39.9, 41.5, 43.8, 46.2, 49.0, 53.0,
)  # fmt: skip


def incomes_with_millionaire(n_draws=1000, random_state=None):
    """Random crowds of 29 with one millionaire, scaled to the median of Fig. 2.5.

    Parameters
    ----------
    n_draws : int
        Crowds.
    random_state : int, Generator or None

    Returns
    -------
    mean, median, below : ndarray, shape (n_draws,)
        In thousand dollars, and the share of the 29 whose income is below the mean. The 29 follow
        a gamma law of shape 4, scaled so that the median of all 30 is 31.3.
    """
    rng = check_rng(random_state)
    crowd = np.sort(Gamma(4.0, 1.0).rvs((n_draws, 29), rng), axis=1)
    crowd *= 31.3 / crowd[:, 14:16].mean(axis=1, keepdims=True)  # the 15th and 16th of 30
    everybody = np.column_stack([crowd, np.full(n_draws, 1000.0)])
    mean = everybody.mean(axis=1)
    return mean, np.median(everybody, axis=1), np.mean(crowd < mean[:, None], axis=1)


def set_laws():
    """Try the distributive laws and De Morgan's on all triples of events of a die (section 2.1).

    Returns
    -------
    violated : int
        Triples that violate one of the four laws.
    control : int
        Triples that violate the wrong law ``(A or B) and C = A or (B and C)``.
    """
    die = SampleSpace(np.full(6, 1 / 6))
    events = die.events()
    a = events[:, None, None]
    b = events[:, None]
    c = events
    not_ = die.complement
    wrong = (
        (((a | b) & c) != ((a & c) | (b & c)))
        | (((a & b) | c) != ((a | c) & (b | c)))
        | (not_(a | b) != (not_(a) & not_(b)))
        | (not_(a & b) != (not_(a) | not_(b)))
    )
    return int(wrong.sum()), int((((a | b) & c) != (a | (b & c))).sum())


def addition_rules(n_dice=100, random_state=None):
    """Check the addition rules for two and three events on dice with random faces (section 2.2).

    Parameters
    ----------
    n_dice : int
    random_state : int, Generator or None

    Returns
    -------
    added : float
        Largest deviation from the probability of the union, over all triples of events.
    control : float
        The same when the term of all three events is left out.
    """
    rng = check_rng(random_state)
    added = 0.0
    control = 0.0
    for _ in range(n_dice):
        die = SampleSpace(rng.dirichlet(np.ones(6)))
        pr = die.probability
        events = die.events()
        a = events[:, None, None]
        b = events[:, None]
        c = events
        pairs = pr(a & b) + pr(a & c) + pr(b & c)
        rule = pr(a) + pr(b) + pr(c) - pairs + pr(a & b & c)
        union = pr(a | b | c)
        two = pr(b) + pr(c) - pr(b & c) - pr(b | c)
        added = max(added, np.abs(rule - union).max(), np.abs(two).max())
        control = max(control, np.abs(rule - pr(a & b & c) - union).max())
    return float(added), float(control)


def _beta_laws(n, rng):
    return [Beta(rng.uniform(0.5, 2), rng.uniform(3, 8)) for _ in range(n)]


#: Guesses at the centre of a law on [0, 1].
GUESSES = np.linspace(0, 1, 10_001)


def _mean_excess(law, cells=5):
    """For every guess: the mean of what lies above it, and of what lies below it.

    Cumulative sums over cells with the masses of the distribution function, ``cells`` between two
    guesses: no formula for a minimizer enters.
    """
    edges = np.linspace(0, 1, cells * (len(GUESSES) - 1) + 1)
    masses = np.diff(law.cdf(edges))
    middles = (edges[1:] + edges[:-1]) / 2
    mass = np.concatenate([[0.0], np.cumsum(masses)])[::cells]
    moment = np.concatenate([[0.0], np.cumsum(masses * middles)])[::cells]
    over = (moment[-1] - moment) - GUESSES * (mass[-1] - mass)
    return over, GUESSES * mass - moment


def _weighted(pdf, k):
    return lambda x: x**k * pdf(x)


def centre_errors(n_laws=30, random_state=None):
    """What minimises the expected absolute and the expected squared error (section 2.4.1).

    Parameters
    ----------
    n_laws : int
        Beta laws on [0, 1], the first parameter in [0.5, 2], the second in [3, 8].
    random_state : int, Generator or None

    Returns
    -------
    dict
        ``abs_to_median``, ``sq_to_mean``: largest distances; ``abs_to_mean``: smallest distance.
    """
    found = {"abs_to_median": [], "abs_to_mean": [], "sq_to_mean": []}
    for law in _beta_laws(n_laws, check_rng(random_state)):
        peer = stats.beta(law.alpha, law.beta)
        first, second = (integrate(_weighted(peer.pdf, k), 0.0, 1.0) for k in (1, 2))
        over, under = _mean_excess(law)
        absolute = GUESSES[np.argmin(over + under)]
        squared = GUESSES[np.argmin(second - 2 * GUESSES * first + GUESSES**2)]
        found["abs_to_median"].append(abs(absolute - peer.median()))
        found["abs_to_mean"].append(abs(absolute - first))
        found["sq_to_mean"].append(abs(squared - first))
    return {
        "abs_to_median": float(max(found["abs_to_median"])),
        "abs_to_mean": float(min(found["abs_to_mean"])),
        "sq_to_mean": float(max(found["sq_to_mean"])),
    }


def tilted_errors(n_laws=30, alphas=(0.1, 0.25, 0.75, 0.9), random_state=None):
    """What minimises the tilted absolute error as printed, and with its weights exchanged.

    Parameters
    ----------
    n_laws : int
        Beta laws as in :func:`centre_errors`.
    alphas : sequence of float
    random_state : int, Generator or None

    Returns
    -------
    dict
        ``printed_to_alpha``: smallest, ``printed_to_other`` and ``right_to_alpha``: largest
        distance of a minimizer to the quantile of alpha, or of 1 - alpha (other).
    """
    printed_to_alpha = []
    printed_to_other = []
    right_to_alpha = []
    for law in _beta_laws(n_laws, check_rng(random_state)):
        peer, (over, under) = stats.beta(law.alpha, law.beta), _mean_excess(law)
        for alpha in alphas:
            printed = GUESSES[np.argmin((1 - alpha) * over + alpha * under)]
            right = GUESSES[np.argmin(alpha * over + (1 - alpha) * under)]
            printed_to_alpha.append(abs(printed - peer.ppf(alpha)))
            printed_to_other.append(abs(printed - peer.ppf(1 - alpha)))
            right_to_alpha.append(abs(right - peer.ppf(alpha)))
    return {
        "printed_to_alpha": float(min(printed_to_alpha)),
        "printed_to_other": float(max(printed_to_other)),
        "right_to_alpha": float(max(right_to_alpha)),
    }
