"""The templates of generated pages: words are escaped, HTML that functions make is not."""

import jinja2
import pytest
from markupsafe import escape

from book._ext import gallery, generated, templates
from tools.templates import FOLDER as TOOLS

HOSTILE = """<b>&"it's" $a<b$"""


def test_words_are_escaped_and_html_of_functions_is_not():
    html = templates.render("failure.html", failure=HOSTILE)
    assert "<p>&lt;b&gt;&amp;&#34;it&#39;s&#34; $a&lt;b$; the cells" in html
    bold = templates.html_filters(bold=lambda words: f"<b>{words}</b>")["bold"]
    assert str(escape(bold("a"))) == "<b>a</b>"


def test_a_name_that_nobody_gives_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="failure"):
        templates.render("failure.html")


@pytest.mark.parametrize("folder", [templates.FOLDER, TOOLS], ids=["book", "tools"])
def test_every_template_compiles_and_those_of_pages_escape(folder):
    environment = templates.environment(folder)
    names = environment.list_templates()
    assert {path.name for path in folder.iterdir()} == set(names)
    pages = [name for name in names if name.endswith(".html.j2")]
    assert pages
    assert all(environment.autoescape(name) for name in pages)
    for name in names:
        source, *_ = environment.loader.get_source(environment, name)
        assert environment.parse(source)


def test_a_card_escapes_title_question_and_level(monkeypatch):
    chapter = {
        "slug": "01_one", "title": HOSTILE, "question": HOSTILE, "level": HOSTILE, "first": 20,
        "state": "ready", "themes": ["regression"],
    }  # fmt: skip
    part = {"part": "p", "letter": "P", "title": HOSTILE, "intro": "i", "chapters": [chapter]}
    listed = {"themes": {"regression": HOSTILE}, "parts": [part]}
    monkeypatch.setattr(gallery.catalogue, "listed", lambda: listed)
    monkeypatch.setattr(gallery.catalogue, "parts", lambda: [part])
    assert generated.by_source(part)["count"] == "1 chapters"
    html = gallery.gallery_html([(part, chapter)], {"p/01_one": gallery.Picture("a.webp", True)})
    assert html.count("it&#39;s") == 7
    assert "it's" not in html
    assert html.count('<img class="mlc-drawing" src="a.webp" alt="" loading="lazy">') == 2
