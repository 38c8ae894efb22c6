"""Pictures that several chapters need; each draws results on given axes.

Nothing here imports an algorithm, and no algorithm imports this room. A colour is a name of the
book's palette or anything that Matplotlib takes.
"""

from .curves import mean_curve, regret_under_bound, stems
from .labels import label_lines
from .matrices import binary_matrix
from .plane import contours, decision_regions, plane_grid

__all__ = [
    "binary_matrix",
    "contours",
    "decision_regions",
    "label_lines",
    "mean_curve",
    "plane_grid",
    "regret_under_bound",
    "stems",
]
