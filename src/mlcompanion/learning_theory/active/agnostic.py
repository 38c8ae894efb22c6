r"""Learners that choose the labels they buy: A2, DHM, and noisy halving of a line.

Wang (2011), Algorithms 1 and 2 and section 3.3. A pool holds indices of instances; labels are
bought by calling ``query``. Everything known about unlabelled instances is free.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_in,
    check_instance,
    check_real,
)

from ..finite_classes import as_class

__all__ = ["A2", "DHM", "Bisection", "line_sampler", "probabilistic_bisection"]


def _bought(query, places):
    """Labels -1 and 1 of places in the pool, or of points."""
    return check_array(query(places), "query", shape=places.shape, among=(-1, 1)).astype(int)


def _pool(pool, n_instances):
    return check_array(pool, "pool", ndim=1, min_rows=1, dtype=int, low=0, high=n_instances - 1)


class A2:
    r"""Agnostic active learning: buy labels only where hypotheses still in play disagree.

    Algorithm 1 of the source, after Balcan, Beygelzimer and Langford (2006).

    Parameters
    ----------
    hypotheses : ndarray of bool, or a class of :mod:`.finite_classes`
        A finite class; K hypotheses.
    delta : float
        Probability of failure.
    bound : {"hoeffding", "bernstein"}
        How errors are bounded. Hoeffding: each error within
        :math:`\sqrt{\ln(2Km/\delta)/(2n)}`, n labels in the present region, m in all. Bernstein:
        each *difference* from the least error, by its empirical variance (Maurer and Pontil).
    growth : float
        Labels between two updates, as a share of those at hand; 0 updates after every label.

    Attributes
    ----------
    hypothesis_ : int
        The returned one, of the step with the least :math:`\beta_t`.
    n_queries_ : int
    alive_ : ndarray of bool
        Hypotheses still in play.
    history_ : list of dict
        One row an update: ``labels`` bought, pool points ``seen``, probability ``mass`` of the
        region, hypotheses ``alive``, the row's ``best``, its ``beta``, and ``returned`` if the
        learner stopped there.
    """

    def __init__(self, hypotheses, delta=0.05, bound="hoeffding", growth=0.0):
        self.hypotheses = as_class(hypotheses)
        self.delta = check_real(delta, "delta", low=0, high=1, open_low=True, open_high=True)
        self.bound = check_in(bound, "bound", {"hoeffding", "bernstein"})
        self.growth = check_real(growth, "growth", low=0)

    def fit_pool(self, pool, query, max_labels=None, stop=None):
        """Go through a pool once, buying labels.

        Parameters
        ----------
        pool : array_like of int, shape (m,)
            Instances, in the order in which they come.
        query : callable
            From places in the pool, shape (k,), to their labels -1 and 1.
        max_labels : int, optional
            Stop after as many labels.
        stop : callable, optional
            From the mask of hypotheses in play to whether the learner may stop.

        Returns
        -------
        A2
            Itself.
        """
        H = self.hypotheses
        pool = _pool(pool, self.hypotheses.n_instances)
        check_instance(query, "query", callable, "function")
        check_function(stop, "stop")
        most = len(pool) if max_labels is None else check_count(max_labels, "max_labels", low=1)
        log_term = np.log(2 * H.size * min(most, len(pool)) / self.delta)
        probability = np.bincount(pool, minlength=H.n_instances) / len(pool)

        self.alive_ = np.ones(H.size, dtype=bool)
        self.history_ = []
        self.n_queries_ = 0
        region = np.ones(H.n_instances, dtype=bool)
        seen = 0
        least = np.inf
        self.hypothesis_ = 0  # where no instance of the pool is in doubt, none is worse
        queue = None
        while self.n_queries_ < most:
            doubt = H.in_doubt(self.alive_)
            if queue is None or probability[doubt].sum() <= probability[region].sum() / 2:
                region = doubt  # 1. the region has halved: begin a new sample in it
                mass = probability[region].sum()
                positives, negatives = np.zeros((2, H.n_instances), dtype=int)
                queue = seen + np.flatnonzero(region[pool[seen:]])
                used = 0
            step = max(1, int(self.growth * used))
            places = queue[used : used + min(step, most - self.n_queries_)]
            if not len(places):
                break  # the pool is used up, or nothing is in doubt
            labels = _bought(query, places)  # 2. buy the next labels in the region
            positives += np.bincount(pool[places[labels > 0]], minlength=H.n_instances)
            negatives += np.bincount(pool[places[labels < 0]], minlength=H.n_instances)
            used += len(places)
            seen = places[-1] + 1
            self.n_queries_ += len(places)

            errors = H.errors(positives, negatives)
            best = int(np.argmin(np.where(self.alive_, errors, np.inf)))
            gap = (errors - errors[best]) / used
            margin = self._margin(H, positives + negatives, best, gap, used, log_term)
            self.alive_ &= gap <= margin  # 3. keep what may still be the best
            beta = float(np.max(margin, where=self.alive_, initial=0.0) * mass)
            if beta <= least:
                least = beta
                self.hypothesis_ = best
            self.history_.append(
                {"labels": self.n_queries_, "seen": int(seen), "mass": float(mass),
                 "alive": int(self.alive_.sum()), "best": best, "beta": beta,
                 "returned": self.hypothesis_}
            )  # fmt: skip
            if stop is not None and stop(self.alive_):
                break
        return self

    def _margin(self, H, counts, best, gap, n, log_term):
        """How far above the least error on the sample the best hypothesis may lie, shape (size,).

        With Hoeffding's bound, LB of the one exceeds UB of the other at twice the half-width.
        """
        if self.bound == "hoeffding":
            return np.full(H.size, 2 * np.sqrt(log_term / (2 * n)))
        variance = np.maximum(H.differences(counts, best) / n - gap**2, 0)
        return np.sqrt(2 * variance * log_term / n) + 14 * log_term / (3 * max(n - 1, 1))


class DHM:
    r"""Guess a label when the other answer would cost too many errors; else buy it.

    Algorithm 2 of the source, after Dasgupta, Hsu and Monteleoni (2007), whose threshold it takes:
    :math:`\Delta_n=\beta_n^2+\beta_n(\sqrt{e_+}+\sqrt{e_-})` with
    :math:`\beta_n=c\sqrt{(4/n)\ln(8(n^2+n)S(2n)^2/\delta)}`, where S is the growth function and
    :math:`e_\pm` are the errors of the two candidates.

    Parameters
    ----------
    hypotheses : ndarray of bool, or a class of :mod:`.finite_classes`
        A finite class.
    delta : float
        Probability of failure.
    c : float
        Caution; the theorem needs 1.
    vc : int
        VC dimension: S(n) is the sum of the binomials C(n, 0..vc), or the size of the class.

    Attributes
    ----------
    guessed_ : ndarray of bool, shape (m,)
        Which pool points were labelled free of charge.
    labels_ : ndarray of int, shape (m,)
        The labels, guessed or bought.
    path_ : ndarray of int, shape (m,)
        The hypothesis that would be returned after each point: the middle one of the best.
    hypothesis_ : int
        The last of them.
    n_queries_ : int
    """

    def __init__(self, hypotheses, delta=0.05, c=1.0, vc=1):
        self.hypotheses = as_class(hypotheses)
        self.delta = check_real(delta, "delta", low=0, high=1, open_low=True, open_high=True)
        self.c = check_real(c, "c", low=0, open_low=True)
        self.vc = check_count(vc, "vc", low=1)

    def widths(self, n):
        r"""The half-widths :math:`\beta_n` of the normalized bound.

        Parameters
        ----------
        n : array_like of int
            Points seen, at least 1.

        Returns
        -------
        ndarray
        """
        n = check_array(n, "n", dtype=int, low=1).astype(float)
        orders = np.arange(self.vc + 1)[:, None]
        size = 2 * n.reshape(1, -1)
        ways = gammaln(size + 1) - gammaln(orders + 1) - gammaln(np.maximum(size - orders, 0) + 1)
        growth = np.logaddexp.reduce(np.where(orders <= size, ways, -np.inf), axis=0)
        # there are no more ways to label than hypotheses
        growth = np.minimum(growth, np.log(self.hypotheses.size)).reshape(n.shape)
        return self.c * np.sqrt(4 / n * (np.log(8 * (n**2 + n) / self.delta) + 2 * growth))

    def fit_pool(self, pool, query):
        """Go through a pool once, guessing or buying every label.

        Parameters
        ----------
        pool : array_like of int, shape (m,)
            Instances, in the order in which they come.
        query : callable
            From places in the pool, shape (1,), to their labels -1 and 1.

        Returns
        -------
        DHM
            Itself. O(n_hypotheses) a point: the errors are kept, not computed anew.
        """
        H = self.hypotheses
        pool = _pool(pool, self.hypotheses.n_instances)
        check_instance(query, "query", callable, "function")
        beta = self.widths(np.arange(1, len(pool) + 1))
        errors = np.zeros(H.size)  # on the bought labels; infinite: contradicts a guess
        self.guessed_ = np.zeros(len(pool), dtype=bool)
        self.labels_, self.path_ = np.zeros((2, len(pool)), dtype=int)
        for t, x in enumerate(pool):
            up = H.positive(x)
            least_up = errors[up].min(initial=np.inf)  # 1. LEARN with the label +1 at x, and -1
            least_down = errors[~up].min(initial=np.inf)
            y = 1 if least_up < least_down else -1
            if t == 0:
                sure = not np.isfinite(least_up + least_down)
            else:
                sure = _beyond(least_up / t, least_down / t, beta[t - 1])  # t points before this
            if sure:  # 2. guess; the hypotheses that disagree are out
                errors[up != (y > 0)] = np.inf
            else:  # 3. buy
                y = int(_bought(query, np.array([t]))[0])
                errors[up != (y > 0)] += 1
            self.guessed_[t] = sure
            self.labels_[t] = y
            best = np.flatnonzero(errors == errors.min())
            self.path_[t] = best[len(best) // 2]
        self.hypothesis_ = int(self.path_[-1])
        self.n_queries_ = int((~self.guessed_).sum())
        return self


def _beyond(up, down, beta):
    """Whether two error rates differ by more than the threshold; one may be infinite."""
    if np.isinf(up) or np.isinf(down):
        return True
    return abs(up - down) > beta**2 + beta * (np.sqrt(up) + np.sqrt(down))


class Bisection(NamedTuple):
    """What noisy halving leaves: ``estimate`` (m,), ``posterior`` (m, bins), ``asked`` (n, m)."""

    estimate: np.ndarray
    posterior: np.ndarray
    asked: np.ndarray


def probabilistic_bisection(query, n_labels, n_bins, edge, n_searches=1):
    r"""Halving with wrong answers (Burnashev and Zigangirov): ask at the median of a posterior.

    Parameters
    ----------
    query : callable
        From points in [0, 1], shape (n_searches,), to labels: 1 at and above the threshold, else
        -1, or wrong.
    n_labels : int
        Labels of each search.
    n_bins : int
        Cells in which the threshold is sought; questions are asked at their borders.
    edge : float
        How much more often than half an answer is taken to be right, in (0, 1/2]; 1/2 trusts it.
    n_searches : int
        Independent searches, side by side.

    Returns
    -------
    Bisection
        Estimate: middle of the cell that holds the posterior's median. O(n_labels n_bins) each.
    """
    check_instance(query, "query", callable, "function")
    n_labels = check_count(n_labels, "n_labels", low=1)
    n_bins = check_count(n_bins, "n_bins", low=2)
    edge = check_real(edge, "edge", low=0, high=0.5, open_low=True)
    m = check_count(n_searches, "n_searches", low=1)
    posterior = np.full((m, n_bins), 1 / n_bins)
    asked = np.empty((n_labels, m))
    rows = np.arange(m)
    cells = np.arange(n_bins)
    for step in range(n_labels):
        below = np.cumsum(posterior, axis=1)
        middle = np.argmax(below >= 0.5, axis=1)  # the cell of the median, and its nearer border
        before = np.where(middle > 0, below[rows, middle - 1], 0.0)
        border = middle + (below[rows, middle] - 0.5 < 0.5 - before)
        border = np.clip(border, 1, n_bins - 1)
        asked[step] = border / n_bins
        y = _bought(query, asked[step])
        share = below[rows, border - 1]
        likely = np.where(y > 0, 1 + 2 * edge, 1 - 2 * edge)  # of thresholds below the question
        evidence = share * likely + (1 - share) * (2 - likely)
        if (evidence <= 0).any():
            raise ValueError(
                "query contradicts itself: take an edge below 1/2, which allows errors"
            )
        scale = 1 / evidence
        left = cells < border[:, None]
        posterior *= np.where(left, (likely * scale)[:, None], ((2 - likely) * scale)[:, None])
    middle = np.argmax(np.cumsum(posterior, axis=1) >= 0.5, axis=1)
    return Bisection((middle + 0.5) / n_bins, posterior, asked)


def line_sampler(query, n_labels, n_lines, n_bins, edge):
    """Noisy halving on vertical lines of the unit square (Castro and Nowak, 2008).

    Parameters
    ----------
    query : callable
        From points, shape (n_lines, 2), to labels: 1 at and above the boundary, else -1.
    n_labels : int
        Labels in all, at least one a line.
    n_lines : int
        Lines, evenly spaced from 0 to 1, at least 2.
    n_bins, edge
        See :func:`probabilistic_bisection`.

    Returns
    -------
    x, height : ndarray, shape (n_lines,)
        Where the boundary crosses each line; interpolate in between.
    """
    check_instance(query, "query", callable, "function")
    n_lines = check_count(n_lines, "n_lines", low=2)
    n_labels = check_count(n_labels, "n_labels", low=n_lines)
    x = np.linspace(0, 1, n_lines)
    found = probabilistic_bisection(
        lambda heights: query(np.column_stack([x, heights])),
        n_labels // n_lines, n_bins, edge, n_searches=n_lines,
    )  # fmt: skip
    return x, found.estimate
