"""Kernels that start warm: forked from a process that has imported what most chapters import.

A kernel that starts cold spends a fifth of a chapter's time on imports. The forks are fresh in
all else: they share no state with one another, and a name is there only if the notebook imports it.
"""

import gc
import os
import resource
import sys
import time
from multiprocessing import forkserver, get_context

from jupyter_client.provisioning import LocalProvisioner

from tools.compat import fork_kernels

PRELOADED = [
    "ipykernel.kernelapp",
    "ipywidgets",
    "matplotlib.pyplot",
    "mlcompanion.plots",
    "mlcompanion.teaching",
    "numba",
    "scipy.stats",
    "sklearn.linear_model",
]
#: When a kernel's garbage is looked for: seldom, as a chapter ends long before it fills the memory.
RARELY = (10_000, 10, 10)
NAME = "warm"  # under which jupyter_client finds the class below
_CONTEXT = get_context("forkserver")


class Provisioner(LocalProvisioner):
    """Starts a kernel as a fork, where jupyter_client would start a program."""

    async def launch_kernel(self, cmd, **kwargs):
        """Fork the process that shall become the kernel."""
        arguments = cmd[cmd.index("ipykernel_launcher") + 1 :]
        self.process = Fork(arguments, kwargs["env"], kwargs.get("cwd"))
        self.pid = self.process.pid
        return self.connection_info


class Fork:
    """A forked kernel with the methods of ``subprocess.Popen`` that jupyter_client calls."""

    stdin = stdout = stderr = None
    #: Where the latest one tells, at its end, the processor seconds that it took.
    report = None

    def __init__(self, arguments, env, cwd):
        _start_server(env)
        Fork.report, told = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=serve, args=(arguments, env, cwd, told))
        self._process.start()
        told.close()
        self.pid = self._process.pid

    def poll(self):
        """The exit code, or None while the kernel runs."""
        return self._process.exitcode

    def wait(self):
        """Wait for the end, and return the exit code."""
        self._process.join()
        return self._process.exitcode

    def send_signal(self, signum):
        """Send a signal to a kernel that runs."""
        if self.poll() is None:
            os.kill(self.pid, signum)

    def kill(self):
        """End it at once."""
        self._process.kill()

    def terminate(self):
        """Ask it to end."""
        self._process.terminate()


def _start_server(env):
    """Start the process to fork from, with the kernels' environment: NumPy reads it on import."""
    _CONTEXT.set_forkserver_preload(PRELOADED)
    kept = dict(os.environ)
    os.environ.update(env, MPLBACKEND="module://matplotlib_inline.backend_inline")
    try:
        forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(kept)


def serve(arguments, env, cwd, told):
    """Be a kernel until it is shut down; then tell the seconds, those of the imports included."""
    import psutil
    from ipykernel import kernelapp

    gc.freeze()  # nothing that was imported need be looked at again
    gc.set_threshold(*RARELY)
    os.environ.update(env)
    os.chdir(cwd)
    server = os.getppid()
    sys.argv = ["ipykernel_launcher", *arguments, f"--IPKernelApp.parent_handle={server}"]
    sys.path[0] = ""
    imports = psutil.Process(server).cpu_times()
    try:
        kernelapp.launch_new_instance()
    finally:
        told.send(imports.user + imports.system + time.process_time())


def take_over():
    """Let every kernel that this process starts be a fork, if Jupyter can be told so."""
    Fork.report = None
    fork_kernels(Provisioner, NAME)


def processor_seconds():
    """What all children of this process that have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def last_seconds(before):
    """Processor seconds of the kernel that ended last; 0 if it was killed.

    A fork tells them itself. Of a kernel that was started as a program they are what this
    process's children took since ``before``, a value of :func:`processor_seconds`.
    """
    if Fork.report is None:
        return processor_seconds() - before
    try:
        return Fork.report.recv() if Fork.report.poll() else 0.0
    except EOFError:  # a busy machine: the kernel was killed before it could tell
        return 0.0
