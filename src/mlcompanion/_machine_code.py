"""Where the machine code of compiled functions is kept between processes.

Numba keeps machine code on disk and asks only whether the file of the function itself changed: when
a function in *another* file changes that was compiled into it, the old code is run. Here the code
is kept in a directory named by a digest of all compiled sources, so it cannot be stale; with one
file a signature, named by the signature, so that processes that compile side by side do not meet
(Numba numbers its files, and two processes can give one number to two signatures).

The sources are read when the first function is called: importing reads none of them twice.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import numpy as np

try:
    import numba
except ImportError:
    numba = None

__all__ = ["folder"]

_BEGUN = time.time()
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


def unchanged(package, since):
    """Whether no module below ``package`` is younger than a time in seconds of the system's clock.

    A module that was changed after it was imported is not the one that this process compiles.
    """
    return all(path.stat().st_mtime <= since for path in package.rglob("*.py"))


@cache
def folder():
    """The directory of this process, found when it compiles for the first time, or None."""
    package = Path(__file__).parent
    if not unchanged(package, _BEGUN):
        return None
    return open_folder(cache_roots(package), source_digest(package))
