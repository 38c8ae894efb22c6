"""Test images."""

from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch

from .._validation import check_in

__all__ = ["TEST_IMAGES", "load_test_image"]

#: Pictures that :func:`load_test_image` knows by name.
TEST_IMAGES = ("aero", "ascent", "camera")


def load_test_image(name="camera"):
    """Load a grey test image of 512 by 512 pixels, values 0 to 255, as floats.

    Parameters
    ----------
    name : "aero", "ascent" or "camera"

    Returns
    -------
    Bunch
        ``data`` (512, 512) and ``DESCR``.

    Raises
    ------
    ValueError
        If the name is unknown.
    """
    check_in(name, "name", TEST_IMAGES)
    path = files("mlcompanion.datasets") / "data" / f"{name}.npz"
    with path.open("rb") as packed, np.load(packed) as arrays:
        data = arrays["data"].astype(float)
    return Bunch(
        data=data,
        DESCR=(
            f"The test image {name}, 512 x 512 grey values.\n\n"
            "Origin: public test images, as in scipy.datasets and PyWavelets.\n"
            "Taken from: PyPI PyWavelets 1.9.0.\nChanged: nothing.\n"
        ),
    )
