"""What the tools share: where things stand, the chapters, and running one in a fresh kernel."""

import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
PACKAGE = ROOT / "src" / "mlcompanion"
CHAPTERS = ROOT / "src" / "mlcompanion_chapters"
BUILD = ROOT / "_build"
CELL_TIMEOUT = 300  # seconds


@cache
def listed():
    """The parts with their chapters, as ``book/chapters.yml`` lists them."""
    import yaml

    text = (ROOT / "book" / "chapters.yml").read_text(encoding="utf-8")
    return yaml.safe_load(text)["parts"]


def drafts():
    """The pages that are begun and not finished: their state is ``draft``."""
    return {
        f"{part['part']}/{chapter['slug']}"
        for part in listed()
        for chapter in part["chapters"]
        if chapter["state"] == "draft"
    }


def all_notebooks(unfinished=False):
    """Every chapter's notebook, in order; drafts only if ``unfinished``."""
    found = sorted(p for p in NOTEBOOKS.glob("*/*.ipynb") if ".ipynb_checkpoints" not in p.parts)
    left_out = set() if unfinished else drafts()
    return [path for path in found if page_of(path) not in left_out]


def page_of(path):
    """``"part/NN_slug"`` of a notebook."""
    return f"{path.parent.name}/{path.stem}"


def judged_notebooks():
    """The notebooks that tests judge: the finished ones, and a draft if it is asked for."""
    left_out = drafts() - {os.environ.get("MLCOMPANION_CHAPTER")}
    return [path for path in all_notebooks(unfinished=True) if page_of(path) not in left_out]


def chapter_folder(page):
    """A chapter's folder: that of its part, and in it the part's letter and the slug."""
    part, _, slug = page.partition("/")
    letters = [known["letter"].lower() for known in listed() if known["part"] == part]
    return CHAPTERS / part / "".join([*letters, slug])


def listed_chapter(page):
    """The chapter's entry in ``book/chapters.yml``."""
    for part in listed():
        for chapter in part["chapters"]:
            if f"{part['part']}/{chapter['slug']}" == page:
                return chapter
    sys.exit(
        f"{page} is not listed in book/chapters.yml; a chapter is named as in chen/02_background"
    )


def selected(only):
    """The notebooks of the pages and parts in ``only``; all of them if it is empty.

    A draft is among them only if it is named itself.
    """
    every = all_notebooks(unfinished=True)
    finished = {page_of(path) for path in every} - drafts()
    chosen = {
        name: [
            path
            for path in every
            if name == page_of(path) or (name == path.parent.name and page_of(path) in finished)
        ]
        for name in only
    }
    for name, paths in chosen.items():
        if not paths:
            sys.exit(f"{name!r} is neither a part nor a chapter, as in jmlr12/03_direct_lingam")
    return sorted({path for paths in chosen.values() for path in paths}) or all_notebooks()


def rooms():
    """The package's rooms: folders of modules (sub-rooms for themselves) and single modules."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        *folders, name = path.relative_to(PACKAGE).with_suffix("").parts
        opens_into_others = any(path.parent.glob("*/__init__.py"))
        private = name.startswith("_") and (name == "__init__" or opens_into_others)
        if folders and not private:
            found.add(".".join(folders))
        elif not folders and not name.startswith("_"):
            found.add(name)
    return sorted(found)


def study_files(of="all"):
    """The files of all studies, of a chapter's ``"part/NN_slug"``, or of one study by its name."""
    if "/" in of:
        return sorted(chapter_folder(of).glob("studies/[!_]*.py"))
    every = sorted(CHAPTERS.glob("*/*/studies/[!_]*.py"))
    return [path for path in every if of in ("all", path.stem)]


@dataclass(frozen=True)
class Run:
    """What came of running a notebook.

    Attributes
    ----------
    notebook : nbformat.NotebookNode
        With the outputs of the cells that ran; the last of them is the error, if there was one.
    seconds : float
        Processor time of the kernel.
    failure : str
        The cell and its error, or nothing. Cells are counted as nbval counts them.
    """

    notebook: object
    seconds: float
    failure: str


def joined(outputs):
    """Outputs with neighbouring pieces of one stream as one: where they are cut is chance."""
    found = []
    for output in outputs:
        last = found[-1] if found else {}
        if output["output_type"] == "stream" and last.get("name") == output["name"]:
            last["text"] += output["text"]
        else:
            found.append(output)
    return found


def run_notebook(path, mode):
    """Run a notebook in a fresh kernel, as far as it goes; return a :class:`Run`."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    from tools import warm

    warm.take_over()
    before = warm.processor_seconds()
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        cell.outputs = []
        cell.execution_count = None
    begun = []
    client = NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT,
        record_timing=False,  # the cache compares cell metadata
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=40"],  # errors only
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_start=lambda cell, cell_index: begun.append(cell),
    )
    failure = ""
    try:
        client.execute(env=_environment(path, mode))
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        ran = [cell for cell in begun if cell.cell_type == "code"]
        name = getattr(error, "ename", type(error).__name__)
        words = getattr(error, "evalue", error)
        failure = f"Cell {len(ran) - 1}: {name}: {words}"
        if not isinstance(error, CellExecutionError):
            said = [output for output in ran[-1].outputs if output.output_type != "error"]
            error = nbformat.v4.new_output("error", ename=name, evalue=str(words))
            ran[-1].outputs = [*said, error]
    for cell in cells:
        cell.outputs = joined(cell.outputs)
    return Run(notebook, warm.last_seconds(before), failure)


def _environment(path, mode):
    """The kernel's environment: one core a notebook, because several run side by side."""
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")
    return {
        **os.environ,
        **dict.fromkeys(threads, "1"),
        "MLCOMPANION_OUTPUT": mode,
        "MLCOMPANION_PAGE": page_of(path),
        "MLCOMPANION_FRAMES": str(BUILD / "frames"),
    }
