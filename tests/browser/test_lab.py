"""Chapters in JupyterLab, as ``make lab`` opens them.

One is read from top to end with nothing run, then run whole, and its first widget moved. With
``MLCOMPANION_LAB=all`` (each night) one of each part.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
JUPYTER = ROOT / ".venv" / "bin" / "jupyter"
SETTINGS = ROOT / "tools" / "lab" / "overrides.json"
CHAPTERS = [
    "chen/02_background",
    "choromanska/05_online_kmeans",
    "jmlr12/03_direct_lingam",
    "shalev_shwartz/12_appendix_b_online_to_batch",
    "sugiyama/04_continuous_distributions",
]
RUN = CHAPTERS[-1]
READ = CHAPTERS if os.environ.get("MLCOMPANION_LAB") == "all" else [RUN]
RAW = re.compile(r":::|```|\{(?:cite|eq|ref|prf:ref|numref|doc)[^}]*\}")
TEXTS = """() => [...document.querySelectorAll(".jp-MarkdownCell")].map(
  cell => cell.querySelector(".jp-MarkdownOutput")?.innerText ?? "not rendered")"""
FOLDED = """() => [...document.querySelectorAll(".jp-CodeCell")].map(
  cell => cell.querySelector(".jp-InputArea-editor, .jp-CodeMirrorEditor") === null)"""
PICTURE = "img.widget-image, .widget-image img"
IDLE = """() => document.querySelector(".jp-Notebook-ExecutionIndicator").dataset.status === "idle"
  && ![...document.querySelectorAll(".jp-InputPrompt")].some(e => e.textContent.includes("*"))"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address of a JupyterLab over copies of the notebooks; it draws all cells, seen or not."""
    folder = tmp_path_factory.mktemp("lab")
    for chapter in CHAPTERS:
        copy = folder / "notebooks" / f"{chapter}.ipynb"
        copy.parent.mkdir(parents=True)
        shutil.copy(ROOT / "notebooks" / f"{chapter}.ipynb", copy)
    settings = json.loads(SETTINGS.read_text())
    settings["@jupyterlab/notebook-extension:tracker"] = {"windowingMode": "none"}
    (folder / "settings").mkdir()
    (folder / "settings" / "overrides.json").write_text(json.dumps(settings))
    port = free_port()
    options = {
        "ServerApp.root_dir": folder / "notebooks",
        "LabApp.app_settings_dir": folder / "settings",
        "LabApp.workspaces_dir": folder / "workspaces",
        "LabApp.user_settings_dir": folder / "user",
        "IdentityProvider.token": "",
        "ServerApp.allow_root": True,
    }
    command = [JUPYTER, "lab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    limit = time.monotonic() + 120
    while socket.socket().connect_ex(("127.0.0.1", port)):
        assert server.poll() is None, (folder / "log").read_text()
        assert time.monotonic() < limit, (folder / "log").read_text()
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}/lab/workspaces/test/tree"
    server.terminate()
    server.wait()


@pytest.fixture
def open_chapter(context, lab):
    """A function that opens a chapter in the Lab; what went wrong and was asked stands on it."""
    pages = []

    def open_chapter(chapter):
        page = context.new_page()
        pages.append(page)
        page.problems = []
        page.asked = []
        page.on("console", lambda m: m.type == "error" and page.problems.append(m.text))
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.set_default_timeout(120_000)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"{lab}/{chapter}.ipynb?reset")
        notebook = json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text())
        count = (
            f"document.querySelectorAll('.jp-Notebook .jp-Cell').length >= {len(notebook['cells'])}"
        )
        page.wait_for_function(count)
        page.wait_for_function(f"!({TEXTS})().some(text => !text.trim())")
        return page, notebook["cells"]

    yield open_chapter
    for page in pages:
        page.close()


@pytest.mark.parametrize("chapter", READ)
def test_a_chapter_reads_well_before_it_is_run(open_chapter, chapter):
    page, cells = open_chapter(chapter)
    raw = [m.group() for text in page.evaluate(TEXTS) for m in RAW.finditer(text)]
    assert not raw, raw
    hidden = [c["metadata"].get("jupyter", {}).get("source_hidden", False)
              for c in cells if c["cell_type"] == "code"]  # fmt: skip
    assert any(hidden)
    assert page.evaluate(FOLDED) == hidden
    assert not page.problems
    assert all(u.startswith(("http://127.0.0.1:", "data:", "blob:")) for u in page.asked)


@pytest.mark.parametrize("chapter", READ)
def test_a_chapter_runs_and_its_widget_moves_from_the_keyboard(open_chapter, chapter):
    page, _ = open_chapter(chapter)
    page.locator(".jp-Notebook").click(position={"x": 5, "y": 5})
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    picture = page.locator(PICTURE).first
    picture.wait_for()
    page.wait_for_function(IDLE)
    assert (
        page.locator(".jp-Notebook [data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    )
    before = picture.get_attribute("src")
    handle = page.locator(".jp-OutputArea [role=slider]").first
    handle.focus()
    handle.press("ArrowRight")
    page.wait_for_function(
        "([image, src]) => image.src !== src", arg=[picture.element_handle(), before]
    )
    box = picture.bounding_box()
    drawn = picture.evaluate("i => [i.naturalWidth, i.naturalHeight]")
    assert box["width"] <= drawn[0], "stretched, so blurred"
    assert box["height"] / box["width"] == pytest.approx(drawn[1] / drawn[0], rel=0.02)
    assert not page.problems
