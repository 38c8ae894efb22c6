"""What all players of a continuum of arms share: asked for an arm, told its reward.

``run`` plays many rounds against a :class:`~mlcompanion.bandits.trees.Payoff` in compiled code,
``play_seeds`` does so for many seeds and returns the meter's record.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_has, check_instance, check_list
from mlcompanion.online.games import RegretRecord, doubling_checkpoints

from .payoffs import Payoff

__all__ = ["BanditRun", "PlayerMixin", "play_seeds"]


class BanditRun(NamedTuple):
    """Some rounds of one player.

    Attributes
    ----------
    rounds : ndarray of int, shape (n_checkpoints,)
    regret, pseudo_regret : ndarray, shape (n_checkpoints,)
        Summed over the rounds of this run, against the best arm's mean.
    arms : ndarray, shape (kept, D)
        The first arms played, as many as were asked for.
    work : int
        Bounds written.
    least_gap : float
        Distance of the best arm played from the best, in mean reward.
    """

    rounds: np.ndarray
    regret: np.ndarray
    pseudo_regret: np.ndarray
    arms: np.ndarray
    work: int
    least_gap: float


def check_rounds(checkpoints, n_rounds):
    """Rounds in increasing order that end with the last one."""
    if checkpoints is None:
        return doubling_checkpoints(n_rounds)
    rounds = check_array(checkpoints, "checkpoints", ndim=1, low=1, high=n_rounds, dtype=int)
    if (np.diff(rounds) <= 0).any():
        raise ValueError(f"checkpoints must be rounds in increasing order, got {checkpoints}")
    return np.unique(np.append(rounds, n_rounds))


class PlayerMixin:
    """``ask``, ``tell`` and ``run``: a player says how it picks an arm, learns, and plays rounds.

    A player has ``dimension`` and sets ``n_rounds_`` to 0 and ``pending_`` to None in the
    beginning; it defines ``pick()``, ``learn(reward)`` and ``play(code, rounds, kept, arms)``.
    """

    def ask(self):
        """The arm to play next; asked again before it is told, the same.

        Returns
        -------
        ndarray, shape (D,)
        """
        if self.pending_ is None:
            self.pending_ = self.pick()
        return self.pending_.copy()

    def tell(self, reward):
        """Learn what the arm brought.

        Parameters
        ----------
        reward : float
            In [0, 1].

        Raises
        ------
        RuntimeError
            If no arm was asked for.
        """
        reward = float(check_array(reward, "reward", ndim=0, low=0, high=1))
        if self.pending_ is None:
            raise RuntimeError("tell before ask: no arm was asked for since the last reward")
        self.n_rounds_ += 1
        self.learn(reward)
        self.pending_ = None

    def run(self, payoff, n_rounds, checkpoints=None, keep_arms=0):
        """Play so many further rounds, compiled.

        Parameters
        ----------
        payoff : Payoff
        n_rounds : int
        checkpoints : array_like of int, optional
            Rounds of this run at which regret is kept; default 1, 2, 4, ... and always the last.
        keep_arms : int
            How many of the arms to return.

        Returns
        -------
        BanditRun
        """
        code = check_instance(payoff, "payoff", Payoff).code
        if payoff.dimension != self.dimension:
            raise ValueError(
                f"payoff must have {self.dimension} coordinate(s) as the tree, "
                f"got {payoff.dimension}"
            )
        rounds = check_rounds(checkpoints, check_count(n_rounds, "n_rounds", low=1))
        arms = np.empty((min(check_count(keep_arms, "keep_arms"), n_rounds), self.dimension))
        if self.pending_ is not None:
            raise RuntimeError("run after ask: tell the reward of the arm that was asked for first")
        kept = np.empty((len(rounds), 2))
        work, least = self.play(code, rounds, kept, arms)
        self.n_rounds_ += int(n_rounds)
        return BanditRun(rounds, kept[:, 0], kept[:, 1], arms, int(work), float(least))


def play_seeds(make_player, payoff, n_rounds, seeds, checkpoints=None):
    """Play once for each seed, and keep the regret.

    Parameters
    ----------
    make_player : callable
        ``make_player(rng)`` gives a fresh player with the method ``run``.
    payoff : Payoff
    n_rounds : int
    seeds : list of int
    checkpoints : array_like of int, optional
        Default 1, 2, 4, ... and always the last round.

    Returns
    -------
    RegretRecord
        ``work`` holds "bounds", how many were written, and "least_gap", the distance of the best
        arm that was played from the best.
    """
    check_instance(make_player, "make_player", callable, "function")
    runs = []
    for seed in check_list(seeds, "seeds"):
        player = make_player(np.random.default_rng(check_count(seed, "seeds")))
        check_has(player, "make_player", "run")
        runs.append(player.run(payoff, n_rounds, checkpoints))
    regret = np.array([run.regret for run in runs])
    pseudo = np.array([run.pseudo_regret for run in runs])
    work = {
        "bounds": np.array([run.work for run in runs]),
        "least_gap": np.array([run.least_gap for run in runs]),
    }
    return RegretRecord(runs[0].rounds, regret, pseudo, work)
