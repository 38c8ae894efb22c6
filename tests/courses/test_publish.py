"""What goes online: pages without dead links, a wheel without answers, a crawl that finds."""

import zipfile
from email.parser import Parser
from html import escape

import nbformat
import pytest

from book._ext.editions import without_solutions
from tools import publish
from tools.chapters import NOTEBOOKS
from tools.course import shown_chapters
from tools.course_data import graded_of, load, names
from tools.crawl import dead_links, secrets_of, secrets_told, served

LASSO = "sugiyama/24_sparse_regression"
RIDGE = "sugiyama/23_constrained_least_squares"


def write(folder, files):
    """Write pages, each the inside of a body."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<html><body>{text}</body></html>", encoding="utf-8")


@pytest.fixture
def site(tmp_path):
    """A built book of two chapters, one of which is wanted."""
    html = tmp_path / "html"
    write(
        html,
        {
            "index.html": '<a href="book/index.html">on</a>',
            "book/index.html": f'<a class="x" href="../notebooks/{RIDGE}.html"><b>Ridge</b></a>'
            f'<a href="../notebooks/{LASSO}.html#here">lasso</a>',
            f"notebooks/{LASSO}.html": '<p id="here"></p><link rel="next" href="none.html">'
            '<a href="#here">up</a><a href="#nowhere">lost</a><a href="https://x.org/">out</a>'
            '<a href="../../_source/m.html#f">f</a><img src="../../_static/frames/'
            f'{LASSO}/0.webp"><img src="../../_images/a.png">',
            f"notebooks/{RIDGE}.html": "ridge",
            "_source/m.html": '<a id="f"></a><a href="n.html">next</a>',
            "_source/n.html": "",
        },
    )
    for name in (
        *(f"_static/frames/{page}/0.webp" for page in (LASSO, RIDGE)),
        *(f"_sources/notebooks/{page}.ipynb" for page in (LASSO, RIDGE)),
        "_images/a.png",
    ):
        (html / name).parent.mkdir(parents=True, exist_ok=True)
        (html / name).touch()
    return html


def test_a_crawl_finds_every_dead_link(site):
    with served(site) as address:
        assert dead_links(address) == [
            f"notebooks/{LASSO}.html: #nowhere",
            f"notebooks/{LASSO}.html: none.html",
        ]
        assert dead_links(address, "nothing.html") == ["nothing.html is not there"]


def test_a_copied_book_has_its_chapters_alone_and_no_dead_link(site, tmp_path):
    book = tmp_path / "book"
    assert publish.copy_book(site, [LASSO], book) == 4
    with served(book) as address:
        assert dead_links(address) == []
    assert not list(book.rglob("*23_constrained*"))
    assert (book / "_static" / "frames" / LASSO / "0.webp").is_file()
    assert not (book / "_source" / "n.html").exists()
    assert '<span class="x" ><b>Ridge</b></span>' in (book / "book" / "index.html").read_text()
    page = (book / "notebooks" / f"{LASSO}.html").read_text()
    assert "<span >lost</span>" in page
    assert '<a href="https://x.org/">out</a>' in page


def test_the_wheel_has_all_but_the_answers(tmp_path):
    wheel = publish.write_wheel(tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        record = archive.read(next(n for n in names if n.endswith("RECORD"))).decode()
        told = archive.read(next(n for n in names if n.endswith("METADATA"))).decode()
        assert "mlcompanion/sparse/__init__.py" in names
        assert "mlcompanion_chapters/sugiyama/s24_sparse_regression/claims.yml" in names
        assert any(name.startswith("mlcompanion/datasets/data/") for name in names)
        assert any("/studies/" in name and name.endswith(".csv") for name in names)
    assert not any(name.endswith("exercises.yml") for name in names)
    assert {row.rsplit(",", 2)[0] for row in record.splitlines()} == names
    assert Parser().parsestr(told)["Version"] in wheel.name


def test_solutions_are_recognised_in_pages_notebooks_and_wheels(tmp_path):
    assert secrets_told(tmp_path, [LASSO]) == []
    secrets = secrets_of(LASSO)
    hidden = graded_of(LASSO)["ex-24_sparse_regression-4"].hidden[1].splitlines()[-1]
    assert hidden in secrets
    written = secrets_of("sugiyama/11_generative_models")
    assert any("expected.argmin(axis=1) return np.where(" in piece for piece in written)
    assert not any(piece.startswith(("import ", "from ", "def ")) for piece in written)
    (tmp_path / "page.html").write_text(f"<p>{hidden.replace('!=', '<b>!</b>=')}</p>")
    (tmp_path / "told.ipynb").write_text('{"cells": [{"source": ["a\\n", "b"]}]}')
    with zipfile.ZipFile(tmp_path / "p.whl", "w") as archive:
        archive.writestr("m/exercises.yml", f"code: {hidden}")
        archive.writestr("m/data.npz", hidden)
    assert secrets_told(tmp_path, [LASSO]) == [
        f"p.whl: m/exercises.yml: {hidden}",
        f"page.html: {hidden}",
    ]


def test_what_another_chapter_or_the_package_shows_is_no_secret(tmp_path):
    """Solutions of S5 draw with a line that S8 shows; one of J1 has a line of its own study."""
    common = {
        "sugiyama/05_multidimensional_probability": "fig, ax = plt.subplots(figsize=(7.2, 2.6))",
        "jmlr12/01_lapsvm": "train = np.concatenate([labeled, unlabeled])",
    }
    for page, line in common.items():
        assert line in secrets_of(page)
        (tmp_path / "page.html").write_text(line)
        assert secrets_told(tmp_path, [page, "sugiyama/08_probability_inequalities"]) == []


@pytest.mark.parametrize("name", names())
def test_the_chapters_of_a_course_tell_no_solution_of_one_another(tmp_path, name):
    pages = shown_chapters(load(name))
    for page in pages:
        cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
        words = "\n\n".join(cell["source"] for cell in without_solutions(cells))
        file = tmp_path / f"{page.replace('/', '-')}.html"
        file.write_text(escape(words), encoding="utf-8")
    assert secrets_told(tmp_path, pages) == []


def test_what_an_exercise_shows_is_no_secret():
    for page in (LASSO, "shalev_shwartz/11_appendix_a_convex_analysis"):
        secrets = secrets_of(page)
        for one in graded_of(page).values():
            shown = [one.variant, one.exercise.given, *([one.visible[1]] if one.visible else [])]
            lines = {line.strip() for code in shown for line in code.splitlines()}
            assert not lines & secrets
