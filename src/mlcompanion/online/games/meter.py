"""One meter of regret for all games: players against natures, over seeds, at checkpoints.

Regret compares what a player paid with the best fixed action in hindsight; pseudo-regret does it
with expectations: the law in the place of the draw, means in the place of losses (Bubeck and
Cesa-Bianchi 2012, section 1).
"""

from dataclasses import dataclass, field

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_has,
    check_instance,
    check_list,
    check_real,
)

__all__ = [
    "RegretRecord",
    "best_arm",
    "best_in_ball",
    "compete",
    "compete_together",
    "doubling_checkpoints",
    "regret_record",
]


@dataclass(frozen=True)
class RegretRecord:
    """Regret of some repeats at some rounds.

    Attributes
    ----------
    rounds : ndarray, shape (n_checkpoints,)
    regret, pseudo_regret : ndarray, shape (n_repeats, n_checkpoints)
    work : dict of str to ndarray, shape (n_repeats,)
        What the players counted: products, nodes, projections.
    """

    rounds: np.ndarray
    regret: np.ndarray
    pseudo_regret: np.ndarray
    work: dict = field(default_factory=dict)

    @property
    def mean(self):
        """Mean regret at each checkpoint."""
        return self.regret.mean(axis=0)

    @property
    def error(self):
        """Standard error of :attr:`mean`; nan for one repeat."""
        return _standard_error(self.regret)

    @property
    def pseudo_mean(self):
        """Mean pseudo-regret at each checkpoint."""
        return self.pseudo_regret.mean(axis=0)

    @property
    def pseudo_error(self):
        """Standard error of :attr:`pseudo_mean`; nan for one repeat."""
        return _standard_error(self.pseudo_regret)


def _standard_error(runs):
    if len(runs) < 2:
        return np.full(runs.shape[1], np.nan)
    return runs.std(axis=0, ddof=1) / np.sqrt(len(runs))


def doubling_checkpoints(n_rounds):
    """Rounds 1, 2, 4, ... and the last."""
    n_rounds = check_count(n_rounds, "n_rounds", low=1)
    return np.unique([*(2**k for k in range(n_rounds.bit_length())), n_rounds])


def _check_rounds(checkpoints, n_rounds):
    if checkpoints is None:
        return doubling_checkpoints(n_rounds)
    rounds = check_array(checkpoints, "checkpoints", ndim=1, min_rows=1, low=1, high=n_rounds)
    if (rounds != np.floor(rounds)).any() or (np.diff(rounds) <= 0).any():
        raise ValueError(f"checkpoints must be rounds in increasing order, got {checkpoints}")
    return rounds.astype(int)


def best_arm(totals):
    """Least total loss of an arm, or of a mixture of arms.

    Parameters
    ----------
    totals : array_like, shape (n_checkpoints, n)

    Returns
    -------
    ndarray, shape (n_checkpoints,)
    """
    return check_array(totals, "totals", ndim=2, min_rows=1).min(axis=1)


def best_in_ball(totals, radius=1.0):
    """Least ``<total, u>`` over ``|u| <= radius``.

    Parameters
    ----------
    totals : array_like, shape (n_checkpoints, n)
    radius : float
        Positive.

    Returns
    -------
    ndarray, shape (n_checkpoints,)
    """
    totals = check_array(totals, "totals", ndim=2, min_rows=1)
    radius = check_real(radius, "radius", low=0, open_low=True)
    return -radius * np.linalg.norm(totals, axis=1)


def _cost(action, losses):
    """Loss of an arm given by its number, or of a point or mixture given by its coordinates."""
    if np.ndim(action) == 0:
        return losses[action]
    return losses @ action


#: What a player may be told after its action.
ANSWERS = {
    "loss": lambda action, losses, rng: _cost(action, losses),
    "losses": lambda action, losses, rng: losses,
}


def _answer(told):
    if isinstance(told, str) and told in ANSWERS:
        return ANSWERS[told]
    if isinstance(told, str):
        raise ValueError(f"told must be one of {sorted(ANSWERS)} or a function, got {told!r}")
    return check_instance(told, "told", callable, "function")


#: Learners that are no players: where their point for the next round stands, and what learns.
LEARNERS = (("weights_", "update"), ("w_", "step"))


class _Learner:
    """A learner of whole rounds as a player: it plays its point, or its law over experts."""

    def __init__(self, learner, point, learn):
        self.learner = learner
        self.point = point
        self.tell = getattr(learner, learn)
        self.work = getattr(learner, "work", {})

    @property
    def law(self):
        """The point; a copy, as the learner may write its next one over it."""
        return np.array(getattr(self.learner, self.point))

    def ask(self):
        """The same."""
        return self.law


def _as_player(player, told):
    if not hasattr(player, "ask"):
        for point, learn in LEARNERS:
            if hasattr(player, point) and hasattr(player, learn):
                if told == "loss":
                    raise ValueError(
                        f"told must be 'losses' for a learner with {point} and {learn}, "
                        "which learns from whole rounds, got 'loss'"
                    )
                return _Learner(player, point, learn)
    return check_has(player, "make_player", "ask", "tell")


def _play(player, nature, rng, n_rounds, answer):
    """Paid and expected losses, shape (T, 2), and all losses and means, shape (T, 2, n)."""
    course = nature.course(n_rounds, rng)
    next(course)
    paid = np.empty((n_rounds, 2))
    rounds = np.empty((n_rounds, 2, nature.n_actions))
    for t in range(n_rounds):
        # told before the draw: nature may answer the law, never the action
        law = getattr(player, "law", None)
        losses, means = course.send(law)
        action = player.ask()
        paid[t] = _cost(action, losses), _cost(action if law is None else law, means)
        rounds[t] = losses, means
        player.tell(answer(action, losses, rng))
    return paid, rounds


def _regrets(paid, rounds, checkpoints, best):
    """Regret and pseudo-regret at the checkpoints, shape (n_checkpoints, 2)."""
    at = checkpoints - 1
    # shape (checkpoints, 2, n) to a pair of tables (checkpoints, n)
    # the best action is asked for at checkpoints only, from totals so far
    losses, means = np.moveaxis(np.cumsum(rounds, axis=0)[at], 1, 0)
    return np.cumsum(paid, axis=0)[at] - np.column_stack([best(losses), best(means)])


def compete(make_player, nature, n_rounds, seeds, *, told="loss", best=best_arm, checkpoints=None):
    """Let a player meet a nature once for each seed.

    Parameters
    ----------
    make_player : callable
        ``make_player(rng)`` gives a fresh player. Its ``ask()`` returns the number of an arm, or a
        point or mixture of shape (n,); ``tell(answer)`` learns. It may have ``law``, read before
        ``ask``: the mixture or mean point from which it will draw; and ``work``, a dict of counts.
        Learners of whole rounds play too, if ``told`` all losses: those of expert advice, with
        ``weights_`` and ``update``, and those of convex programming, with ``w_`` and ``step``.
    nature : object
        As :class:`~mlcompanion.online.games.natures.IndependentLosses`.
    n_rounds : int
    seeds : list of int
        Nature and player draw from generators of their own, ``[seed, 0]`` and ``[seed, 1]``: two
        players with one seed meet the same losses.
    told : {"loss", "losses"} or callable
        What the player is told: the loss of its action, all losses, or what
        ``told(action, losses, rng)`` returns.
    best : callable
        Loss of the best fixed action from total losses of shape (n_checkpoints, n):
        :func:`best_arm`, :func:`best_in_ball`, or another set's.
    checkpoints : array_like of int, optional
        Rounds at which regret is kept; default 1, 2, 4, ... and the last.

    Returns
    -------
    RegretRecord

    Raises
    ------
    TypeError
        If a player cannot ``ask`` and ``tell``.
    ValueError
        If a learner of whole rounds is told a single loss.

    Notes
    -----
    A few Python calls a round; O(n_rounds n) memory for one repeat at a time. Players that hold all
    repeats at once go to :func:`compete_together`, compiled runs to :func:`regret_record`.

    Examples
    --------
    >>> from mlcompanion.online import StaticExpert
    >>> from mlcompanion.online.games import Against
    >>> pennies = Against([[1.0, 0.0], [0.0, 1.0]])
    >>> record = compete(lambda rng: StaticExpert(2), pennies, 100, [0], told="losses")
    >>> bool(record.mean[-1] < 100**0.5)
    True
    """
    check_instance(make_player, "make_player", callable, "function")
    check_has(nature, "nature", "course")
    check_instance(best, "best", callable, "function")
    n_rounds = check_count(n_rounds, "n_rounds", low=1)
    rounds = _check_rounds(checkpoints, n_rounds)
    answer = _answer(told)
    regrets = []
    counts = []
    for seed in check_list(seeds, "seeds"):
        seed = check_count(seed, "seeds")
        # streams of their own: another player meets the same nature
        player = _as_player(make_player(np.random.default_rng([seed, 1])), told)
        played = _play(player, nature, np.random.default_rng([seed, 0]), n_rounds, answer)
        regrets.append(_regrets(*played, rounds, best))
        counts.append(getattr(player, "work", {}))
    regret, pseudo = np.moveaxis(np.array(regrets), -1, 0)
    work = {name: np.array([count[name] for count in counts]) for name in counts[0]}
    return RegretRecord(rounds, regret, pseudo, work)


def compete_together(player, losses, *, means=None, best=best_arm, checkpoints=None):
    """Let a player that holds all repeats at once meet tables of losses.

    Parameters
    ----------
    player : object
        ``ask()`` returns arms, shape (n_repeats,), or points, shape (n_repeats, n); ``tell`` takes
        the losses of these actions, shape (n_repeats,).
    losses : array_like, shape (n_repeats, n_rounds, n)
        They do not depend on what is played.
    means : array_like, shape (n_repeats, n_rounds, n), optional
        Their expectations; default, the losses themselves.
    best : callable
    checkpoints : array_like of int, optional

    Returns
    -------
    RegretRecord

    Notes
    -----
    One call of each kind a round, whatever the number of repeats.
    """
    check_has(player, "player", "ask", "tell")
    check_instance(best, "best", callable, "function")
    losses = check_array(losses, "losses", ndim=3, min_rows=1)
    if means is None:
        means = losses
    means = check_array(means, "means", shape=losses.shape)
    n_repeats, n_rounds, _ = losses.shape
    rounds = _check_rounds(checkpoints, n_rounds)
    paid = np.empty((2, n_repeats, n_rounds))
    for t in range(n_rounds):
        action = player.ask()
        paid[0, :, t] = _costs(action, losses[:, t])
        paid[1, :, t] = _costs(action, means[:, t])
        player.tell(paid[0, :, t].copy())  # a copy: the player may keep or change it
    at = rounds - 1
    totals = [
        [best(np.cumsum(repeat, axis=0)[at]) for repeat in table] for table in (losses, means)
    ]
    regret, pseudo = np.cumsum(paid, axis=2)[:, :, at] - np.array(totals)
    return RegretRecord(rounds, regret, pseudo, dict(getattr(player, "work", {})))


def _costs(actions, losses):
    """Losses of a repeat's action each: of arms, shape (n_repeats,), or points (n_repeats, n)."""
    if np.ndim(actions) == 1:
        return losses[np.arange(len(losses)), actions]
    return (actions * losses).sum(axis=1)


def regret_record(losses, best, *, expected=None, expected_best=None, checkpoints=None, work=None):
    """Record of runs that were played elsewhere, compiled for instance.

    Parameters
    ----------
    losses : array_like, shape (n_repeats, n_rounds)
        What was paid in each round.
    best : array_like, shape (n_repeats, n_rounds) or (n_rounds,)
        Loss of the best fixed action of the rounds so far, in total.
    expected, expected_best : array_like, optional
        The same in expectation; default, as paid.
    checkpoints : array_like of int, optional
    work : dict of str to array_like, shape (n_repeats,), optional

    Returns
    -------
    RegretRecord

    Examples
    --------
    >>> regret_record([[1.0, 0.0, 1.0]], [0.0, 0.0, 1.0], checkpoints=[1, 3]).regret
    array([[1., 1.]])
    """
    losses = check_array(losses, "losses", ndim=2, min_rows=1)
    if expected is None:
        expected = losses
    expected = check_array(expected, "expected", shape=losses.shape)
    best = _check_best(best, "best", losses.shape)
    if expected_best is not None:
        expected_best = _check_best(expected_best, "expected_best", losses.shape)
    else:
        expected_best = best
    rounds = _check_rounds(checkpoints, losses.shape[1])
    at = rounds - 1
    regret = np.cumsum(losses, axis=1)[:, at] - best[:, at]
    pseudo = np.cumsum(expected, axis=1)[:, at] - expected_best[:, at]
    counts = {name: np.array(count) for name, count in (work or {}).items()}
    return RegretRecord(rounds, regret, pseudo, counts)


def _check_best(best, name, shape):
    best = check_array(best, name)
    if best.shape not in (shape, shape[1:]):
        raise ValueError(f"{name} must have shape {shape} or {shape[1:]}, got {best.shape}")
    return np.broadcast_to(best, shape)
