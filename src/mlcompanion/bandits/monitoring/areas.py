"""Where each action is best, when Nature's moves are seen (Perchet 2011, section 2)."""

from itertools import combinations

import numpy as np

from mlcompanion._validation import check_array
from mlcompanion.convex.cells import LaguerreDiagram, Polytope

__all__ = ["aligned_diagram", "best_response_areas", "response_borders"]


def _check_rewards(rewards):
    rewards = check_array(rewards, "rewards", ndim=2, min_rows=1, dtype=np.float64)
    if rewards.shape[1] == 0:
        raise ValueError("rewards needs at least 1 column")
    return rewards


def _relative(rewards):
    """Rewards less the least of each move's, in units of the largest: no best response changes.

    The powers of a diagram's sites are squares, in which a far origin or another unit takes the
    digits of the laws.
    """
    moved = rewards - rewards.min(axis=0)
    largest = moved.max()
    return moved / largest if largest > 0 else moved


def best_response_areas(rewards):
    """The laws of moves to which each action is a best response (Lemma 10), as polytopes.

    Parameters
    ----------
    rewards : array_like, shape (I, J)

    Returns
    -------
    list of Polytope or None
        None for an action that is best nowhere, or on a set without inner points, or as good as an
        earlier one everywhere.
    """
    rewards = _relative(_check_rewards(rewards))
    diagram = LaguerreDiagram.from_upper_envelope(rewards)
    return diagram.cells(Polytope.simplex(rewards.shape[1]))


def response_borders(rewards):
    """The hyperplanes between best responses: differences of the rows of two areas that meet.

    Parameters
    ----------
    rewards : array_like, shape (I, J)

    Returns
    -------
    ndarray, shape (T, J)
        Normals; the offsets are 0, since laws sum to 1.
    """
    rewards = _check_rewards(rewards)
    diagram = LaguerreDiagram.from_upper_envelope(_relative(rewards))
    near = diagram.neighbours(Polytope.simplex(rewards.shape[1]))
    # areas that do not share a wall have no border: fewer hyperplanes, fewer cells
    pairs = [(i, k) for i, k in combinations(range(len(rewards)), 2) if near[i, k]]
    return np.array([rewards[i] - rewards[k] for i, k in pairs]).reshape(-1, rewards.shape[1])


def aligned_diagram(rewards):
    """Laguerre diagram of the borders, which refines the areas (Theorem 15), with its responses.

    Parameters
    ----------
    rewards : array_like, shape (I, J)

    Returns
    -------
    diagram : LaguerreDiagram
    responses : ndarray of int, shape (L,)
        The best response on each cell.
    """
    rewards = _relative(_check_rewards(rewards))
    laws = Polytope.simplex(rewards.shape[1])
    borders = response_borders(rewards)
    if len(borders) == 0:
        diagram = LaguerreDiagram(laws.centre[None])
    else:
        diagram = LaguerreDiagram.from_hyperplanes(borders, np.zeros(len(borders)), within=laws)
    # no border runs through a cell: the best response at its centre is that of all of it
    centres = np.array([cell.centre for cell in diagram.cells(laws)])
    return diagram, (centres @ rewards.T).argmax(axis=1)
