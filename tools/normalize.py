"""Store in notebooks what git should hold: text outputs, stable ids and metadata.

The outputs are those of the executed copy from which the book is built; it is made anew if the code
has changed. Usage: ``python -m tools.normalize [NOTEBOOK …]``; without arguments, every notebook.
"""

import sys
from pathlib import Path

import nbformat

from book._ext.chapter_text import FOLDED, solution_parts, tags
from tools.chapters import all_notebooks, page_of
from tools.execute import execute, is_fresh, stamp, with_outputs

#: Kept in git: what the tests compare. Pictures and widget state are drawn anew by every run.
KEPT = (
    "text/plain",
    "application/vnd.mlcompanion.ledger+json",
    "application/vnd.mlcompanion.widget+json",
)
KEPT_CELL_METADATA = ("tags", "mystnb")


def tidy(notebook):
    """Strip what changes from run to run, in place."""
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    notebook.nbformat = 4
    notebook.nbformat_minor = 5
    executed = 0
    in_solution = False
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number:03d}"
        cell.metadata = {k: v for k, v in cell.metadata.items() if k in KEPT_CELL_METADATA}
        if cell.cell_type != "code":
            cell.pop("attachments", None)
            in_solution = solution_parts(cell.source, in_solution)[-1][1]
            continue
        if in_solution or FOLDED.intersection(tags(cell)):
            cell.metadata["jupyter"] = {"source_hidden": True}
        executed += 1
        cell.execution_count = executed  # nbval takes a cell without a count for unrun
        volatile = "nbval-ignore-output" in tags(cell)
        cell.outputs = [] if volatile else [_tidy_output(o, executed) for o in cell.outputs]
    return notebook


def _tidy_output(output, executed):
    if output.output_type in ("display_data", "execute_result"):
        output.data = {k: v for k, v in output.data.items() if k in KEPT}
        output.metadata = {}
    if output.output_type == "execute_result":
        output.execution_count = executed
    return output


def store(path):
    """Store a notebook's outputs, unless a cell fails; return the seconds of a core they took."""
    known = stamp(path) if is_fresh(path) else execute(path)
    if known["failure"]:
        sys.exit(f"{page_of(path)}, {known['failure']}")
    nbformat.write(tidy(with_outputs(path)), path)
    return known["seconds"] + known["drawing"]


def main(arguments):
    """Normalize the named notebooks, or all."""
    for path in [Path(a).resolve() for a in arguments] or all_notebooks():
        print(f"{page_of(path)}: {store(path):.1f} s of a core, stored", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
