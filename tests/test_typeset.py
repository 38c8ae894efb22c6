"""Formulas are typeset while the book is built: what stands in a page after that."""

import re
import shutil
from importlib.metadata import files

import pytest

from book._ext.typeset import keep_fonts_alone, to_do, typeset

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
MATHJAX = next(f for f in files("sphinx-mathjax-offline") if f.name == "node-main.js").locate()
HEAD = """<script>window.MathJax = {"tex": {}}</script>
<script defer="defer" src="{up}_static/mathjax/tex-chtml.js?v=1"></script>"""
INLINE = r'<span class="math notranslate nohighlight">\({}\)</span>'
NUMBERED = r"""<div class="math notranslate nohighlight" id="equation-a">
<span class="eqno">(3)<a class="headerlink" href="#equation-a">#</a></span>\[{}\]</div>"""


@pytest.fixture
def site(tmp_path):
    """A function that typesets pages given by name and body; it returns them and what was wrong."""
    static = tmp_path / "_static"
    static.mkdir()
    (static / "mathjax").symlink_to(MATHJAX.parent)

    def build(jobs=1, **bodies):
        for name, body in bodies.items():
            up = "../" * name.count("__")
            page = tmp_path / f"{name.replace('__', '/')}.html"
            page.parent.mkdir(exist_ok=True)
            page.write_text(HEAD.replace("{up}", up) + body, encoding="utf-8")
        pages = to_do(tmp_path)
        wrong = typeset(pages, static, {"macros": {"R": r"\mathbb{R}"}}, jobs)
        return {page.stem: page.read_text(encoding="utf-8") for page in pages}, wrong

    return build


def spoken(page):
    """What a screen reader is given of the formulas of a page."""
    return re.findall(r"<math[^>]*>(.*?)</math>", page)


def test_inline_and_numbered_formulas_are_typeset(site):
    numbered = NUMBERED.replace("{}", r"\begin{split}a &amp;= b \\[3pt] &amp;= c\end{split}")
    pages, wrong = site(page=f"<p>{INLINE.format('x &lt; 1')} and {numbered} end</p>")
    page = pages["page"]
    assert not any(wrong)
    assert page.count("<mjx-container") == 2
    assert "<mo>&lt;</mo>" in spoken(page)[0]
    assert spoken(page)[1].count("<mtr>") == 2
    assert '<span class="eqno">(3)<a class="headerlink" href="#equation-a">#</a></span><mjx' in page
    assert r"\(" not in page
    assert r"\[" not in page


def test_a_page_asks_for_a_style_and_no_script(site, tmp_path):
    pages, _ = site(part__page=INLINE.format("x"))
    assert "<script" not in pages["page"]
    assert '<link rel="stylesheet" href="../_static/mathjax.css" />' in pages["page"]
    style = (tmp_path / "_static" / "mathjax.css").read_text(encoding="utf-8")
    fonts = set(re.findall(r'url\("([^"]+)"\)', style))
    assert fonts
    assert all((tmp_path / "_static" / font).is_file() for font in fonts)


def test_what_is_typeset_is_not_typeset_again(site, tmp_path):
    site(page=INLINE.format("x"))
    assert to_do(tmp_path) == []


def test_macros_of_the_book_are_known_and_unknown_ones_are_told(site):
    pages, wrong = site(page=INLINE.format(r"\R") + INLINE.format(r"\nosuch"))
    assert "double-struck" in spoken(pages["page"])[0]
    assert [line for line in wrong if line] == [r"Undefined control sequence \nosuch: \nosuch"]


def test_two_processes_share_the_pages(site):
    pages, _ = site(jobs=2, **{f"page{k}": INLINE.format(f"x_{k}") for k in range(3)})
    assert [spoken(pages[f"page{k}"])[0].count(f"<mn>{k}</mn>") for k in range(3)] == [1, 1, 1]


def test_text_that_looks_like_a_formula_is_left_alone(site):
    code = r'<code class="math">\(x\)</code> <pre>\[y\]</pre>'
    assert code in site(page=code + INLINE.format("x"))[0]["page"]


def test_of_mathjax_only_the_fonts_stay(tmp_path):
    fonts = tmp_path / "mathjax" / "output" / "chtml" / "fonts"
    fonts.mkdir(parents=True)
    (fonts / "a.woff").touch()
    (tmp_path / "mathjax" / "tex-chtml.js").touch()
    keep_fonts_alone(tmp_path / "mathjax")
    left = [p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()]
    assert left == ["mathjax/output/chtml/fonts/a.woff"]
