"""The book's extension: titles from the notebooks, the first page, numbers that stay."""

import importlib
import json
import re
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
import yaml

from book._ext import catalogue

ROOT = Path(__file__).resolve().parents[1]
CONF = """
project = "tiny"
extensions = ["myst_parser", "sphinx_proof", "sphinx_exercise", "book._ext.numbering"]
extensions += ["book._ext.processes"]
extensions += ["sphinx_multitoc_numbering"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
root_doc = "index"
"""
PAGE = """
# A chapter

$$a$$ (eq-{slug}-a)

$$b$$ (eq-{slug}-b)

:::{{prf:algorithm}} Steps
:label: alg-{slug}
One.
:::

:::{{exercise}} Why?
:label: ex-{slug}
Tell.
:::

Here {{eq}}`eq-{slug}-b`, {{prf:ref}}`alg-{slug}`, {{ref}}`ex-{slug}`; there {{eq}}`eq-{other}-b`,
{{prf:ref}}`alg-{other}`, {{ref}}`ex-{other}`.
"""


@pytest.fixture
def extensions():
    """A function that imports a module of the book's extension; the list is read anew."""
    catalogue.listed.cache_clear()
    catalogue.parts.cache_clear()
    yield lambda name: importlib.import_module(f"book._ext.{name}")
    catalogue.listed.cache_clear()
    catalogue.parts.cache_clear()


def test_a_percent_sign_stays_with_its_number(extensions):
    from docutils import nodes

    code = nodes.literal("", "", nodes.Text("20 % 3"))
    paragraph = nodes.paragraph("", "", nodes.Text("In 20 % of"), code, nodes.Text(" and 7 %."))
    extensions("companion").keep_percent_signs(None, nodes.section("", paragraph))
    assert paragraph.astext() == "In 20\u00a0% of20 % 3 and 7\u00a0%."


def test_another_book_needs_no_list_of_chapters(extensions, monkeypatch, tmp_path):
    numbering = extensions("numbering")
    monkeypatch.setattr(numbering.catalogue, "LIST", tmp_path / "chapters.yml")
    env = SimpleNamespace(toc_fignumbers={"page": {"figure": {"a": (7,), "b": (8,)}}})
    numbering.number_by_chapter(None, env)
    assert env.toc_fignumbers == {"page": {"figure": {"a": (1,), "b": (2,)}}}
    assert env.mlc_count == {"page": {"figure": {"a": (7,), "b": (8,)}}}


def listed():
    parts = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))["parts"]
    return [(part, chapter) for part in parts for chapter in part["chapters"]]


def test_a_title_stands_in_one_place():
    for part, chapter in listed():
        page = f"{part['part']}/{chapter['slug']}"
        assert ("title" in chapter) != (chapter["state"] == "ready"), page


@pytest.mark.usefixtures("extensions")
def test_written_chapters_are_called_as_their_notebooks_say():
    for part, chapter in catalogue.chapters("ready"):
        cells = json.loads(catalogue.notebook(part, chapter).read_text(encoding="utf-8"))["cells"]
        assert "".join(cells[0]["source"]).splitlines()[0] == f"# {chapter['title']}"
        assert int(chapter["minutes"]) >= 10
        assert chapter["level"] in ("", "introductory", "intermediate", "advanced")
    assert all(chapter["title"] for _, chapter in catalogue.chapters())
    numbers = [catalogue.number(*found) for found in catalogue.chapters()]
    assert len(set(numbers)) == len(numbers) == 97
    assert all(c["themes"][0] in catalogue.themes() for _, c in catalogue.chapters())


def test_the_first_page_starts_with_a_widget_and_maps_every_chapter(extensions, tmp_path):
    generated = extensions("generated")
    output = {"data": {"text/html": ['<figure class="mlc-explore"', ">", "</figure>"]}}
    path = tmp_path / "_build" / "executed" / "part" / "01_slug.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"cells": [{"outputs": [{"text": "first"}, output]}]}))
    assert generated.first_widget(tmp_path, "part/01_slug").endswith("</figure>")
    assert generated.first_widget(tmp_path, "part/02_none") == ""
    listed = [
        entry["page"]
        for part in map(generated.by_source, generated.catalogue.parts())
        for _, entries in part["themes"]
        for entry in entries
    ]
    ready = generated.catalogue.chapters("ready")
    assert sorted(listed) == sorted(generated.catalogue.page_of(*one) for one in ready)


def build(folder, slugs, processes=1):
    """Build a book of some chapters; return each one's numbers as written and referred to."""
    from sphinx.application import Sphinx

    source = folder / "source"
    part = source / "notebooks" / "sugiyama"
    part.mkdir(parents=True, exist_ok=True)
    for slug, other in zip(slugs, slugs[::-1]):
        (part / f"{slug}.md").write_text(PAGE.format(slug=slug[:2], other=other[:2]))
    toc = "\n".join(f"notebooks/sugiyama/{slug}" for slug in slugs)
    (source / "index.md").write_text(f"# All\n\n```{{toctree}}\n{toc}\n```\n")
    (source / "conf.py").write_text(CONF)
    out = folder / "html"
    doctrees = folder / "doctrees"
    quiet = {"status": None, "warning": None}
    app = Sphinx(source, source, out, doctrees, "html", parallel=processes, **quiet)
    assert app.is_parallel_allowed("read")
    app.build()
    pattern = re.compile(r"(?:(?:Exercise|Algorithm) |[(])([A-Z]?\d+(?:\.\d+)*)(?=\)? ?<)")
    return {
        slug: pattern.findall((out / "notebooks" / "sugiyama" / f"{slug}.html").read_text())
        for slug in slugs
    }


# Three small books: some seconds.
def test_no_number_changes_when_a_chapter_comes_or_goes(tmp_path, extensions):
    one = "23_constrained_least_squares"
    two = "24_sparse_regression"
    alone = build(tmp_path, [two])[two]
    assert alone == ["S24.1", "S24.2", "S24.1", "S24.1", *["S24.2", "S24.1", "S24.1"] * 2]
    both = build(tmp_path, [one, two])  # onto the same doctrees
    here = ["S23.2", "S23.1", "S23.1"]
    there = ["S24.2", "S24.1", "S24.1"]
    assert both[one] == ["S23.1", "S23.2", "S23.1", "S23.1", *here, *there]
    assert both[two] == [*alone[:4], *there, *here]
    assert build(tmp_path, [two])[two] == alone


# Two small books: some seconds.
def test_two_processes_read_what_one_does(tmp_path, extensions):
    slugs = [chapter["slug"] for part, chapter in listed() if part["part"] == "sugiyama"][:8]
    one, two = (build(tmp_path / str(count), slugs, count) for count in (1, 2))
    assert one == two
    assert all(len(numbers) == 10 for numbers in one.values())


@pytest.mark.parametrize("address", ["", "https://github.com/someone/companion"])
def test_a_downloaded_notebook_first_says_how_to_install(extensions, tmp_path, address):
    downloads = extensions("downloads")
    path = tmp_path / "_sources" / "01.ipynb"
    path.parent.mkdir()
    cells = [{"cell_type": "markdown", "id": "cell-001", "metadata": {}, "source": "# Title"}]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook))
    config = SimpleNamespace(html_theme_options={"repository_url": address})
    app = SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=tmp_path, config=config)
    for _ in range(2):  # a page that did not change keeps its copy
        downloads.mend_downloads(app, None)
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    assert len(stored.cells) == 2
    assert "pip install" in stored.cells[0].source
    assert address in stored.cells[0].source
    assert ("git+" in stored.cells[0].source) == bool(address)


def test_buttons_for_binder_and_colab_need_an_address(extensions):
    downloads = extensions("downloads")
    assert downloads.launch_options("") == {}
    buttons = downloads.launch_options("https://github.com/someone/companion")["launch_buttons"]
    assert {"binderhub_url", "colab_url"} <= buttons.keys()
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    assert config["repository"].keys() == {"url", "branch"}


def test_each_page_says_where_the_source_is_if_there_is_an_address(extensions):
    companion = extensions("companion")
    assert companion.source_words("") == ""
    words = companion.source_words("https://example.org/a&b")
    assert '<a href="https://example.org/a&amp;b">example.org/a&amp;b</a>' in words


def test_coverage_says_each_thing_once(extensions):
    from docutils import nodes

    catalogue = extensions("catalogue")
    for part, chapter in catalogue.chapters():
        line = nodes.paragraph("", "", *catalogue._cited(part, chapter)).astext()
        assert line.count("planned") == (chapter["state"] == "planned")
        assert line.count(chapter["title"]) >= 1
        assert line.endswith(chapter["source"])


def test_the_page_of_courses_follows_the_data(extensions):
    page = extensions("courses_page")
    kit = extensions("kit")
    for course in map(kit.load, kit.names()):
        section = page._course(kit, course)
        weeks = [child for child in section if child.tagname == "section"]
        assert kit.times(course.weeks) in section.astext()
        assert f"make course NAME={course.name}" in section.astext()
        assert len(weeks) == len(course.weeks)
        for shown, week in zip(weeks, course.weeks):
            links = [node["reftarget"] for node in shown.findall(page.catalogue.pending_xref)]
            read = [f"/notebooks/{p}" for p in (*week.read_before, *week.chapters)]
            asked = [graded.exercise for graded in week.exercises]
            set_ = [one.label for one in asked if one.kind != kit.TO_WRITE]
            assert links == read + set_, "each exercise of an assignment leads to the chapter"
            items = [item.astext() for item in shown.findall(page.nodes.list_item)]
            assert items[: len(week.goals)] == list(week.goals)
            assert len(items) == len(read) + len(asked) + len(week.goals)
            for graded in week.exercises:
                number = kit.exercise_number(graded.exercise)
                points = graded.points
                begin = f"{number} {graded.exercise.title} ({points} point"
                assert any(item.startswith(begin) for item in items)
