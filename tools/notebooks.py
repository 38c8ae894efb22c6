"""What the notebook tools share: the chapters, what a notebook depends on, and running it."""

import ast
import hashlib
import json
import os
import time
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
PACKAGE = ROOT / "src" / "mlcompanion"
BUILD = ROOT / "_build"
CELL_TIMEOUT = 600  # seconds


def all_notebooks():
    """Every chapter's notebook, in order."""
    return sorted(p for p in NOTEBOOKS.glob("*/*.ipynb") if ".ipynb_checkpoints" not in p.parts)


def page_of(path):
    """``"part/NN_slug"`` of a notebook."""
    return path.relative_to(NOTEBOOKS).with_suffix("").as_posix()


def _module_file(name):
    base = PACKAGE.parent.joinpath(*name.split("."))
    for candidate in (base.with_suffix(".py"), base / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def _imported_modules(tree, package=""):
    """Names of ``mlcompanion`` modules that a syntax tree imports; ``package`` resolves dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(parents if node.level else []), *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


@cache
def _direct_imports(path):
    relative = path.relative_to(PACKAGE.parent).with_suffix("")
    package = ".".join(relative.parts[:-1])
    return tuple(_imported_modules(ast.parse(path.read_text(encoding="utf-8")), package))


def package_files(code):
    """Every file of the package that ``code`` imports, directly or not."""
    found, todo = set(), list(_imported_modules(ast.parse(code)))
    while todo:
        name = todo.pop()
        if name.split(".")[0] != "mlcompanion":
            continue
        for depth in range(1, name.count(".") + 2):  # importing a module runs its packages too
            path = _module_file(".".join(name.split(".")[:depth]))
            if path is not None and path not in found:
                found.add(path)
                todo.extend(_direct_imports(path))
    return sorted(found)


def fingerprint(path):
    """A digest of all that a notebook's outputs depend on: its code, our modules, data and pins."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    digest = hashlib.sha256("\x00".join(code).encode())
    for file in [*package_files("\n".join(code)), ROOT / "requirements.lock"]:
        digest.update(file.read_bytes())
    for data in sorted((PACKAGE / "datasets" / "data").iterdir()):
        digest.update(f"{data.name}:{data.stat().st_size}".encode())
    return digest.hexdigest()


def run_notebook(path, mode):
    """Execute a notebook in a fresh kernel; return the notebook and the seconds it took."""
    import nbformat
    from nbclient import NotebookClient

    os.environ.update(
        MLCOMPANION_OUTPUT=mode,
        MLCOMPANION_PAGE=page_of(path),
        MLCOMPANION_FRAMES=str(BUILD / "frames"),
        # One core a notebook: two run side by side, and sums keep their order.
        OMP_NUM_THREADS="1",
        OPENBLAS_NUM_THREADS="1",
        NUMBA_NUM_THREADS="1",
    )
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT,
        record_timing=False,  # the cache compares cell metadata
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=40"],  # errors only
        resources={"metadata": {"path": str(path.parent)}},
    )
    start = time.perf_counter()
    client.execute()
    return notebook, time.perf_counter() - start
