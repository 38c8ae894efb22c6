"""Players that calibrate: forecasts of a point, of Nature's moves, of flags (Perchet 2011).

All are asked for a move and told what they saw. Calibrated forecasts make each of their reasons
good: over the rounds in which a cell was forecast, what came lies in that cell.
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_instance,
    check_real,
    check_rng,
)
from mlcompanion.convex.cells import LaguerreDiagram, Polytope

from ..arms.exp3 import drawn_arm
from .areas import aligned_diagram
from .engine import Plan, action_law_into, cell_law_into, learn
from .games import SignalGame
from .responses import flag_complex

__all__ = ["CalibratedPlayer", "Calibrator", "FlagPlayer"]


def _all_pairs(n_cells):
    return ~np.eye(n_cells, dtype=bool)


def _plan(scores, responses, near=None, gaps=None):
    """A plan without exploration."""
    scores = np.ascontiguousarray(scores)
    n_cells = len(responses)
    near = _all_pairs(n_cells) if near is None else near
    gaps = np.empty((0, n_cells, n_cells)) if gaps is None else gaps
    return Plan(scores, np.ascontiguousarray(responses), near, gaps, False, 0.0, 0.0)


class _Player:
    """A plan, the matrix of comparisons and the player's own chance."""

    def _start(self, plan, random_state):
        self.plan_ = plan
        self._rng = check_rng(random_state)
        self._age = 0
        self._cell = None
        self._total = np.zeros_like(plan.near, dtype=np.float64)

    @property
    def cell_law(self):
        """Law of the next cell, shape (L,)."""
        law = np.empty(len(self._total))
        cell_law_into(self._total, self.plan_, law)
        return law

    @property
    def law(self):
        """Law of the next action, shape (I,)."""
        laws = np.array([self._action_law(cell) for cell in range(len(self._total))])
        return self.cell_law @ laws

    def _action_law(self, cell):
        law = np.empty(self.plan_.responses.shape[1])
        action_law_into(cell, self._age + 1, self.plan_, law)
        return law

    @property
    def scores_(self):
        """Average comparison of each cell with each other, shape (L, L)."""
        return self._total / max(self._age, 1)

    def ask(self):
        """The next action, an int."""
        if self._cell is None:
            draws = self._rng.random(2)
            self._cell = int(drawn_arm(self.cell_law, draws[0]))
            law = self._action_law(self._cell)
            self._action = int(drawn_arm(law, draws[1]))
            # kept with the draw: the law has moved on by the time the signal is told
            self._weight = 1 / law[self._action] if self.plan_.weigh else 1.0
        return self._action

    def _asked(self):
        if self._cell is None:
            raise ValueError("tell must follow ask: nothing was asked for since the last signal")

    def _learn(self, scores):
        learn(self._total, self._cell, scores, self._weight)
        self._age += 1
        self._cell = None


class _SignalMixin:
    """Learn from the number of a signal."""

    def tell(self, signal):
        """Learn from the signal.

        Parameters
        ----------
        signal : int
            Its number, from 0 on.
        """
        signal = check_count(signal, "signal", high=self.plan_.scores.shape[1] - 1)
        self._asked()
        self._learn(self.plan_.scores[self._action, signal])


class Calibrator(_Player):
    """Forecasts of a point by the cells of a diagram, calibrated (Proposition 5, Theorem 13).

    Parameters
    ----------
    diagram : LaguerreDiagram
        For a grid of laws: ``LaguerreDiagram(simplex_grid(n, steps))``.
    within : Polytope, optional
        Compare each cell with its neighbours in this polytope alone (section 4.3.2); default, with
        all.
    random_state : int, Generator or None

    Attributes
    ----------
    scores_ : ndarray, shape (L, L)
        Average of ``score[k] - score[l]`` over all rounds, in the row l that was forecast.

    Examples
    --------
    >>> from mlcompanion.convex.cells import simplex_grid
    >>> player = Calibrator(LaguerreDiagram(simplex_grid(2, 4)), random_state=0)
    >>> for t in range(2000):
    ...     forecast = player.ask()
    ...     player.tell([0.2, 0.8])
    >>> player.diagram.sites[player.ask()]
    array([0.25, 0.75])
    """

    def __init__(self, diagram, *, within=None, random_state=None):
        self.diagram = check_instance(diagram, "diagram", LaguerreDiagram)
        n_cells, d = diagram.sites.shape
        near = None
        if within is not None:
            near = diagram.neighbours(check_instance(within, "within", Polytope))
        scores = np.broadcast_to(diagram.scores(np.eye(d)), (n_cells, d, n_cells))
        self._start(_plan(scores, np.eye(n_cells), near), random_state)

    def tell(self, point):
        """Learn from the point that was to be forecast.

        Parameters
        ----------
        point : array_like, shape (d,)
            A unit vector for an outcome, or any estimate that is right on average.
        """
        point = check_array(point, "point", shape=(self.diagram.sites.shape[1],))
        self._asked()
        self._learn(self.diagram.scores(point))


class CalibratedPlayer(_SignalMixin, _Player):
    """Sees Nature's moves, forecasts their law and plays a best response (Theorems 15 and 26).

    Parameters
    ----------
    rewards : array_like, shape (I, J)
    cells : {"borders", "areas", "regrets"} or LaguerreDiagram
        What is forecast: the cells of all borders between best responses; the best-response areas
        themselves, by a linear programme a round; the same areas by an invariant law, which is
        regret matching (Hart and Mas-Colell 2000); or a diagram of laws, whose sites are answered.
    random_state : int, Generator or None

    Attributes
    ----------
    responses_ : ndarray of int, shape (L,)
        The action on each cell.

    Examples
    --------
    >>> player = CalibratedPlayer([[1, -1], [-1, 1]], random_state=0)
    >>> for _ in range(100):
    ...     action = player.ask()
    ...     player.tell(1)
    >>> action
    1
    """

    def __init__(self, rewards, *, cells="borders", random_state=None):
        game = SignalGame(rewards)
        rewards = game.rewards
        gaps = None
        if isinstance(cells, LaguerreDiagram):
            diagram = cells
            check_array(diagram.sites, "cells", shape=(None, game.n_moves))
            responses = (diagram.sites @ rewards.T).argmax(axis=1)
        elif check_in(cells, "cells", ("borders", "areas", "regrets")) == "borders":
            diagram, responses = aligned_diagram(rewards)
        else:
            diagram = LaguerreDiagram.from_upper_envelope(rewards)
            responses = np.arange(game.n_actions)
        scores = diagram.scores(np.eye(game.n_moves))
        if isinstance(cells, str) and cells == "areas":
            # gaps[move, cell, other]: how much nearer the move is to the other cell
            gaps = scores[:, None, :] - scores[:, :, None]
        self.diagram = diagram
        self.responses_ = responses
        # what is seen does not depend on the action: one table serves all, without copies
        table = np.broadcast_to(scores, (game.n_actions, *scores.shape))
        self._start(_plan(table, np.eye(game.n_actions)[responses], gaps=gaps), random_state)


class FlagPlayer(_SignalMixin, _Player):
    """Sees signals, forecasts their flag, and plays a best response to it (Theorems 22 and 24).

    If the signals depend on the action, all actions are tried now and then, and a signal counts for
    one over the probability of its action. The linear functions that tell cells apart are written
    with the shortest vectors: an action whose signals say nothing then adds no noise.

    Parameters
    ----------
    game : SignalGame
    gamma_exponent : float
        The share of uniform play in round t is ``min(1, gamma_scale I t^-gamma_exponent)``.
    gamma_scale : float
        0 is blind to all that its responses do not show.
    random_state : int, Generator or None

    Attributes
    ----------
    complex_ : FlagComplex
        The responses, and the cells of flags on which they are best.

    Examples
    --------
    >>> player = FlagPlayer(SignalGame.label_efficient(), random_state=0)
    >>> for _ in range(2000):
    ...     action = player.ask()
    ...     player.tell(0 if action == 0 else 2)  # the label is always the first
    >>> bool(player.cell_law[0] > 0.99)
    True
    """

    def __init__(self, game, *, gamma_exponent=1 / 3, gamma_scale=1.0, random_state=None):
        check_instance(game, "game", SignalGame)
        exponent = check_real(gamma_exponent, "gamma_exponent", low=0)
        scale = check_real(gamma_scale, "gamma_scale", low=0)
        self.complex_ = flag_complex(game)
        n_cells = len(self.complex_.laws)
        # the envelope's constant terms are 0, so that scores are linear in the estimate of the flag
        # 2 <site, estimate> less its mean over the cells: the shortest vectors that compare them
        vectors = 2 * (self.complex_.vectors - self.complex_.vectors.mean(axis=0))
        scores = vectors.reshape(n_cells, -1, game.n_signals).transpose(1, 2, 0)
        shape = (game.n_actions, game.n_signals, n_cells)
        plan = _plan(np.broadcast_to(scores, shape), self.complex_.laws)
        if game.acts_matter:
            plan = plan._replace(weigh=True, share=scale, exponent=exponent)
        self._start(plan, random_state)
