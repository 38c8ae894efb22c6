"""The inverse relative entropy, the program of the least margin, and boosting with binned stumps.

The inverse races a bracketing search for each number, as one would write it with SciPy; the program
races SciPy's linear programming on all rows at once, with the same HiGHS inside; the booster races
scikit-learn's with its own stumps, which cut anywhere: another answer, and its loss is noted.
"""

import numpy as np
from scipy.optimize import brentq, linprog
from scipy.special import rel_entr
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from _race import duel, equal
from mlcompanion.datasets import load_letter, load_penbased
from mlcompanion.ensemble import DualBooster
from mlcompanion.ensemble.equilibrium import BinnedStump, lp_weights, merge_votes, signed_votes
from mlcompanion.probability.distances import kl_inverse

TITLE = "Equilibrium margins"
CHAPTER = "jmlr12/21_equilibrium_margin"
ROUNDS = 100


def bracketed(q, u):
    """The p above each q by a search between q and 1."""

    def excess(p, share, level):
        return rel_entr(share, p) + rel_entr(1 - share, 1 - p) - level

    return np.array([brentq(excess, a, 1 - 1e-15, args=(a, b), xtol=1e-14) for a, b in zip(q, u)])


def whole_program(V):
    """The largest least margin with all rows."""
    n, T = V.shape
    found = linprog(
        np.append(np.zeros(T), -1.0),
        A_ub=np.column_stack([-V, np.ones(n)]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(T), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * T + [(None, None)],
        method="highs",
    )
    return -found.fun


def exp_loss(scores, y):
    return float(np.mean(np.exp(-np.where(y == np.unique(y)[1], 1, -1) * scores)))


def peer_scores(model, X):
    """scikit-learn's votes with our scale: its weights are log((1 - error) / error)."""
    votes = [np.where(h.predict(X) == model.classes_[1], 1, -1) for h in model.estimators_]
    return 0.5 * model.estimator_weights_ @ np.array(votes)


def rows():
    """The inverse at two sizes, the program on two sets, the booster on one."""
    rng = np.random.default_rng(0)
    for n in (1000, 10_000):
        q = rng.uniform(0.01, 0.9, n)
        u = 10 ** rng.uniform(-3, 0, n)  # beyond, p is 1 in floating point and a bracket fails
        yield duel(
            "inverse relative entropy", f"{n:,} numbers",
            lambda q=q, u=u: kl_inverse(q, u),
            "SciPy, brentq in a loop", lambda q=q, u=u: bracketed(q, u),
            same=equal(rtol=1e-9),
            note="same numbers to 1e-9"
            + "; two fifths of our time do not grow with the numbers" * (n < 10_000),
        )  # fmt: skip
    for name, load, first in (("Pen digits", load_penbased, 5), ("Letter", load_letter, "N")):
        data = load()
        y = np.where(data.target < first, 1, -1)
        model = DualBooster(n_rounds=ROUNDS, weak=BinnedStump()).fit(data.data, y)
        votes = signed_votes(model, data.data, y)
        V = merge_votes(votes, model.alphas_).V
        yield duel(
            "largest least margin of 100 stumps", f"{name}, {len(V):,} x {V.shape[1]}",
            lambda V=V: lp_weights(V, merge=False)[1],
            "SciPy linprog (HiGHS), all rows", lambda V=V: whole_program(V),
            same=equal(rtol=1e-6, atol=1e-8), note="same least margin",
        )  # fmt: skip
    stump = DecisionTreeClassifier(max_depth=1)
    peer = AdaBoostClassifier(stump, n_estimators=ROUNDS, random_state=0)

    def note(ours, theirs):
        losses = (
            exp_loss(ours.decision_function(data.data), y),
            exp_loss(peer_scores(theirs, data.data), y),
        )
        return f"other stumps; exponential loss ours {losses[0]:.3g}, peer {losses[1]:.3g}"

    yield duel(
        "AdaBoost with stumps", f"Letter, 20,000 x 16, {ROUNDS} rounds",
        lambda: DualBooster(n_rounds=ROUNDS, weak=BinnedStump()).fit(data.data, y),
        "sklearn AdaBoostClassifier, its stump", lambda: peer.fit(data.data, y),
        note=note, repeats=1,
    )  # fmt: skip
