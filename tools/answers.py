"""Answers as plain data: how values leave a student's process, and what is said of their kind.

Only numbers, texts, truth values, lists, dictionaries and arrays of them pass, by value and as
their plain types: an object with methods of its own (an ``__eq__`` that always agrees, say) stays
behind. A function stays behind too, and is called where it is.
"""

import base64
import json
import socket
import struct

import numpy as np

__all__ = ["Calls", "Line", "Unreadable", "decoded", "encoded", "kind_of", "mismatch"]

MOST_BYTES = 32_000_000
DEEPEST = 8
NAMED = {bool: "True or False", int: "a whole number", float: "a number", complex: "a number"}


class Unreadable(ValueError):
    """What came is no plain data."""


class Calls:
    """Stands for a function that stays in the student's process."""


def encoded(value, depth=0):
    """A value as JSON can hold it; what is not plain is only named."""
    if depth > DEEPEST:
        return {"other": "something nested too deeply"}
    if value is None or type(value) in (bool, str):
        return value
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | str):
        return str(value) if isinstance(value, str) else bool(value)
    if isinstance(value, int):
        return {"int": hex(int(value))}
    if isinstance(value, float):
        return {"float": float(value).hex()}
    if isinstance(value, complex):
        return {"complex": [value.real.hex(), value.imag.hex()]}
    if isinstance(value, np.ndarray) and value.nbytes > MOST_BYTES // 2:
        return {"other": f"an array of {value.nbytes // 1_000_000} MB"}
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufcU":
        array = np.ascontiguousarray(value)
        data = base64.b64encode(array.tobytes()).decode()
        return {"array": data, "dtype": array.dtype.str, "shape": list(value.shape)}
    if isinstance(value, list | tuple):
        name = "list" if isinstance(value, list) else "tuple"
        return {name: [encoded(part, depth + 1) for part in value]}
    if isinstance(value, dict):
        pairs = [[encoded(k, depth + 1), encoded(v, depth + 1)] for k, v in value.items()]
        return {"dict": pairs}
    if callable(value):
        return {"calls": ""}
    return {"other": f"an object of type {type(value).__name__}"}


def _array(found):
    dtype = np.dtype(found["dtype"])
    if dtype.kind not in "biufcU":
        raise Unreadable("an array of another kind than numbers or texts")
    data = base64.b64decode(found["array"])
    return np.frombuffer(data, dtype=dtype).reshape(found["shape"]).copy()


def _decoded(found):
    if found is None or isinstance(found, bool | str):
        return found
    if "int" in found:
        return int(found["int"], 16)
    if "float" in found:
        return float.fromhex(found["float"])
    if "complex" in found:
        return complex(*map(float.fromhex, found["complex"]))
    if "array" in found:
        return _array(found)
    if "list" in found:
        return [_decoded(part) for part in found["list"]]
    if "tuple" in found:
        return tuple(_decoded(part) for part in found["tuple"])
    if "dict" in found:
        return {_decoded(key): _decoded(value) for key, value in found["dict"]}
    if "calls" in found:
        return Calls()
    raise Unreadable(str(found.get("other"))[:80])


def decoded(found):
    """The value of what :func:`encoded` made; a function is a :class:`Calls`.

    Raises
    ------
    Unreadable
        If it is anything else, however it was made.
    """
    try:
        return _decoded(found)
    except Unreadable:
        raise
    except Exception as error:  # whoever sent it may have written anything
        raise Unreadable(f"no plain data ({type(error).__name__})") from error


def kind_of(value):
    """What kind of thing a value is, in words, for comparisons and for messages."""
    if isinstance(value, Calls) or callable(value):
        return "a function"
    if value is None:
        return "None"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, dict):
        return "a dictionary"
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, list | tuple | np.ndarray):
        try:
            shape = np.shape(value)
        except ValueError:
            return "a list of lists of unequal lengths"
        if shape == ():
            return kind_of(value.item())
        return f"an array of shape {shape}" if len(shape) > 1 else f"a list of {shape[0]}"
    return NAMED.get(type(value), f"an object of type {type(value).__name__}")


def _family(kind):
    """Kinds that may stand for one another: all numbers, all lists and arrays."""
    if kind.endswith("number"):
        return "a number"
    if kind.startswith(("a list", "an array")):
        return "a list or an array"
    return kind


def mismatch(name, value, model):
    """What is wrong with the kind of an answer, next to one that is right.

    Returns
    -------
    certain : bool
        Whether it cannot be an answer at all; another shape may still be one.
    words : str
        Empty if the kinds agree.
    """
    found = kind_of(value)
    wanted = kind_of(model)
    if _family(found) != _family(wanted):
        return True, f"{name} is {found}; {_family(wanted)} is asked for"
    if _family(wanted) == "a number":
        return _other_number(name, value, model)
    if isinstance(model, dict) and set(model) - set(value):
        lacking = ", ".join(sorted(map(repr, set(model) - set(value))))
        return False, f"{name} lacks the key {lacking}"
    if found != wanted:
        return False, f"{name} is {found}; {wanted} is asked for"
    return False, ""


def _other_number(name, value, model):
    """A number that is not finite cannot be an answer; one with a point may be meant as whole."""
    if not np.isfinite(value) and np.isfinite(model):
        return True, f"{name} is {value}; a finite number is asked for"
    if isinstance(model, int) and not isinstance(value, int):
        return False, f"{name} is {value!r}; a whole number is asked for"
    return False, ""


class Line:
    """Messages over a socket: each is JSON, after its length."""

    def __init__(self, connection):
        self.connection = connection

    def send(self, message):
        """Send a message."""
        data = json.dumps(message).encode()
        self.connection.sendall(struct.pack(">I", len(data)) + data)

    def _read(self, count):
        parts = bytearray()
        while len(parts) < count:
            part = self.connection.recv(min(count - len(parts), 1 << 20))
            if not part:
                raise EOFError("the other process ended")
            parts += part
        return bytes(parts)

    def receive(self, seconds=None):
        """Wait for a message.

        Raises
        ------
        TimeoutError
            If none comes in time.
        EOFError
            If the other process ended.
        Unreadable
            If it is too long, or no JSON.
        """
        self.connection.settimeout(seconds)
        (length,) = struct.unpack(">I", self._read(4))
        if length > MOST_BYTES:
            raise Unreadable(f"more than {MOST_BYTES // 1_000_000} MB")
        try:
            return json.loads(self._read(length))
        except (ValueError, RecursionError) as error:
            raise Unreadable("no plain data") from error

    def receive_lines(self, count):
        """Wait for sockets that come beside the next message; return them as lines."""
        self.connection.settimeout(None)
        _, numbers, _, _ = socket.recv_fds(self.connection, 1, count)
        return [Line(socket.socket(fileno=number)) for number in numbers]

    def send_lines(self, *lines):
        """Hand sockets to the process at the other end."""
        numbers = [line.connection.fileno() for line in lines]
        socket.send_fds(self.connection, [b"."], numbers)

    def close(self):
        """End it on this side."""
        self.connection.close()
