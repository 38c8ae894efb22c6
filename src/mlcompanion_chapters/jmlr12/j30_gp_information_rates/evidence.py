"""Lemma 14: how often the evidence falls below its bound, for priors on random atoms."""

import numpy as np

from mlcompanion.gp.rates import log_evidence_ratio

__all__ = ["RADII", "evidence_shares"]

RADII = (1.0, 2.0, 3.0, 4.0, 6.0)


def evidence_shares(entries, atoms, draws, seed):
    """Share of draws below the bound minus what is allowed, for each radius.

    NaN where no mass lies within the radius. The atoms lie in random directions, at distances from
    0.5 to 8.
    """
    rng = np.random.default_rng([seed, entries, atoms])
    truth = rng.normal(size=entries)
    directions = rng.normal(size=(atoms, entries))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    distances = np.exp(rng.uniform(np.log(0.5), np.log(8), atoms))
    weights = rng.exponential(size=atoms)
    weights /= weights.sum()
    y = truth + rng.normal(size=(draws, entries))
    ratio = log_evidence_ratio(y, truth, truth + distances[:, None] * directions, weights)
    excess = []
    for radius in RADII:
        mass = weights[distances < radius].sum()
        if mass == 0:
            excess.append(np.nan)
            continue
        share = np.mean(ratio < -(radius**2) + np.log(mass))
        excess.append(float(share - np.exp(-(radius**2) / 8)))
    return excess
