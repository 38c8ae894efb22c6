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


def source_digest(*packages):
    """Digest of every module below ``packages`` that compiles, and of what compiles it.

    None if there are no sources, as in a zip file: then nothing can be kept.
    """
    versions = f"{sys.version} {numba.__version__} {np.__version__}"
    digest = hashlib.sha256(versions.encode())
    found = False
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            code = path.read_bytes()
            if b"njit" in code:
                name = path.relative_to(package).as_posix()
                digest.update(name.encode() + b"\0" + code + b"\0")
                found = True
    return digest.hexdigest()[:20] if found else None


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
def folder(name):
    """The directory for what the top-level package ``name`` compiles, or None: nothing is kept.

    A function of another package, as of the chapters, calls this one's: both count. A module that
    is in no package, as a notebook's, may change while it runs.
    """
    home = Path(__file__).parent
    guests = getattr(sys.modules.get(name), "__path__", None)
    if guests is None:
        return None
    packages = [home, *(Path(path) for path in guests if Path(path) != home)]
    if not all(unchanged(package, _BEGUN) for package in packages):
        return None
    return open_folder(cache_roots(home), source_digest(*packages))
