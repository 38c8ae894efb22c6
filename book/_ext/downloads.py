"""The notebooks that a reader downloads, and the buttons that open one elsewhere.

Both know the repository's address from one place, ``repository: {url: …}`` in ``_config.yml``;
without one there are no buttons, and what a notebook needs is installed from a copy.
"""

import json
from pathlib import Path

from mlcompanion import __version__

ELSEWHERE = {
    "binderhub_url": "https://mybinder.org",
    "colab_url": "https://colab.research.google.com",
}
CELL = "install"
WORDS = """\
**To run this notebook** you need Python 3.11 or newer and the package `mlcompanion` ({version}),
which brings the algorithms, the data and the widgets. {where}:

```bash
{command}
```

Then run the cells from top to bottom. What a cell shows in the book it computes here.
"""


def launch_options(address):
    """Options of the theme that show the buttons, if there is an address to open."""
    return {"launch_buttons": {"notebook_interface": "jupyterlab", **ELSEWHERE}} if address else {}


def install_words(address):
    """How to install what a downloaded notebook needs."""
    if address:
        where, command = "In a terminal", f'pip install "mlcompanion[notebooks] @ git+{address}"'
    else:
        where = "In a terminal, in the folder of the book's repository"
        command = 'pip install ".[notebooks]"'
    return WORDS.format(version=__version__, where=where, command=command)


def add_install_cell(path, words):
    """Let a notebook begin with a cell that says how to install; once."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    if notebook["cells"][0].get("id") == CELL:
        return
    cell = {"cell_type": "markdown", "id": CELL, "metadata": {}, "source": words}
    notebook["cells"].insert(0, cell)
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1), encoding="utf-8")


def mend_downloads(app, exception):
    """Add the cell to every notebook that the site offers (``build-finished``)."""
    if exception is not None or app.builder.format != "html":
        return
    words = install_words(app.config.html_theme_options.get("repository_url", ""))
    for path in Path(app.outdir, "_sources").rglob("*.ipynb"):
        add_install_cell(path, words)


def setup(app):
    """Register what happens when the site is written."""
    app.connect("build-finished", mend_downloads)
