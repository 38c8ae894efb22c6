"""What reaches into private parts of Jupyter; without a hook a tool does the same, only slower."""

from functools import partial
from types import SimpleNamespace

from mlcompanion._compat import hook

__all__ = ["fork_kernels", "read_by_processes"]


@hook("jupyter-client 8.6 to 8.10")
def fork_kernels(provisioner, name):
    """Let Jupyter start every kernel by ``provisioner``; else it starts a program for each."""
    from jupyter_client.provisioning import KernelProvisionerFactory

    factory = KernelProvisionerFactory.instance()
    known = factory.provisioners
    known[name] = SimpleNamespace(load=lambda: provisioner)
    if not hasattr(factory, "default_provisioner_name"):
        raise AttributeError("KernelProvisionerFactory has no default_provisioner_name")
    factory.default_provisioner_name = name


@hook("jupyter-book 1.0")
def read_by_processes(count):
    """Give Sphinx a number of processes, for which Jupyter Book has no option; else it has one."""
    from jupyter_book import sphinx

    sphinx.build_sphinx = partial(sphinx.build_sphinx, jobs=count)
