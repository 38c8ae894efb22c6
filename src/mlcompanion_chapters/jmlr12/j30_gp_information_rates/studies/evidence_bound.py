"""Van der Vaart and van Zanten (2011), Lemma 14: a search for priors with too little evidence.

Settles of chapter jmlr12/30_gp_information_rates: lemma14-evidence. A row has, for five radii, the
share of draws below the bound minus the share allowed; NaN where no mass lies within the radius.
"""

from ..evidence import evidence_shares

SIZES = {
    "default": {"draws": 20_000, "repeats": 10},
    "paper": {"draws": 20_000, "repeats": 10},
}


def cases(draws, repeats):
    """Priors of three sizes in three dimensions."""
    return [
        {"entries": entries, "atoms": atoms, "draws": draws, "seed": seed}
        for entries in (5, 20, 80)
        for atoms in (1, 3, 30)
        for seed in range(repeats)
    ]


def run(case):
    """One prior."""
    shares = evidence_shares(case["entries"], case["atoms"], case["draws"], case["seed"])
    return {"excess": shares}
