"""Quiet code, folds, check marks and what is shown beside words, in the built book."""

import re

import pytest
from browser.test_book import CHAPTERS, SITE

FOLDED = [page for page in CHAPTERS if "mlc-deeper" in (SITE / f"{page}.html").read_text()]
PAGE = CHAPTERS[0]


@pytest.mark.parametrize("page", CHAPTERS)
def test_one_code_link_a_cell(page):
    html = (SITE / f"{page}.html").read_text(encoding="utf-8")
    assert "Show code cell" not in html
    assert 'class="admonition hide' not in html
    cells = re.split(r'<div class="cell[ "]', html)[1:]
    assert cells
    counts = [cell.count('<details class="mlc-behind">') for cell in cells]
    assert max(counts) <= 1, "two links in a cell"
    assert "fmt: skip" not in html.partition('class="mlc-data"')[0]


def test_code_opens_by_keyboard_and_without_a_script(browser, site):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/{PAGE}.html")
        link = page.locator("details.mlc-behind > summary").first
        code = page.locator("details.mlc-behind .cell_input").first
        assert not code.is_visible()
        link.press("Enter")
        assert code.is_visible()
        link.press("Enter")
        assert not code.is_visible()


def test_neighbouring_hidden_cells_share_a_link(open_page):
    opened = open_page(f"{PAGE}.html")
    pairs = opened.evaluate(
        """() => [...document.querySelectorAll(".cell.tag_hide-input + .cell.tag_hide-input")]
             .filter(c => c.previousElementSibling.querySelector(":scope > .mlc-behind")
                       && c.className === c.previousElementSibling.className).length"""
    )
    assert pairs == 0


def test_a_link_opens_the_fold_that_it_leads_into(open_page):
    if not FOLDED:
        pytest.skip("no chapter folds a section")
    for page in FOLDED:
        opened = open_page(f"{page}.html")
        target = opened.locator("details.mlc-deeper [id]:not(mjx-container *)").first
        if not target.count():
            continue
        name = target.get_attribute("id")
        assert not target.is_visible()
        opened.evaluate("name => { location.hash = name; }", name)
        target.wait_for()
        return


def test_sections_are_checked_off_and_the_first_page_knows_where_one_stopped(browser, site):
    with browser.new_context() as context:
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{site}/book/index.html")
        assert not page.locator(".mlc-continue").is_visible()
        page.goto(f"{site}/{PAGE}.html")
        boxes = page.locator(".mlc-read input")
        assert boxes.count() == page.locator("article section:has(> h2)").count() > 5
        boxes.nth(1).press("Space")
        assert page.locator(".bd-sidebar-secondary a.mlc-checked").count() == 1
        heading = page.locator("article section:has(> h2)").nth(2)
        heading.scroll_into_view_if_needed()
        heading.locator("h2").evaluate("e => e.scrollIntoView()")
        name = heading.get_attribute("id")
        page.goto(f"{site}/book/index.html")
        link = page.locator(".mlc-continue a")
        assert link.get_attribute("href").endswith(f"{PAGE}.html#{name}")
        assert page.locator(f".mlc-cards li:has(a[href$='{PAGE}.html']) >> text=1 read").count()
        page.goto(f"{site}/{PAGE}.html")
        assert page.locator(".mlc-read input").nth(1).is_checked()
        assert all(url.startswith((site, "data:", "blob:")) for url in asked)


def test_a_formula_is_shown_beside_the_words_that_name_it(open_page):
    for page in CHAPTERS:
        opened = open_page(f"{page}.html")
        links = opened.locator("article p a.reference.internal[href^='#equation-']:visible")
        if not links.count():
            continue
        peek = opened.locator(".mlc-peek")
        links.first.scroll_into_view_if_needed()
        links.first.hover()
        assert peek.is_visible()
        assert peek.locator("mjx-container").count()
        assert not peek.locator("[id]").count()
        opened.keyboard.press("Escape")
        assert not peek.count()
        opened.mouse.move(0, 0)
        links.first.focus()
        assert peek.is_visible()
        links.first.blur()
        assert not peek.count()
        return
    pytest.fail("no chapter names a formula of its own")


def test_lines_have_at_most_75_characters(open_page):
    opened = open_page(f"{PAGE}.html")
    longest = opened.evaluate(
        """() => Math.max(...[...document.querySelectorAll("article section > p")]
             .filter(p => !p.querySelector(".math, code") && p.textContent.length > 160)
             .map(p => {
               const range = document.createRange();
               range.selectNodeContents(p);
               const lines = new Set([...range.getClientRects()].map(r => Math.round(r.top / 8)));
               return p.textContent.length / Math.max(1, lines.size);
             }))"""
    )
    assert 45 < longest <= 75


def test_headings_step_down_and_figures_are_numbered(open_page):
    opened = open_page(f"{PAGE}.html")
    size = "e => [parseFloat(getComputedStyle(e).fontSize), +getComputedStyle(e).fontWeight]"
    large, small = (opened.locator(f"article {h}").first.evaluate(size) for h in ("h2", "h3"))
    assert large[0] > small[0]
    assert large[1] > small[1]
    captions = opened.locator("article .mlc-caption b").all_text_contents()
    assert captions
    assert [int(words.rpartition(".")[2]) for words in captions] == [*range(1, len(captions) + 1)]


def test_names_of_rows_stay_while_a_table_scrolls(open_page):
    """On a phone; a shadow, in place of the fade, says that something stands below them."""
    opened = open_page("notebooks/jmlr12/01_lapsvm.html", width=390, height=844)  # has wide ones
    opened.evaluate("document.querySelectorAll('article details').forEach(d => { d.open = true; })")
    opened.evaluate("window.dispatchEvent(new Event('resize'))")
    box = opened.locator(".mlc-scroll.mlc-keeps-names.mlc-more-right").first
    box.wait_for()
    where = """b => {
      const [name, other] = ["first", "last"].map(k => b.querySelector(`tbody tr > :${k}-child`));
      const left = b.getBoundingClientRect().left;
      const ground = getComputedStyle(name).backgroundColor;
      return [name.getBoundingClientRect().left - left, other.getBoundingClientRect().left, ground];
    }"""
    name, other, ground = box.evaluate(where)
    assert abs(name) < 2
    assert ground != "rgba(0, 0, 0, 0)"
    box.evaluate("b => { b.scrollLeft = 60; }")
    opened.wait_for_function("b => b.classList.contains('mlc-more-left')", arg=box.element_handle())
    name_after, other_after, _ = box.evaluate(where)
    assert abs(name_after) < 2
    assert other - other_after == pytest.approx(60, abs=1)
    first = box.locator("tbody tr > :first-child").first
    assert first.evaluate("c => getComputedStyle(c).boxShadow") != "none"


@pytest.mark.parametrize(
    ("page", "dark"), [("24_sparse_regression", "invert(1)"), ("12_gaussian_mle", "brightness(")]
)
def test_a_widget_of_lines_is_dark_on_a_dark_page(open_page, page, dark):
    """One with a map of colours keeps its ground."""
    opened = open_page(f"notebooks/sugiyama/{page}.html")
    opened.emulate_media(color_scheme="dark")
    opened.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    filters = opened.locator("article .mlc-view img").evaluate_all(
        "all => all.map(e => getComputedStyle(e).filter)"
    )
    assert filters
    assert all(name.startswith(dark) for name in filters)
