"""Worst payoffs, best responses, and the finite list of them (Perchet 2011, section 3).

``W(x, f)`` is the least that the mixed action x earns against the laws of moves with flag f. Its
maximum over x is a linear programme, and by duality one whose constraints do not know the flag:
``max <a, y>`` over ``a <= rewards' x`` with a in the span of what flags tell. So finitely many of
its corners serve all flags (Proposition 20), the value is the largest of finitely many linear
functions, and the flags that one of them serves are a cell of a Laguerre diagram.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from mlcompanion._validation import check_array, check_instance
from mlcompanion.convex.cells import LaguerreDiagram, Polytope

from .games import ROUNDING, SignalGame, check_law

__all__ = ["FlagComplex", "best_response", "flag_complex", "saddle_moves", "worst_payoff"]

#: Gains below this part of the rewards' range are rounding of a linear programme.
TIGHT = 1e-8


class Response(NamedTuple):
    """A best response to a flag.

    Attributes
    ----------
    value : float
        The worst payoff that it guarantees.
    law : ndarray, shape (I,)
        The mixed action.
    values : ndarray, shape (J,)
        A linear function of flags, by its value at each move's flag: it equals ``value`` here, and
        no flag lets ``law`` earn less than it says.
    """

    value: float
    law: np.ndarray
    values: np.ndarray


class FlagComplex(NamedTuple):
    """Finitely many mixed actions, one of which is a best response to any flag.

    Attributes
    ----------
    laws : ndarray, shape (L, I)
    values : ndarray, shape (L, J)
        Worst payoff of each on its own cell, as a linear function: its value at each move's flag.
    vectors : ndarray, shape (L, d)
        The shortest vectors whose product with a flag is that function.
    """

    laws: np.ndarray
    values: np.ndarray
    vectors: np.ndarray

    def value(self, moves):
        """The best worst payoff at the flags of laws of moves, shape (...).

        Parameters
        ----------
        moves : array_like, shape (..., J)
        """
        return (self._checked(moves) @ self.values.T).max(axis=-1)

    def locate(self, moves):
        """Which mixed action is a best response, shape (...).

        Parameters
        ----------
        moves : array_like, shape (..., J)
        """
        return (self._checked(moves) @ self.values.T).argmax(axis=-1)

    def _checked(self, moves):
        moves = check_array(moves, "moves", low=-ROUNDING, dtype=np.float64)
        n_moves = self.values.shape[1]
        if moves.ndim == 0 or moves.shape[-1] != n_moves:
            raise ValueError(f"moves must have {n_moves} masses, got shape {moves.shape}")
        if moves.size and np.abs(moves.sum(axis=-1) - 1).max() > ROUNDING:
            raise ValueError("moves must be laws, which sum to 1 over the last axis")
        return moves

    def diagram(self):
        """The flags that each action serves, as a Laguerre diagram of flags."""
        return LaguerreDiagram.from_upper_envelope(self.vectors)


def _scaled_rewards(game):
    """Rewards from 0 to 1, with the shift and scale that made them so."""
    low = game.rewards.min()
    scale = np.ptp(game.rewards) or 1.0
    return (game.rewards - low) / scale, low, scale


def _compatible(game, flag):
    """Rows and right side of the equations that say which laws have a flag."""
    matrix = game.flag_matrix
    flag = check_array(flag, "flag", shape=(len(matrix),), dtype=np.float64)
    near = np.linalg.lstsq(matrix, flag, rcond=1e-10)[0]
    frame = game.frame()
    if np.abs(matrix @ near - flag).max() > ROUNDING:
        raise ValueError("flag must be the flag of some law of moves: no moves give such signals")
    # laws with one flag agree along the frame: independent equations, where rows of flags repeat
    return frame.T, frame.T @ near


def _refuse(found):
    if found.status != 0:
        raise ValueError("flag must be the flag of some law of moves: a mass would be negative")
    return found


def worst_payoff(game, law, flag):
    """The least that a mixed action earns against the laws of moves with a flag.

    Parameters
    ----------
    game : SignalGame
    law : array_like, shape (I,)
        The mixed action.
    flag : array_like, shape (d,)
        As :meth:`SignalGame.flag` gives it.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If no law of moves has this flag.

    Examples
    --------
    >>> game = SignalGame.matching_pennies(dark=True)
    >>> round(worst_payoff(game, [0.7, 0.3], [1.0]), 9)
    -0.4
    """
    check_instance(game, "game", SignalGame)
    law = check_law(law, "law", game.n_actions)
    rewards, low, scale = _scaled_rewards(game)
    rows, right = _compatible(game, flag)
    found = _refuse(linprog(law @ rewards, A_eq=rows, b_eq=right, bounds=(0, None)))
    return float(low + scale * found.fun)


def _respond(rewards, frame, target):
    """Best mixed action, and linear function of flags, at a point of the frame."""
    n_actions, n_moves = rewards.shape
    width = frame.shape[1]
    found = linprog(
        -np.append(target, np.zeros(n_actions)),
        A_ub=np.hstack([frame, -rewards.T]),
        b_ub=np.zeros(n_moves),
        A_eq=[np.append(np.zeros(width), np.ones(n_actions))],
        b_eq=[1.0],
        bounds=[(None, None)] * width + [(0, None)] * n_actions,
        method="highs-ds",  # the dual simplex ends at a corner, and corners are finitely many
    )
    return None if found.status != 0 else (-found.fun, found.x[width:], found.x[:width])


def best_response(game, flag):
    """A mixed action whose worst payoff is largest at a flag, and a bound that proves it.

    Parameters
    ----------
    game : SignalGame
    flag : array_like, shape (d,)

    Returns
    -------
    Response

    Raises
    ------
    ValueError
        If no law of moves has this flag.

    Notes
    -----
    One linear programme in I + r + 1 unknowns with J constraints.
    """
    check_instance(game, "game", SignalGame)
    rewards, low, scale = _scaled_rewards(game)
    _, target = _compatible(game, flag)
    frame = game.frame()
    found = _respond(rewards, frame, target)
    if found is None:
        raise ValueError("flag must be the flag of some law of moves: a mass would be negative")
    value, law, slopes = found
    return Response(float(low + scale * value), law, low + scale * (frame @ slopes))


def saddle_moves(game, flag):
    """A law of moves with a flag against which no action earns more than the best worst payoff.

    Parameters
    ----------
    game : SignalGame
    flag : array_like, shape (d,)

    Returns
    -------
    ndarray, shape (J,)
    """
    check_instance(game, "game", SignalGame)
    rewards, _, _ = _scaled_rewards(game)
    rows, right = _compatible(game, flag)
    free = np.zeros((len(rows), 1))
    found = _refuse(
        linprog(
            np.append(np.zeros(game.n_moves), 1.0),
            A_ub=np.hstack([rewards, -np.ones((game.n_actions, 1))]),
            b_ub=np.zeros(game.n_actions),
            A_eq=np.hstack([rows, free]),
            b_eq=right,
            bounds=[(0, None)] * game.n_moves + [(None, None)],
        )
    )
    moves = np.maximum(found.x[:-1], 0.0)
    return moves / moves.sum()


def flag_complex(game):
    """The finite list of best responses (Proposition 20), with the proof that it is complete.

    The largest of the linear functions found so far is below the best worst payoff, which is
    convex. On a cell where one of them is largest the gap is convex, so greatest at a corner: if
    the linear programme finds nothing better at any corner of any cell, nothing is missing.

    Parameters
    ----------
    game : SignalGame

    Returns
    -------
    FlagComplex

    Notes
    -----
    A linear programme for each corner of the cells, a few times over; the cells are cut out anew
    after each pass, O(L^2) cuts.
    """
    check_instance(game, "game", SignalGame)
    rewards, low, scale = _scaled_rewards(game)
    frame = game.frame()
    flags = Polytope.hull(frame)
    slopes = np.empty((0, frame.shape[1]))
    laws = np.empty((0, game.n_actions))
    # where the cells of no function yet could have corners, and one point inside
    corners = np.vstack([flags.centre, flags.vertices])
    seen = set()
    while len(corners):
        for corner in corners:
            found = _respond(rewards, frame, corner)
            if found is None:
                raise RuntimeError("the linear programme was not solved at a flag of the game")
            value, law, slope = found
            if not len(slopes) or value > (slopes @ corner).max() + TIGHT:
                slopes = np.vstack([slopes, slope])
                laws = np.vstack([laws, law])
        cells = LaguerreDiagram.from_upper_envelope(slopes).cells(flags)
        filled = [cell is not None for cell in cells]
        places = np.vstack([cell.vertices for cell in cells if cell is not None])
        # corners shared by cells, or seen before, need no second programme
        corners = [place for place in places if tuple(place.round(9)) not in seen]
        seen.update(tuple(place.round(9)) for place in corners)
    values = low + scale * (slopes[filled] @ frame.T)
    # functions of laws as functions of flags, by the shortest vectors
    vectors = values @ np.linalg.pinv(game.flag_matrix, rcond=1e-10)
    return FlagComplex(_pure(laws[filled]), values, vectors)


def _pure(laws):
    """Laws without the dust of a linear programme."""
    laws = np.where(np.abs(laws) < ROUNDING, 0.0, laws)
    return laws / laws.sum(axis=1, keepdims=True)
