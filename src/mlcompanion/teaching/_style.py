"""One Matplotlib style for the book: colour-blind-safe, legible at phone width.

Figures are opaque white cards, so that they read the same on a light and on a dark page.
"""

import matplotlib as mpl
from cycler import cycler

__all__ = ["COLORS", "RC", "use_style"]

#: The Okabe-Ito palette, safe for the common colour-vision deficiencies; yellow only as a fill.
COLORS = {
    "blue": "#0072B2",
    "orange": "#D55E00",
    "green": "#009E73",
    "purple": "#AA4499",
    "sky": "#56B4E9",
    "amber": "#E69F00",
    "yellow": "#F0E442",
    "black": "#222222",
    "grey": "#8A8A8A",
    "light": "#D9D9D9",
}

RC = {
    "figure.figsize": (7.2, 3.8),
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "figure.constrained_layout.use": True,
    "axes.facecolor": "white",
    "axes.prop_cycle": cycler(
        color=[COLORS[c] for c in ("blue", "orange", "green", "purple", "sky", "amber", "black")]
    ),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "axes.labelsize": 13,
    "axes.titlesize": 13.5,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E6E6E6",
    "grid.linewidth": 0.8,
    "font.size": 13,
    "font.family": "DejaVu Sans",
    "image.cmap": "viridis",
    "legend.frameon": False,
    "legend.fontsize": 12,
    "lines.linewidth": 2.0,
    "lines.markersize": 5,
    "xtick.labelsize": 12,
    "ytick.labelsize": 12,
    "xtick.color": "#555555",
    "ytick.color": "#555555",
}


def use_style():
    """Set the book's style for every figure that follows."""
    mpl.rcParams.update(RC)
