r"""Where the mean loss is least in the population (Cour, Sapp and Taskar 2011, Proposition 5).

Laws over bags that meet the proposition's conditions, laws that do not, and how often the label of
the largest score misses the most frequent one.
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.classification.partial.partial_labels import PSI

from .partial_label_checks import all_bags

__all__ = ["dominant_law", "minimizer_search", "population_scores", "sure_law"]


def population_scores(bags, law, psi="squared_hinge", box=20.0, max_iter=50):
    """Scores in a box that minimise the expected mean loss, for many laws at once.

    Parameters
    ----------
    bags : ndarray of bool, shape (B, L)
    law : ndarray, shape (D, B)
        One law over the bags a row.
    psi : str
    box : float
    max_iter : int

    Returns
    -------
    ndarray, shape (D, L)

    Notes
    -----
    Newton's method with damping; scores at the border that want to leave the box are held. It
    knows the loss only through psi, and serves every convex one.
    """
    psi = PSI[psi]
    pull = bags / bags.sum(axis=1, keepdims=True)
    outside = 1 - law @ bags
    G = np.zeros((len(law), bags.shape[1]))
    damping = np.full(len(law), 1e-3)

    def risk(G):
        """Expected loss of each row of scores."""
        pooled = (law * psi.value(G @ pull.T, 1.0)).sum(axis=1)
        return pooled + (outside * psi.value(G, -1.0)).sum(axis=1)

    value = risk(G)
    for _ in range(max_iter):
        pooled = G @ pull.T
        slope = (law * psi.derivative(pooled, 1.0)) @ pull + outside * psi.derivative(G, -1.0)
        bend = np.einsum("db,ba,bc->dac", law * psi.second_derivative(pooled, 1.0), pull, pull)
        bend += np.eye(G.shape[1]) * (outside * psi.second_derivative(G, -1.0))[:, None]
        held = ((box <= G) & (slope < 0)) | ((-box >= G) & (slope > 0))
        slope = np.where(held, 0.0, slope)
        bend = np.where(held[:, :, None] | held[:, None, :], 0.0, bend)
        bend += np.eye(G.shape[1]) * (held + damping[:, None] + 1e-14)[:, None]
        trial = np.clip(G - np.linalg.solve(bend, slope[..., None])[..., 0], -box, box)
        new = risk(trial)
        better = new <= value
        G[better], value[better] = trial[better], new[better]
        damping = np.clip(np.where(better, damping / 8, damping * 8), 1e-14, 1e6)
    return G


def sure_law(L, n, rng):
    """Laws over bags that all hold label 0; no other label is in more than 99 in 100."""
    bags = all_bags(L)
    law = rng.dirichlet(np.full(2 ** (L - 1), 0.5), n)
    full = np.zeros((n, len(bags)))
    full[:, bags[:, 0]] = law
    companion = rng.integers(1, L, n)
    share = rng.uniform(0, 1, n)
    full *= 1 - share[:, None]
    full[np.arange(n), 2**companion] += share  # the bag {0, companion} is number 2**companion
    full *= 0.99
    full[:, 0] += 0.01  # the bag {0} alone
    return bags, full


def dominant_law(L, n, rng):
    """Laws in which replacing label 0 by any other makes a bag less likely or leaves it so."""
    bags = all_bags(L)
    full = np.where(bags[:, 0], rng.gamma(0.5, size=(n, len(bags))), 0.0)
    for k in np.flatnonzero(~bags[:, 0]):
        swapped = k + 1 - 2 ** np.flatnonzero(bags[k])  # 0 in, another out
        full[:, k] = full[:, swapped].min(axis=1) * rng.random(n)
    return bags, full / full.sum(axis=1, keepdims=True)


def _free_law(L, n, rng):
    bags = all_bags(L)
    return bags, rng.dirichlet(np.full(len(bags), 0.3), n)


def minimizer_search(n_draws=500, random_state=0):
    """How often the population minimiser misses, where Proposition 5 speaks and where not.

    Returns
    -------
    dict
        ``wrong_sure``, ``wrong_dom``, ``wrong_free`` and ``n``, the draws of the first two groups
        over three losses psi.
    """
    rng = check_rng(random_state)
    n = 0
    wrong = {"wrong_sure": 0, "wrong_dom": 0, "wrong_free": 0}
    for name, draw in zip(wrong, (sure_law, dominant_law, _free_law)):
        for L in (3, 4, 5):
            bags, law = draw(L, -(-n_draws // 3), rng)
            often = law @ bags
            first, second = np.sort(often, axis=1)[:, :-3:-1].T
            clear = first - second >= 0.001
            best = often[clear].argmax(axis=1)
            for psi in ("squared_hinge", "exponential", "logistic"):
                G = population_scores(bags, law[clear], psi)
                wrong[name] += int((G.argmax(axis=1) != best).sum())
                n += len(best) * (name != "wrong_free")
    return wrong | {"n": n}
