"""What values tend to on random processes: Theorems 10 and 12, and the sweeps of Lemma 9."""

from typing import NamedTuple

import numpy as np

from mlcompanion.rl import MDP, MRP, Transitions, learn_from, sample_trajectories, value_iteration
from mlcompanion.rl.bestmatch import (
    BestMatchLVM,
    BestMatchNTM,
    DeterministicSweeping,
    LastVisitModel,
    best_match_sweep,
    solve_best_match,
)

__all__ = [
    "CHECKPOINTS",
    "LAST_VISIT",
    "SPARSE",
    "contraction_row",
    "last_visit_row",
    "random_walk",
    "sparse_row",
]

S, A, GAMMA = 5, 2, 0.5
CHECKPOINTS = (1_000, 10_000, 100_000, 1_000_000)

#: The three choices of pairs of Theorem 10, and deterministic sweeping; steps 1/n.
LAST_VISIT = {
    "last": BestMatchLVM(decay=1.0, selection="last"),
    "prioritized": BestMatchLVM(decay=1.0, n_updates=20),
    "sweep": BestMatchLVM(decay=1.0, selection="sweep"),
    "dps": DeterministicSweeping(decay=1.0, n_updates=20),
}

#: Models with 1, 2 and 3 next states, with and without the correction; steps one over updates.
SPARSE = {
    f"{kind}-{n}": BestMatchNTM(decay=1.0, n_updates=5, n_next=n, corrected=kind == "bm")
    for kind in ("bm", "ps")
    for n in (1, 2, 3)
}


class Drawn(NamedTuple):
    """A random process: its laws (S, A, S), mean rewards by move, and share of a rare reward."""

    P: np.ndarray
    R: np.ndarray
    rare: float

    @property
    def best(self):
        """Q*, shape (S, A)."""
        return value_iteration(MDP(self.P, self.R + 10 * self.rare, GAMMA)).Q


def skewed_process(process):
    """Theorem 10: 10 with probability 0.1, else 0, shifted by a mean of the pair."""
    rng = np.random.default_rng([10, process])
    P = rng.dirichlet(np.ones(S), size=(S, A))
    return Drawn(P, np.repeat(rng.normal(size=(S, A, 1)), S, axis=2), 0.1)


def scattered_process(process):
    """Theorem 12: all next states possible, a reward of its own for each transition."""
    rng = np.random.default_rng([12, process])
    return Drawn(rng.dirichlet(np.ones(S), size=(S, A)), rng.normal(size=(S, A, S)), 0.0)


def random_walk(drawn, n_steps, rng):
    """Moves of an agent that acts at random."""
    # a chain of pairs: after the move any action is equally likely
    pairs = np.repeat(drawn.P.reshape(S * A, S) / A, A, axis=1)
    start = np.full(S * A, 1 / (S * A))
    chain = MRP(pairs, np.zeros(S * A))
    seen = sample_trajectories(chain, n_steps, start=start, random_state=rng).states[0]
    s, a, after = seen[:-1] // A, seen[:-1] % A, seen[1:] // A
    paid = drawn.R[s, a, after] + 10 * (rng.random(n_steps) < drawn.rare)
    return Transitions(s, paid, after, a)


def _errors(learner, drawn, seed, checkpoints):
    log = random_walk(drawn, checkpoints[-1], np.random.default_rng(seed))
    made = learn_from(
        learner, log, n_states=S, n_actions=A, gamma=GAMMA, checkpoints=list(checkpoints)
    )
    return np.abs(made.path - drawn.best).max(axis=(1, 2)).tolist()


def last_visit_row(name, process, seed, checkpoints=CHECKPOINTS):
    """Largest errors of a learner of Theorem 10 at the checkpoints."""
    return {"errors": _errors(LAST_VISIT[name], skewed_process(process), seed, checkpoints)}


def sparse_row(name, process, seed, checkpoints=CHECKPOINTS):
    """Largest errors of a learner of Theorem 12 at the checkpoints."""
    return {"errors": _errors(SPARSE[name], scattered_process(process), seed, checkpoints)}


def contraction_row(seed, *, step=0.7, sweeps=15):
    """Largest ratio of successive errors of sweeps at fixed data, over step times discount."""
    rng = np.random.default_rng([9, seed])
    after = rng.integers(-1, S, size=(S, A))
    paid, model_free = rng.normal(size=(2, S, A))
    model = LastVisitModel(after, paid, model_free, np.full((S, A), step), GAMMA)
    truth = solve_best_match(model, tol=1e-14).Q
    Q = 10 * rng.normal(size=(S, A))
    errors = []
    for _ in range(sweeps):
        Q = best_match_sweep(Q, model)
        errors.append(np.abs(Q - truth).max())
    errors = np.array(errors)
    # below this the fixed point's own rounding is seen
    seen = errors[1:] > 1e-9
    return {"errors": [float((errors[1:] / errors[:-1])[seen].max() / (step * GAMMA))]}
