"""Limits for a process in which a student's code runs: time, memory, files, network, programs.

No sandbox: it stops mistakes and plain cheating. Code that means harm to the machine may find a way
past what Python can refuse; ``tools/templates/staff.html.j2`` says so to who grades.
"""

import ctypes
import os
import sys
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None

__all__ = ["confine", "limit", "withhold"]

NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000  # of Linux' unshare
#: What starts programs, ends processes or talks over the network.
REFUSED = (
    "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn", "os.spawn",
    "os.system", "pty.spawn", "socket.bind", "socket.connect", "socket.getaddrinfo",
    "socket.sendmsg", "socket.sendto", "subprocess.Popen",
)  # fmt: skip
#: What changes files, by the number of paths that it is told.
CHANGES = {
    "os.chmod": 1, "os.chown": 1, "os.link": 2, "os.mkdir": 1, "os.remove": 1, "os.rename": 2,
    "os.rmdir": 1, "os.symlink": 2, "os.truncate": 1, "os.utime": 1, "shutil.rmtree": 1,
    "sqlite3.connect": 1,
}  # fmt: skip
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
ANSWERS = ("exercises.yml", ".ipynb", "gradebook.db")


def _bytes_in_use():
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux: Python with its libraries takes about so much
        return 4 << 30


def _limit(kind, most):
    try:
        resource.setrlimit(getattr(resource, kind), (most, most))
    except (AttributeError, ValueError, OSError):
        return  # this system has no such limit


def _leave_network():
    """Go where there is no network, if the system lets a process do so."""
    try:
        ctypes.CDLL(None).unshare(NEW_USER | NEW_NETWORK)
    except (AttributeError, OSError, TypeError):
        return


def _guard(place, hidden):
    """The function that is asked before files are opened, programs started and so on."""
    place = os.path.realpath(place)
    hidden = tuple(os.path.realpath(path) for path in hidden)

    def inside(path, folder):
        return path == folder or path.startswith(folder + os.sep)

    def guard(event, arguments):
        if event in REFUSED:
            raise PermissionError(f"{event} is refused while grading")
        if event in CHANGES:
            for path in arguments[: CHANGES[event]]:
                known = os.path.realpath(os.fsdecode(path)) if isinstance(path, str | bytes) else ""
                if os.path.lexists(known) and not inside(known, place):
                    raise PermissionError(f"{event} is refused while grading")
        if event == "open" and isinstance(arguments[0], str | bytes):
            path = os.path.realpath(os.fsdecode(arguments[0]))
            mode = arguments[1] or ""
            writes = set(mode) & set("wax+") or (arguments[2] or 0) & WRITES
            if writes and path != os.devnull and not inside(path, place):
                raise PermissionError("only temporary files are written while grading")
            if path.endswith(ANSWERS) or any(inside(path, folder) for folder in hidden):
                raise PermissionError("this file is not read while grading")

    return guard


def withhold(libraries):
    """Make as if some libraries were not installed."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in libraries:
            sys.modules[name] = None  # an import of it fails
    for name in libraries:
        sys.modules[name] = None


def limit(seconds, megabytes):
    """Limit the processor time, the memory and the files of this process."""
    if resource is not None:
        _limit("RLIMIT_CPU", int(seconds) + 2)
        _limit("RLIMIT_AS", _bytes_in_use() + (megabytes << 20))
        _limit("RLIMIT_FSIZE", 50 << 20)
        _limit("RLIMIT_CORE", 0)


def confine(place, seconds, megabytes, hidden):
    """Limit this process for good.

    Parameters
    ----------
    place : str
        The folder in which it may write.
    seconds : float
        Processor time.
    megabytes : int
        Memory, beside what it has.
    hidden : list of str
        Folders that it may not read.
    """
    limit(seconds, megabytes)
    _leave_network()
    sys.addaudithook(_guard(place, hidden))
