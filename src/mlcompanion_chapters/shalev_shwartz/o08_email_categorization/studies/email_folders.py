"""Shalev-Shwartz (2007), chapter 8: six learners on mailboxes, and the interior point's iterations.

Settles of chapter shalev_shwartz/08_email_categorization: table8-1-aggressiveness, table8-1-gains,
table8-1-entropy, interior-point-15, dual-increase-order, mistake-bound, known-special-cases,
table8-1-unit, more-words and real-streams.
Rows of ``table`` are users of Table 8.1, with the mean mistakes of the six learners over five
mailboxes; those of ``interior`` runs of the optimal update; those of ``words`` numbers of words;
those of ``real`` real rows; those of ``rises`` and ``bounds`` searches for counterexamples, and
those of ``special`` and ``first`` comparisons.
"""

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils import Bunch

from ..email_runs import (
    TUNING,
    USERS,
    interior_point_counts,
    judged_rates,
    real_streams,
    user_rates,
    word_leads,
)
from ..ranking_checks import (
    bound_search,
    first_messages,
    rises_from_one_state,
    special_cases,
)

WORDS = ((500, 15), (2000, 15), (8000, 15), (20_000, 15), (500, 25))  # the last: all words tell
SIZES = {
    "default": {"seeds": 5, "word_seeds": 10, "orders": 10},
    "paper": {"seeds": 5, "word_seeds": 10, "orders": 10},
}


def cases(seeds, word_seeds, orders):
    """One case for each user, setting of the interior point, number of words and real stream."""
    found = [{"experiment": "table", "user": user, "seeds": seeds} for user in USERS]
    found += [
        {"experiment": "interior", "user": user, "c": c, "margin": margin}
        for user in ("sanders-r", "lokay-m")
        for c in (0.1, 10.0)
        for margin in (0.05, 0.5)
    ]
    found += [
        {"experiment": "words", "n_words": n, "n_keywords": keywords, "seeds": word_seeds}
        for n, keywords in WORDS
    ]
    found += [
        {"experiment": "real", "stream": name, "orders": orders} for name in ("digits", "news")
    ]
    found.append({"experiment": "rises", "rounds": 2000})
    found.append({"experiment": "special", "seeds": seeds})
    found += [{"experiment": "first", "user": user} for user in ("williams-w3", "beck-s")]
    return found + [
        {"experiment": "bounds", "n_labels": k, "n_features": n, "seeds": seeds}
        for k in (5, 20, 100)
        for n in (200, 2000)
    ]


def shuffled(name, seed):
    """A real stream in a random order."""
    present, label, names = real_streams()[name]
    order = np.random.default_rng(seed).permutation(len(label))
    target = label[order][:, None] == np.arange(len(names))
    return Bunch(data=csr_array(present[order], dtype=float), target=target)


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "table":
        return user_rates(case["user"], case["seeds"])
    if kind == "interior":
        return interior_point_counts(case["user"], case["c"], case["margin"], compared=50)
    if kind == "words":
        return word_leads(case["n_words"], case["n_keywords"], case["seeds"])
    if kind == "rises":
        return rises_from_one_state(case["rounds"], 0)
    if kind == "special":
        return special_cases(case["seeds"], 1000)
    if kind == "first":
        return {"first": first_messages(*USERS[case["user"]], seeds=10)}
    if kind == "bounds":
        return bound_search([(case["n_labels"], case["n_features"])], case["seeds"], 1000)
    mails = [shuffled(case["stream"], seed) for seed in range(case["orders"])]
    rates, _ = judged_rates(mails, [shuffled(case["stream"], seed) for seed in TUNING])
    return {"rates": rates.mean(axis=1).tolist(), "spread": rates.std(axis=1, ddof=1).tolist()}
