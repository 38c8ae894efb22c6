"""Real data that ship with the package, and generators of the sources' synthetic data.

``load_<name>()`` returns a scikit-learn ``Bunch`` with ``data``, ``target``, names and a ``DESCR``
that gives origin, licence and what was changed. ``make_<name>(…, random_state)`` draws data.
"""

from ._lingam import (
    NOISE_LAWS,
    bach_jordan_noise,
    load_wage2,
    make_lingam,
    make_path_knowledge,
)
from ._streams import make_gaussian_stream, make_line_stream, make_regime_stream
from ._tables import (
    load_forestfires,
    load_mnist_5k,
    load_movement_libras,
    load_segment,
    load_spambase,
    load_zoo,
)

__all__ = [
    "NOISE_LAWS",
    "bach_jordan_noise",
    "load_forestfires",
    "load_mnist_5k",
    "load_movement_libras",
    "load_segment",
    "load_spambase",
    "load_wage2",
    "load_zoo",
    "make_gaussian_stream",
    "make_line_stream",
    "make_lingam",
    "make_path_knowledge",
    "make_regime_stream",
]
