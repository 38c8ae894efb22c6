"""The pages of modules: drawn once for each depth of folders, and filled in like that for all."""

from html import escape
from types import SimpleNamespace

import pytest

from book._ext import modules, studies_kit

FILES = {
    "mlcompanion/__init__.py": '"""A package."""\n',
    "mlcompanion/one.py": "x = 1  # < 2\n",
    "mlcompanion/room/__init__.py": "",
    "mlcompanion/room/two.py": 'y = "mlc-module"\n',
    "mlcompanion_chapters/part/own.py": "z = 'half & half'\n",
}


def drawn(page, title, body):
    """A page as Sphinx might draw it."""
    return f"<title>{title} - Book</title><script>pagename = '{page}';</script><main>{body}</main>"


@pytest.fixture
def site(tmp_path):
    """What is written for ``FILES`` when a builder draws the pages that it is given."""
    for name, code in FILES.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")

    def place(page):
        return str(tmp_path / "html" / f"{page}.html")

    builder = SimpleNamespace(get_outfilename=place)
    app = SimpleNamespace(srcdir=tmp_path, parallel=2, builder=builder)
    asked = []
    for page, context, _ in modules.collect_pages(app):
        asked.append(page)
        path = tmp_path / "html" / f"{page}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn(page, context["title"], context["body"]), encoding="utf-8")
    return asked, tmp_path


def test_sphinx_draws_one_page_for_each_depth(site):
    asked, _ = site
    assert sorted(page.count("/") for page in asked) == [1, 2, 3]


def test_every_page_is_what_would_be_drawn_for_it(site):
    _, root = site
    for name in FILES:
        page = "_source/" + name.removesuffix(".py").removesuffix("/__init__")
        title = escape(f"src/{name}")
        code = modules.highlighted(root / "src" / name)
        body = f'<section><h1>{title}</h1><div class="mlc-module">{code}</div></section>'
        found = (root / "html" / f"{page}.html").read_text(encoding="utf-8")
        assert found == drawn(page, title, body)
    assert len([*(root / "html").rglob("*.html")]) == len(FILES)


def test_digests_of_studies_are_read_once_and_by_several_processes(monkeypatch):
    monkeypatch.setattr(studies_kit, "_digests", {})
    monkeypatch.setattr(studies_kit, "study_files", lambda of="all": studies_of(of))
    monkeypatch.setattr(studies_kit, "code_digest", lambda file: f"digest of {file.stem}")
    studies_kit.look_up(jobs=2)
    monkeypatch.setattr(studies_kit, "code_digest", lambda file: pytest.fail("read again"))
    for name in "abc":
        stored = {"name": name, "digests": [f"digest of {name}"]}
        assert studies_kit.code_state(stored) == "current"
        assert studies_kit.code_state({**stored, "digests": ["another"]}) == "changed"
    studies_kit.look_up(jobs=2)


def studies_of(name):
    """Three studies, or one of them."""
    return [SimpleNamespace(stem=one) for one in "abc" if name in ("all", one)]
