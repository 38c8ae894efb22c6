"""Forty mice in place of 124 yeast strains: fatty acids, genes, and groups of genes.

The source's pathways come from a data base of yeast. The groups here are put together by us from
what textbooks say of the genes' work; like pathways they overlap, and like the source we add a
group for every single gene.
"""

import numpy as np

from mlcompanion.datasets import load_nutrimouse
from mlcompanion.sparse.cca import TreeSparseCCA

from .simulations import GRID, TwoViews, chosen, group_model, sparse_model

PATHWAYS = {
    "burning of fatty acids": "ACBP ACOTH AOX BIEN CACP CPT2 M.CPT1 MCAD OCTN2 PECI PMDCI THIOL "
    "Tpalpha Tpbeta CYP4A10 CYP4A14 PPARa UCP2 UCP3",
    "making of fatty acids": "ACC1 ACC2 FAS S14 LCE LPK G6PDH LXRa Lpin Lpin1 Lpin2 Lpin3",
    "cholesterol": "ACAT1 ACAT2 FDFT HMGCoAred cHMGCoAS LDLr LXRa LXRb SR.BI hABC1 mABC1 apoE",
    "bile acids": "BSEP CYP27a1 CYP7a CYP8b1 FXR Ntcp SHP1 cMOAT i.BABP i.BAT PXR",
    "foreign substances": "ALDH3 CAR1 CYP2b10 CYP2b13 CYP2c29 CYP3A11 GSTa GSTmu GSTpi2 MDR1 MDR2 "
    "MRP6 PXR",
    "nuclear receptors": "CAR1 FXR LXRa LXRb NGFiB NURR1 PPARa PPARd PPARg PXR RARa RARb2 RXRa "
    "RXRb2 RXRg1 SHP1 TRa TRb VDR",
    "transport of fats": "FAT L.FABP i.FABP ap2 LPL PLTP VLDLr apoA.I apoB apoC3 apoE LDLr",
    "ketones and sugar": "mHMGCoAS PDK4 GK G6Pase LPK G6PDH HPNCL",
}


def mice_views():
    """Fatty acids and genes."""
    mice = load_nutrimouse()
    return TwoViews(mice.lipids, mice.data, None, None)


def gene_groups():
    """Members of each group by function, as columns of the genes."""
    names = load_nutrimouse().feature_names
    return [np.array([names.index(gene) for gene in text.split()]) for text in PATHWAYS.values()]


def counts(model, groups):
    """Selected fatty acids and genes, and groups by function that a selected gene belongs to."""
    genes = model.y_weights_ != 0
    touched = sum(genes[group].any() for group in groups)
    return int(np.sum(model.x_weights_ != 0)), int(genes.sum()), int(touched)


def selections(n_permutations=10, seed=0):
    """What the three models keep."""
    views = mice_views()
    groups = gene_groups()
    singles = [np.array([j]) for j in range(views.Y.shape[1])]
    lasso = sparse_model(views, n_permutations, seed)
    grouped = group_model(views, groups + singles, lasso.radius_x, n_permutations, seed)
    tree = chosen(
        TreeSparseCCA(radius_x=lasso.radius_x), views,
        [{"theta": theta} for theta in GRID], n_permutations, seed,
    )  # fmt: skip
    found = {}
    for name, model in (("l1", lasso), ("group", grouped), ("tree", tree)):
        numbers = counts(model, groups)
        found |= {f"{what}_{name}": k for what, k in zip(("lipids", "genes", "touched"), numbers)}
        found[f"correlation_{name}"] = abs(model.correlation_)
    found["radius_x"] = float(lasso.radius_x)
    found["theta_group"] = float(grouped.theta)
    found["theta_tree"] = float(tree.theta)
    return found
