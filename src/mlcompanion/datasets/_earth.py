"""The sea and the land: surface temperatures of the Pacific by month, grids of elevations."""

from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch

from .._validation import check_in
from ._series import described

__all__ = ["load_nino", "load_terrain"]

#: The columns of the monthly indices, each followed by its anomaly.
_REGIONS = ["Niño 1+2", "Niño 3", "Niño 4", "Niño 3.4"]

_FAULT = (
    "The Jacksboro fault in Tennessee, 403 by 344 elevations in metres, 3 seconds of arc apart",
    "U.S. Geological Survey, National Elevation Dataset, public domain",
)
_COAST = (
    "The coast of the Pacific Northwest, 120 by 91 elevations in metres, below zero in the sea",
    "U.S. National Oceanic and Atmospheric Administration, topography and bathymetry, "
    "public domain",
)


def _arrays(name):
    path = files("mlcompanion.datasets") / "data" / f"{name}.npz"
    with path.open("rb") as packed, np.load(packed) as arrays:
        return dict(arrays)


def load_nino():
    """Load the surface of the Pacific: four regions, 800 months from January 1950 on.

    Returns
    -------
    Bunch
        ``data`` (800, 4), temperatures in degrees Celsius; ``anomalies`` (800, 4), what is left of
        them after the mean of the calendar month; ``months`` (800,), as ``datetime64[M]``;
        ``feature_names`` and ``DESCR``.
    """
    table = _arrays("sst_nino3")["data"]
    years = (table[:, 0].astype(int) - 1970).astype("datetime64[Y]")
    return Bunch(
        data=table[:, 2::2].copy(),
        anomalies=table[:, 3::2].copy(),
        months=years.astype("datetime64[M]") + (table[:, 1].astype(int) - 1),
        feature_names=list(_REGIONS),
        DESCR=described(
            "Sea surface temperatures of four regions of the tropical Pacific, January 1950 to "
            "August 2016, by month",
            "U.S. Climate Prediction Center, monthly indices from ERSST, public domain",
            "PyPI PyWavelets 1.9.0",
            "year and month were joined to one date",
        ),
    )


def load_terrain(name="fault"):
    """Load a grid of elevations: a fault in Tennessee, or a coast with the sea before it.

    Parameters
    ----------
    name : {"fault", "coast"}

    Returns
    -------
    Bunch
        ``data`` (n, 2), longitude and latitude in degrees, one row a point of the grid;
        ``target`` (n,), elevation in metres; ``shape``, rows (south to north) and columns (west
        to east) of the grid; ``feature_names``, ``target_name`` and ``DESCR``.

    Raises
    ------
    ValueError
        If the name is unknown.
    """
    check_in(name, "name", ("coast", "fault"))
    arrays = _arrays("terrain")
    if name == "fault":
        longitude, latitude, heights = _fault(arrays)
        title, origin = _FAULT
    else:
        longitude, latitude, heights = _coast(arrays)
        title, origin = _COAST
    across, up = np.meshgrid(longitude, latitude)
    return Bunch(
        data=np.column_stack([across.ravel(), up.ravel()]),
        target=heights.astype(float).ravel(),
        shape=heights.shape,
        feature_names=["longitude", "latitude"],
        target_name="elevation",
        DESCR=described(
            title,
            origin,
            "PyPI matplotlib 3.11.2, its sample data",
            "the rows were turned to run from south to north",
        ),
    )


def _fault(arrays):
    """Its rows run from north to south in the file, which gives the box alone."""
    heights = arrays["fault"][::-1]
    west, east, south, north = arrays["fault_box"]
    south, north = sorted((south, north))
    rows, columns = heights.shape
    return np.linspace(west, east, columns), np.linspace(south, north, rows), heights


def _coast(arrays):
    order = np.argsort(arrays["coast_latitude"])
    latitude = arrays["coast_latitude"][order].astype(float)
    return arrays["coast_longitude"].astype(float), latitude, arrays["coast"][order]
