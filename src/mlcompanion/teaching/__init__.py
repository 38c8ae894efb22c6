"""The teaching layer: widgets, claims, figures, tables, measurements and the code on the page.

A chapter imports from here and from the rooms of the package. Nothing here imports an algorithm.

Three modes, chosen by the environment variable ``MLCOMPANION_OUTPUT``:

``live`` (default)
    a reader's kernel: ipywidgets controls, HTML tables;
``plain``
    what git stores and tests compare: text only;
``book``
    the book build: widgets are drawn in advance, tables are HTML.
"""

from ._style import COLORS, use_style
from .claims import Claim
from .controls import Choice, Slider, Toggle, grid
from .explorer import explore
from .figures import show
from .ledger import Ledger
from .listing import source
from .measure import log_slope, mean_sd, mean_se, plus_minus, repeat, spread, timed
from .predict import Predict
from .readouts import holds, number, readouts
from .studies import stored_study
from .tables import source_table, table

__all__ = [
    "COLORS",
    "Choice",
    "Claim",
    "Ledger",
    "Predict",
    "Slider",
    "Toggle",
    "explore",
    "grid",
    "holds",
    "log_slope",
    "mean_sd",
    "mean_se",
    "number",
    "plus_minus",
    "readouts",
    "repeat",
    "show",
    "source",
    "source_table",
    "spread",
    "stored_study",
    "table",
    "timed",
    "use_style",
]
