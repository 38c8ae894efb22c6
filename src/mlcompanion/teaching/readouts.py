"""What the text says of a widget, checked against what the widget says of itself.

``readouts`` gives the readouts of all states, ``number`` reads a number off one, ``holds`` stops
the chapter when a sentence is no longer true.
"""

import re

import numpy as np

__all__ = ["holds", "number", "readouts"]

_NUMBER = r"(?<![\w.])([-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?)"


def readouts(draw, **held):
    """Readouts of a widget's states, without drawing a picture.

    Parameters
    ----------
    draw : function
        What :func:`~mlcompanion.teaching.explore` decorated.
    **held
        Controls held at a value, or at each of a list of values; the others run over all that the
        book draws. Name few states where drawing takes long.

    Returns
    -------
    list of (dict, str)
        State and readout, in the order of the controls' values, the last control running fastest.

    Raises
    ------
    ValueError
        If ``draw`` is no widget, a name is no control, or no drawn state has these values.

    Notes
    -----
    Where the book is built all states have been drawn, and their readouts are known. Elsewhere each
    calls ``draw`` once, with a figure that nobody renders.
    """
    explorer = getattr(draw, "explorer", None)
    if explorer is None:
        raise ValueError("draw must be a function that explore decorated")
    unknown = set(held) - set(explorer.controls)
    if unknown:
        raise ValueError(f"{sorted(unknown)} are no controls; these are {list(explorer.controls)}")
    wanted = {name: _values(value) for name, value in held.items()}
    states = [explorer.state(index) for index in sorted(explorer.drawn_states())]
    chosen = [s for s in states if all(s[name] in wanted[name] for name in wanted)]
    for name, values in wanted.items():
        missed = [value for value in values if value not in [state[name] for state in chosen]]
        if missed:
            raise ValueError(f"no drawn state has {name} = {missed[0]!r} with the other values")
    return [(state, explorer.readout(state)) for state in chosen]


def _values(value):
    """Several values of a control as a list, or the one that was given."""
    if isinstance(value, (list, tuple, range, np.ndarray)):
        return list(value)
    return [value]


def number(words, pattern):
    """Read one number off a readout.

    Parameters
    ----------
    words : str
    pattern : str
        Words of the readout with ``{}`` where the number stands: ``"{} mistakes"``.

    Returns
    -------
    float
        Of ``"1,605 mistakes"`` 1605, of ``"31%"`` 31, of ``"−0.5"`` −0.5.

    Raises
    ------
    ValueError
        If the pattern does not stand exactly once in ``words``.

    Examples
    --------
    >>> number("Winnow, 800 boxes: 1,124 mistakes", "{} mistakes")
    1124.0
    """
    if pattern.count("{}") != 1:
        raise ValueError(f"pattern must have one {{}} for the number, got {pattern!r}")
    before, after = pattern.split("{}")
    found = re.findall(re.escape(before) + _NUMBER + re.escape(after), words)
    if len(found) != 1:
        raise ValueError(f"{pattern!r} stands {len(found)} times in {words!r}, not once")
    return float(found[0].replace(",", "").replace("−", "-"))  # labels print both


def holds(sentence, truth):
    """Stop with ``sentence`` unless it is true: for a hidden cell beside the text that says it.

    Parameters
    ----------
    sentence : str
        What the text says.
    truth : bool
        What the readouts say, computed.

    Raises
    ------
    AssertionError
        If it is false.
    ValueError
        If ``truth`` is not a truth value.

    Examples
    --------
    >>> made = [8, 5, 3]
    >>> holds("mistakes become fewer", sorted(made, reverse=True) == made)
    """
    if not isinstance(truth, (bool, np.bool_)):
        raise ValueError(f"truth must be True or False, got {truth!r}")
    if not truth:
        raise AssertionError(f"no longer true: {sentence}")
