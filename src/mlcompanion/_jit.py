"""One place that hands out ``njit``: Numba's where Numba is installed, the identity elsewhere.

Browser Python has no Numba; the same loops then run as plain Python, only slower.

Numba keeps machine code on disk and asks only whether the file of the function itself changed: when
a function in *another* file changes that was compiled into it, the old code is run. Here the code
is kept in a directory named by a digest of all compiled sources, so it cannot be stale; with one
file a signature, named by the signature, so that processes that compile side by side do not meet
(Numba numbers its files, and two processes can give one number to two signatures).
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np

from ._compat import keep_machine_code

try:
    import numba
    from llvmlite import ir
    from numba.core.types import float64
    from numba.extending import intrinsic
except ImportError:
    numba = None

__all__ = ["first_place", "fmax", "fmin", "njit", "plain_layout"]

_PREFIX = "mlcompanion-"
# machine code of older sources stays for so many versions or days
_KEPT = 3
_DAYS_UNUSED = 2


def source_digest(package):
    """Digest of every module below ``package`` that compiles, and of what compiles it.

    None if there are no sources, as in a zip file: then nothing can be kept.
    """
    sources = {path: path.read_bytes() for path in sorted(package.rglob("*.py"))}
    compiled = {path: code for path, code in sources.items() if b"njit" in code}
    versions = f"{sys.version} {numba.__version__} {np.__version__}"
    digest = hashlib.sha256(versions.encode())
    for path, code in compiled.items():
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + code + b"\0")
    return digest.hexdigest()[:20] if compiled else None


def cache_roots(package):
    """Where machine code may be kept, best first: the user's word, beside the package, at home."""
    if numba.config.CACHE_DIR:
        yield Path(numba.config.CACHE_DIR)
    yield package / "__pycache__"
    home = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    yield Path(home).expanduser() / "mlcompanion"


def open_folder(roots, digest):
    """The directory of this digest below the first root that can be written to, or None."""
    for root in roots if digest else ():
        folder = root / (_PREFIX + digest)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)
            drop_unused(root)
        except OSError:
            continue
        return folder
    return None


def drop_unused(root):
    """Remove the machine code of earlier sources, but for what was used of late."""
    last_use = {folder: folder.stat().st_mtime for folder in root.glob(_PREFIX + "*")}
    for folder in sorted(last_use, key=last_use.get, reverse=True)[_KEPT:]:
        if last_use[folder] < time.time() - 86400 * _DAYS_UNUSED:
            shutil.rmtree(folder, ignore_errors=True)


def _folder_of_package():
    if numba is None:
        return None
    package = Path(__file__).parent
    return open_folder(cache_roots(package), source_digest(package))


_FOLDER = _folder_of_package()


def njit(function=None, *, fastmath=False):
    """Compile ``function`` with Numba and keep the machine code, or return it unchanged.

    ``fastmath`` names liberties with rounding; no function takes one that could change its result
    but for the order of a sum's terms, which BLAS does not fix either.
    """
    if function is None:
        return partial(njit, fastmath=fastmath)
    if numba is None:
        return function
    dispatcher = numba.njit(fastmath=fastmath)(function)
    if _FOLDER is not None and dispatcher is not function:  # NUMBA_DISABLE_JIT returns it as it is
        keep_machine_code(dispatcher, function, _FOLDER)
    return dispatcher


def njit_in_memory(function):
    """Compile ``function`` and keep no machine code: it calls a function of the caller's."""
    return function if numba is None else numba.njit(function)


def _of_two(plain, instruction):
    """``plain`` of two numbers that are not NaN, so that a loop runs on several entries at once.

    What Numba makes of ``max`` and ``min`` keeps a loop to one entry at a time.
    """
    if numba is None or numba.config.DISABLE_JIT:
        return plain

    def typed(_, a, b):
        def call(_, builder, __, numbers):
            double = ir.DoubleType()
            kind = ir.FunctionType(double, [double, double])
            function = builder.module.declare_intrinsic(instruction, [double], kind)
            return builder.call(function, numbers, fastmath=("nnan", "nsz"))

        return float64(float64, float64), call

    return intrinsic(typed)


fmax = _of_two(max, "llvm.maxnum")
fmin = _of_two(min, "llvm.minnum")


@njit
def first_place(values, hidden, wanted):
    """The first place where the sum of two arrays is the number wanted, or -1."""
    for t in range(len(values)):
        if values[t] + hidden[t] == wanted:
            return t
    return -1


def plain_layout(array):
    """Return ``array`` in C order and writable, copied only if it is not.

    Numba compiles a function anew, for seconds, for each layout and for read-only arrays.
    """
    if type(array) is np.ndarray and array.flags.c_contiguous and array.flags.writeable:
        return array
    return np.require(array, requirements=("C", "W"))
