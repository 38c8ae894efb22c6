"""Metropolis-Hastings against emcee on the target of Fig. 19.16; diagnostics against ArviZ."""

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion.bayes.diagnostics import chain_effective_size, split_rhat
from mlcompanion.bayes.sampling import metropolis_hastings
from mlcompanion_chapters.sugiyama.s19_predictive_sampling.humps import MEAN, log_humps

TITLE = "Sampling a density with two humps"
CHAPTER = "sugiyama/19_predictive_sampling"

PEER = "emcee 3, 32 walkers, stretch moves"


def seconds_for_a_thousand(seconds, chains):
    """Seconds for a thousand effective draws, by the worse of the two coordinates."""
    sizes = [chain_effective_size(chains[:, :, k]) for k in range(2)]
    return 1000 * seconds / min(sizes)


def walk(target, n):
    """Four chains with steps of 2."""
    return metropolis_hastings(target, np.zeros((4, 2)), n, step=2.0, random_state=0).samples


def ensemble(emcee, n):
    """emcee's walkers from around 0, the first fifth dropped."""
    rng = np.random.default_rng(0)
    sampler = emcee.EnsembleSampler(32, 2, log_humps.py_func)
    sampler.random_state = np.random.RandomState(0).get_state()
    sampler.run_mcmc(rng.normal(size=(32, 2)), n)
    return np.swapaxes(sampler.get_chain(discard=n // 5), 0, 1)


def _near(chains):
    np.testing.assert_allclose(chains.mean(axis=(0, 1)), MEAN, atol=0.15)


def against_emcee():
    """Seconds for a thousand effective draws, by one estimator."""
    emcee = peer("emcee")
    if emcee is None:
        return
    peer_seconds, theirs = least(lambda: ensemble(emcee, 2500), repeats=2)
    _near(theirs)
    peer_seconds = seconds_for_a_thousand(peer_seconds, theirs)
    for name, target, n in (
        ("Python target", log_humps.py_func, 10_000),
        ("compiled target", log_humps, 100_000),
    ):
        walk(target, 100)  # compiles
        seconds, chains = least(lambda target=target, n=n: walk(target, n))
        _near(chains)
        yield row(
            "seconds for 1,000 effective draws",
            name,
            seconds_for_a_thousand(seconds, chains),
            PEER,
            peer_seconds,
            "both means within 0.15 of the true one",
        )


def against_arviz():
    """Effective size and split R-hat of the same chains."""
    stats = peer("arviz_stats.base", "arviz-stats")
    if stats is None:
        return
    theirs = stats.array_stats
    rng = np.random.default_rng(1)
    for c, n in ((4, 1000), (4, 100_000)):
        x = rng.normal(size=(c, n))
        for t in range(1, n):
            x[:, t] += 0.9 * x[:, t - 1]
        size = f"{c} chains of {n:,}"
        yield duel(
            "effective size", size, lambda x=x: chain_effective_size(x), "arviz-stats",
            lambda x=x: float(theirs.ess(x, method="mean", chain_axis=0, draw_axis=1)),
            same=equal(1e-9), note="equal to 1e-9",
        )  # fmt: skip
        yield duel(
            "split R-hat", size, lambda x=x: split_rhat(x), "arviz-stats",
            lambda x=x: float(theirs.rhat(x, method="split", chain_axis=0, draw_axis=1)),
            same=equal(1e-12), note="equal to 1e-12",
        )  # fmt: skip


def rows():
    """All races."""
    yield from against_emcee()
    yield from against_arviz()
