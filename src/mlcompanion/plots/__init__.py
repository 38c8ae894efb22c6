"""Pictures that several chapters need; each draws results on given axes.

Nothing here imports an algorithm, and no algorithm imports this room. A colour is a name of the
book's palette or anything that Matplotlib takes.
"""

from .bodies import unit_ball
from .bounds import bound_bars
from .curves import mean_curve, regret_under_bound, stems
from .fields import cloud, local_view
from .graphs import (
    circle_places,
    graph,
    graph_against_truth,
    row_places,
    tree_places,
    valued_tree,
    weighted_order,
)
from .labels import label_lines
from .laws import (
    contingency_areas,
    covariance_ellipse,
    draw_density,
    draw_masses,
    simplex_heat,
    simplex_places,
)
from .matrices import binary_matrix, picture_strip
from .plane import contours, decision_regions, plane_grid, plane_pictures
from .rules import plot_rules
from .touch import touching_ellipse
from .worlds import grid_world

__all__ = [
    "binary_matrix",
    "bound_bars",
    "circle_places",
    "cloud",
    "contingency_areas",
    "contours",
    "covariance_ellipse",
    "decision_regions",
    "draw_density",
    "draw_masses",
    "graph",
    "graph_against_truth",
    "grid_world",
    "label_lines",
    "local_view",
    "mean_curve",
    "picture_strip",
    "plane_grid",
    "plane_pictures",
    "plot_rules",
    "regret_under_bound",
    "row_places",
    "simplex_heat",
    "simplex_places",
    "stems",
    "touching_ellipse",
    "tree_places",
    "unit_ball",
    "valued_tree",
    "weighted_order",
]
