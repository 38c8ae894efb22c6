"""Random chains, and what enumerating all label strings says of their sums and maxima."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.special import logsumexp

from mlcompanion.classification.structured import label_strings
from mlcompanion.classification.structured.crf_fits import ChainLikelihood
from mlcompanion.sequences import chain_maxima, chain_sums, viterbi
from mlcompanion.teaching import log_slope

N_INPUTS = 3


class Chain(NamedTuple):
    """One input string, weights of emissions and of transitions (earlier label first)."""

    x: np.ndarray
    W: np.ndarray
    T: np.ndarray


def random_chain(rng, lengths=(1, 6)):
    """Two to four labels, three inputs, normal weights of scale 0.1 to 3."""
    c = rng.integers(2, 5)
    m = rng.integers(lengths[0], lengths[1] + 1)
    scale = 0.1 * 30 ** rng.random()
    x = rng.normal(size=(m, N_INPUTS))
    return Chain(x, scale * rng.normal(size=(c, N_INPUTS)), scale * rng.normal(size=(c, c)))


def places_of(chain):
    """Scores at each place; the first label also follows itself."""
    places = chain.x @ chain.W.T
    places[0] += chain.T.diagonal()
    return places


def all_features(chain):
    """All label strings and their features, Eqs. (29.3) and (29.4), with y0 = y1."""
    m = len(chain.x)
    c = len(chain.T)
    strings = label_strings(c, m)
    emissions = np.zeros((len(strings), c, N_INPUTS))
    moves = np.zeros((len(strings), c, c))
    rows = np.arange(len(strings))
    for k in range(m):
        before = strings[:, max(k - 1, 0)]
        emissions[rows, strings[:, k]] += chain.x[k]
        moves[rows, before, strings[:, k]] += 1
    return strings, np.hstack([emissions.reshape(len(rows), -1), moves.reshape(len(rows), -1)])


def weights_of(chain):
    """All weights in one vector."""
    return np.concatenate([chain.W.ravel(), chain.T.ravel()])


def sums_errors(models, seed):
    """Largest relative deviations of forward and of forward-backward sums."""
    rng = np.random.default_rng(seed)
    errors = {"z_err": 0.0, "ab_err": 0.0}
    for _ in range(models):
        chain = random_chain(rng)
        log_z = logsumexp(all_features(chain)[1] @ weights_of(chain))
        found = chain_sums(places_of(chain), chain.T)
        both = logsumexp(found.forward + found.backward, axis=1)
        errors["z_err"] = max(errors["z_err"], abs(np.expm1(found.log_z - log_z)))
        errors["ab_err"] = max(errors["ab_err"], abs(np.expm1(both - log_z)).max())
    return errors


class OneString(NamedTuple):
    """A single labelled string, as the likelihood takes it."""

    rows: np.ndarray
    ends: np.ndarray
    codes: np.ndarray
    starts: np.ndarray


def free_first_pair(chain):
    """Expected features by the printed (29.7) if A is 1 before the first place."""
    places = chain.x @ chain.W.T
    found = chain_sums(places_of(chain), chain.T)
    single = found.single.copy()
    pairs = found.pairs.sum(axis=0)
    first = np.exp(chain.T + places[0] + found.backward[0] - found.log_z)
    single[0] = first.sum(axis=0)
    return np.concatenate([(single.T @ chain.x).ravel(), (pairs + first).ravel()])


def gradient_errors(models, seed, step=1e-5):
    """Deviations of expected features and of the gradient (claim expected-features)."""
    rng = np.random.default_rng(seed)
    enum = []
    slopes = []
    free = []
    for _ in range(models):
        chain = random_chain(rng)
        strings, phi = all_features(chain)
        zeta = weights_of(chain)
        scores = phi @ zeta
        log_z = logsumexp(scores)
        expected = np.exp(scores - log_z) @ phi
        truth = rng.integers(len(strings))
        codes = strings[truth]
        one = OneString(chain.x, np.array([len(codes)]), codes, np.array([0]))
        likelihood = ChainLikelihood(one, len(chain.T), np.zeros(N_INPUTS), 0.0)
        _, single, pairs = likelihood.expected(chain.W, chain.T)
        ours = np.concatenate([(single.T @ chain.x).ravel(), pairs.ravel()])
        size = np.linalg.norm(expected)
        enum.append(np.linalg.norm(ours - expected) / size)
        free.append(np.linalg.norm(free_first_pair(chain) - expected) / size)
        shifts = step * np.eye(len(zeta))
        up = phi[truth] @ (zeta + shifts).T - logsumexp(phi @ (zeta + shifts).T, axis=0)
        down = phi[truth] @ (zeta - shifts).T - logsumexp(phi @ (zeta - shifts).T, axis=0)
        gradient = -likelihood(zeta)[1]
        scale = max(np.linalg.norm(gradient), 1.0)
        slopes.append(np.linalg.norm(gradient - (up - down) / (2 * step)) / scale)
    return {"enum_err": max(enum), "fd_err": max(slopes), "free_err": float(np.median(free))}


def greedy(places, T):
    """Position by position from the left."""
    path = [places[0].argmax()]
    for scores in places[1:]:
        path.append((scores + T[path[-1]]).argmax())
    return np.array(path)


def search_errors(models, seed):
    """In how many models a search misses the best string (claim viterbi-exact)."""
    rng = np.random.default_rng(seed)
    missed = {"wrong": 0, "greedy_wrong": 0}
    for _ in range(models):
        chain = random_chain(rng, lengths=(2, 6))
        places = places_of(chain)
        strings, phi = all_features(chain)
        scores = phi @ weights_of(chain)
        found = viterbi(places[0], chain.T, places=places[1:])
        for name, path in (("wrong", found), ("greedy_wrong", greedy(places, chain.T))):
            own = scores[(strings == path).all(axis=1)][0]
            missed[name] += bool(own < scores.max() - 1e-10)
    return missed


def products(m, c):
    """Products of the forward, the backward and the maximum recursion, as the program counts."""
    rng = np.random.default_rng(0)
    places = rng.normal(size=(m, c))
    T = rng.normal(size=(c, c))
    return np.array([*chain_sums(places, T).products, chain_maxima(places, T).products[0]])


def growth_of_work(lengths, labels):
    """Orders of the recursions, and of the enumeration (claim cost-of-recursion)."""
    by_m = np.array([products(m, 10) for m in lengths])
    by_c = np.array([products(20, c) for c in labels])
    strings = [len(label_strings(3, m)) for m in range(2, 7)]
    return {
        "slope_m": max(log_slope(lengths, column) for column in by_m.T),
        "slope_c": max(log_slope(labels, column) for column in by_c.T),
        "at_5_10": int(products(5, 10)[0]),
        "growth": [b / a for a, b in pairwise(strings)],
    }


def backward_errors(models, seed):
    """Backward sums by enumeration, read in two ways (claim backward-definition)."""
    rng = np.random.default_rng(seed)
    right = []
    printed = []
    for _ in range(models):
        chain = random_chain(rng, lengths=(3, 5))
        places = places_of(chain)
        m = len(places)
        _, phi = all_features(chain)
        total = np.exp(logsumexp(phi @ weights_of(chain)))
        for position in range(m - 1):
            A = _ahead_of(chain, places, position)
            sums = [_after(chain, places, position, twice) for twice in (False, True)]
            right.append(abs(A @ sums[0] / total - 1))
            if position == 0:
                printed.append(abs(A @ sums[1] / total - 1))
    return {"right_err": max(right), "printed_err": float(np.median(printed))}


def _ahead_of(chain, places, position):
    """Forward sums by enumerating the labels before a position."""
    c = places.shape[1]
    strings = label_strings(c, position + 1)
    scores = places[np.arange(position + 1), strings].sum(axis=1)
    scores += chain.T[strings[:, :-1], strings[:, 1:]].sum(axis=1)
    return np.array([np.exp(scores[strings[:, -1] == s]).sum() for s in range(c)])


def _after(chain, places, position, twice):
    """Backward sums by enumerating the labels after a position; ``twice`` as printed."""
    m, c = places.shape
    strings = label_strings(c, m - position - 1)
    scores = places[np.arange(position + 1, m), strings].sum(axis=1)
    scores += chain.T[strings[:, :-1], strings[:, 1:]].sum(axis=1)
    sums = []
    for s in range(c):
        step = chain.T[s, strings[:, 0]]
        if twice:
            step = 2 * step + places[position + 1, strings[:, 0]]
        sums.append(np.exp(scores + step).sum())
    return np.array(sums)
