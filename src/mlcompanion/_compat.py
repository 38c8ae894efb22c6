"""What reaches into private parts of Numba and scikit-learn, and how a hook is let go.

A hook makes something faster that works without it. When a library changes what a hook reaches
into, the hook is left out with a warning that names the versions it was written for, and the plain
way is taken. ``book/_ext/compat.py`` and ``tools/compat.py`` hold the hooks of book and tools.
"""

import hashlib
import os
import pickle
from functools import wraps
from pathlib import Path
from warnings import warn

try:
    from numba.core.caching import FunctionCache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps
except ImportError:  # no Numba, or one that keeps them elsewhere
    FunctionCache = object

__all__ = ["MachineCode", "check_feature_names", "hook", "keep_machine_code"]

#: How a private part shows that it is not what it was.
_GONE = (AttributeError, ImportError, TypeError)


def hook(written_for):
    """Mark a function that reaches into private parts of a library.

    Parameters
    ----------
    written_for : str
        Library and versions with which it was tested, as in ``"numba 0.59 to 0.68"``.

    Returns
    -------
    callable
        A decorator. The function then tells whether it could do its work; if not, it warns.
    """

    def mark(function):
        @wraps(function)
        def attempt(*arguments):
            try:
                function(*arguments)
            except _GONE as error:
                told = f"{function.__name__} is left out, it was written for {written_for}: {error}"
                warn(told, RuntimeWarning, stacklevel=2)
                return False
            return True

        attempt.written_for = written_for
        return attempt

    return mark


class MachineCode(FunctionCache):
    """What one function was compiled to, on disk: a file for each signature."""

    def __init__(self, function, folder):
        self._py_func, self._cache_path = function, str(folder)
        self._stem = Path(folder) / f"{function.__module__}.{function.__qualname__}"
        self.enable()

    def _path(self, signature, codegen):
        key = repr(self._index_key(signature, codegen)).encode()
        return f"{self._stem}-{hashlib.sha256(key).hexdigest()[:20]}.nbc"

    def _load_overload(self, sig, target_context):
        try:
            code = Path(self._path(sig, target_context.codegen())).read_bytes()
            return CompileResult._rebuild(target_context, *pickle.loads(code))
        except (OSError, EOFError, pickle.UnpicklingError, *_GONE):
            return None  # not there, cut short, or read otherwise today: it is compiled again

    def _save_overload(self, sig, data):
        if data.lifted or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        unfinished = Path(f"{path}.{os.getpid()}")
        try:
            unfinished.write_bytes(dumps(data._reduce()))
            unfinished.replace(path)
        except OSError:  # no space, or no right to write: this process has the code in memory
            unfinished.unlink(missing_ok=True)


@hook("numba 0.59 to 0.68")
def keep_machine_code(dispatcher, function, folder):
    """Let a compiled function keep its machine code in ``folder``; else each process compiles."""
    if FunctionCache is object or not hasattr(dispatcher, "_cache"):
        raise AttributeError("no numba.core.caching.FunctionCache behind a dispatcher's _cache")
    dispatcher._cache = MachineCode(function, folder)


def check_feature_names(estimator, X, reset):
    """Keep the names of the columns, or compare them with those kept.

    It is private in scikit-learn (1.4 to 1.9); without it no names are read. A TypeError is about
    the names, so this is no :func:`hook`.
    """
    try:
        from sklearn.utils.validation import _check_feature_names
    except ImportError:
        return
    _check_feature_names(estimator, X, reset=reset)
