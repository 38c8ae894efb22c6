"""Curves over repeats, regret below its bound, and coefficients as stems."""

import numpy as np

from .._validation import check_array, check_in
from ..teaching import mean_sd, mean_se, spread
from ._colors import color_of

__all__ = ["mean_curve", "regret_under_bound", "stems"]


def mean_curve(ax, x, runs, *, error="sd", color=None, label=None, marker="o", **options):
    """Draw the mean of some runs with error bars.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x : array_like, shape (n,)
    runs : array_like, shape (n_runs, n) or (n,)
        One run a row; a single run has no error bars.
    error : {"sd", "se", "range"}
        Bars: standard deviation, standard error, or least and greatest around the median.
    color : color, optional
        The next one of the cycle by default.
    label : str, optional
        For :func:`label_lines` or a legend.
    marker : str
    **options
        Passed on to ``ax.errorbar``.

    Returns
    -------
    matplotlib.container.ErrorbarContainer
    """
    check_in(error, "error", ("sd", "se", "range"))
    x = check_array(x, "x", ndim=1)
    runs = np.atleast_2d(check_array(runs, "runs"))
    if runs.shape[1:] != x.shape:
        raise ValueError(f"runs must have {len(x)} columns like x, got shape {runs.shape}")
    if error == "range":
        low, middle, high = spread(runs)
        bars = np.array([middle - low, high - middle])
    else:
        middle, bars = (mean_sd if error == "sd" else mean_se)(runs)
    if len(runs) == 1:
        bars = None  # one run has no spread
    if color is not None:
        options["color"] = color_of(color)
    return ax.errorbar(x, middle, bars, marker=marker, label=label, **options)


def regret_under_bound(ax, rounds, regrets, bound, *, color="blue", label=None, error="sd"):
    """Draw a learner's regret and, dotted in the same colour, what bounds it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    rounds : array_like, shape (n,)
    regrets : array_like, shape (n_runs, n) or (n,)
        One stream a row.
    bound : array_like, shape (n,)
    color : color
    label : str, optional
        Name of the learner; the bound is called "bound", or "<label>: bound".
    error : {"sd", "se", "range"}
        See :func:`mean_curve`.

    Returns
    -------
    bool
        Whether every regret stays at or below its bound: what the picture should show.
    """
    mean_curve(ax, rounds, regrets, error=error, color=color, label=label)
    bound = check_array(bound, "bound", shape=np.shape(rounds))
    name = "bound" if label is None else f"{label}: bound"
    ax.plot(rounds, bound, ls=":", color=color_of(color), label=name)
    return bool((np.atleast_2d(regrets) <= bound).all())


def stems(ax, values, *, x=None, truth=None, color="blue", label=None):
    """Draw coefficients as stems; exact zeros are small grey dots, the truth grey rings.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    values : array_like, shape (n,)
    x : array_like, shape (n,), optional
        Places; 1, ..., n by default.
    truth : array_like, shape (n,), optional
        What the values estimate; its non-zero entries are drawn.
    color : color
    label : str, optional
    """
    values = check_array(values, "values", ndim=1)
    if x is None:
        x = np.arange(1, len(values) + 1)
    x = check_array(x, "x", shape=values.shape)
    on = values != 0
    color = color_of(color)
    ax.axhline(0, color=color_of("grey"), lw=0.8)
    ax.vlines(x[on], 0, values[on], color=color, lw=2)
    ax.plot(x[~on], values[~on], ".", color=color_of("grey"), ms=3)
    ax.plot(x[on], values[on], "o", color=color, ms=4, label=label)
    if truth is not None:
        truth = check_array(truth, "truth", shape=values.shape)
        there = truth != 0
        ax.plot(x[there], truth[there], "o", mfc="none", color=color_of("grey"), ms=7)
