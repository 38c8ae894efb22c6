"""Real data that ship with the package, and generators of the sources' synthetic data.

``load_<name>()`` returns a scikit-learn ``Bunch`` with ``data``, ``target``, names and a ``DESCR``
that gives origin, licence and what was changed. ``make_<name>(…, random_state)`` draws data.
"""

from ._tables import (
    load_forestfires,
    load_mnist_5k,
    load_movement_libras,
    load_segment,
    load_spambase,
    load_zoo,
)

__all__ = [
    "load_forestfires",
    "load_mnist_5k",
    "load_movement_libras",
    "load_segment",
    "load_spambase",
    "load_zoo",
]
