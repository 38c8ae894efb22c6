"""Stocks by the month and words by the text: what stands in for the source's two real data sets."""

import numpy as np

from mlcompanion.datasets import load_reuters, load_sp20
from mlcompanion.graphical.latent_laws import (
    DiscreteLatentTree,
    GaussianLatentTree,
    LatentClassModel,
)

__all__ = [
    "STOCK_METHODS",
    "WORD_METHODS",
    "monthly_returns",
    "score_words",
    "stock_models",
    "word_table",
]

STOCK_METHODS = ("cl", "nj", "rg", "clnj", "clrg")
WORD_METHODS = ("cl", "lcm", "rg", "regclnj", "regclrg", "nj", "clnj", "clrg")


def monthly_returns(first=1990, last=2007):
    """Returns of 20 stocks from one month's last price to the next, standardized; and tickers."""
    stocks = load_sp20()
    months = stocks.dates.astype("datetime64[M]")
    years = stocks.dates.astype("datetime64[Y]").astype(int) + 1970
    inside = (years >= first) & (years <= last)
    prices = stocks.data[inside]
    months = months[inside]
    ends = np.flatnonzero(np.append(months[1:] != months[:-1], True))
    closing = np.vstack([prices[:1], prices[ends]])  # the first month from its first day
    returns = closing[1:] / closing[:-1] - 1
    return (returns - returns.mean(axis=0)) / returns.std(axis=0), list(stocks.feature_names)


def stock_models(X):
    """For each method the fitted law, its log-likelihood, and the BIC that counts nodes (28)."""
    found = {}
    for method in STOCK_METHODS:
        model = GaussianLatentTree(method, assume_centered=True).fit(X)
        total = float(model.score_samples(X).sum())
        bic = total - 0.5 * model.tree_.n_nodes * np.log(len(X))
        found[method] = model, total, bic
    return found


def word_table(count=100):
    """Which of the words in most texts, of those in at most half of them, a text has; the words."""
    reuters = load_reuters()
    marks = np.asarray(reuters.data > 0)
    texts = marks.sum(axis=0)
    usable = np.flatnonzero(texts <= len(marks) / 2)
    kept = usable[np.argsort(-texts[usable], kind="stable")[:count]]
    return marks[:, kept].astype(int), [str(reuters.feature_names[j]) for j in kept]


def score_words(method, split):
    """Log-likelihoods of a random half, of the other half, hidden nodes and free probabilities.

    The number of classes of the latent class model is the one with the best BIC on the first half,
    for "lcm10" ten.
    """
    X, _ = word_table()
    order = np.random.default_rng([split, 5]).permutation(len(X))
    train = X[order[: len(X) // 2]]
    test = X[order[len(X) // 2 : 2 * (len(X) // 2)]]
    options = {"n_states": 2, "random_state": split, "max_iter": 2000}
    if method.startswith("lcm"):
        classes = range(1, 17) if method == "lcm" else [int(method[3:])]
        models = [LatentClassModel(c, **options).fit(train) for c in classes]
        model = max(models, key=lambda m: m.bic(train))
        hidden = 1
        states = model.n_classes
    else:
        model = DiscreteLatentTree(method, **options).fit(train)
        hidden = model.n_hidden_
        states = 2
    return {
        "train": float(model.score_samples(train).sum()),
        "test": float(model.score_samples(test).sum()),
        "hidden": hidden,
        "states": states,
        "params": model.n_params_,
    }
