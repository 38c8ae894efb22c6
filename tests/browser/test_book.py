"""What a reader of the built book meets: widgets, formulas, weight, offline, access, a phone."""

import gzip
import json
import re
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
PAGE_BUDGET = 1_500_000  # bytes as served: text is compressed, as every web server does
TEXT = {".html", ".css", ".js", ".json", ".svg", ".ttf"}
FRAME_BUDGET, STATE_BUDGET = 1_000_000, 120

_TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
PAGES = [_TOC["root"], *(c["file"] for part in _TOC["parts"] for c in part["chapters"])]
CHAPTERS = [page for page in PAGES if page.startswith("notebooks/")]

#: Rules that the theme's own chrome breaks; the article itself must be clean.
KNOWN_OUTSIDE_THE_ARTICLE = {"label-content-name-mismatch"}

every_page = pytest.mark.parametrize("page", PAGES)
every_chapter = pytest.mark.parametrize("page", CHAPTERS)


def weight(url):
    """Bytes of a file as served: text compressed, the rest as it is."""
    path = SITE / urlsplit(url).path.lstrip("/")
    data = path.read_bytes()
    return len(gzip.compress(data, 6)) if path.suffix in TEXT else len(data)


@every_page
def test_page_is_whole_quiet_and_asks_nobody_else(open_page, site, page):
    opened = open_page(f"{page}.html")
    assert opened.problems == []
    foreign = [u for u in opened.asked if not u.startswith((site, "data:", "blob:"))]
    assert foreign == []
    own = {u.split("#")[0] for u in opened.asked if u.startswith(site)}
    assert sum(map(weight, own)) <= PAGE_BUDGET
    raw = opened.evaluate(
        """() => [...document.querySelectorAll('article .math')]
              .filter(m => !m.querySelector('mjx-container') && m.textContent.trim()).length"""
    )
    assert raw == 0, f"{raw} formulas are not typeset"
    assert opened.locator("mjx-merror, .merror").count() == 0
    broken = opened.evaluate(
        """() => [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"""
    )
    assert broken == []


@every_page
def test_page_holds_on_a_phone(open_page, page):
    opened = open_page(f"{page}.html", width=390, height=800)
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    tall = opened.evaluate(
        """() => [...document.querySelectorAll('article img')]
              .filter(i => i.getBoundingClientRect().right > window.innerWidth + 1).length"""
    )
    assert tall == 0, "an image sticks out"


@every_chapter
def test_every_widget_moves_by_keyboard(open_page, page):
    opened = open_page(f"{page}.html")
    figures = opened.locator("figure.mlc-explore")
    assert figures.count() >= 1
    for number in range(figures.count()):
        figure = figures.nth(number)
        figure.scroll_into_view_if_needed()
        data = json.loads(figure.locator(".mlc-data").text_content())
        seen = set()
        for control in figure.locator(".mlc-control input, .mlc-control select").all():
            before = shown(figure)
            press(opened, control)
            opened.wait_for_timeout(50)
            after = shown(figure)
            assert control.evaluate("e => document.activeElement === e")
            seen |= {before, after}
        assert len(seen) > 1, "no control changes the picture"
        assert figure.locator(".mlc-readout").text_content() in data["readouts"]
        assert figure.locator("img").get_attribute("alt") in data["readouts"]
        opened.wait_for_function(
            "image => image.complete && image.naturalWidth > 0",
            arg=figure.locator("img").element_handle(),
        )


def shown(figure):
    """Frame and words of a widget's present state."""
    image = figure.locator("img")
    return image.get_attribute("src"), figure.locator(".mlc-readout").text_content()


def press(page, control):
    """Move a control once by keyboard alone."""
    control.focus()
    kind = control.evaluate("e => e.type")
    if kind == "checkbox":
        page.keyboard.press("Space")
        return
    value = control.input_value()
    page.keyboard.press("End" if kind == "range" else "ArrowDown")
    if control.input_value() == value:
        page.keyboard.press("Home" if kind == "range" else "ArrowUp")


@every_chapter
def test_widgets_keep_their_budget_and_load_late(open_page, page):
    opened = open_page(f"{page}.html")
    early = [u for u in opened.asked if "/_static/frames/" in u]
    figures = opened.locator("figure.mlc-explore")
    for number in range(figures.count()):
        data = json.loads(figures.nth(number).locator(".mlc-data").text_content())
        folder = SITE / "_static" / "frames" / data["frames"]
        frames = list(folder.glob("*.webp"))
        assert len(frames) == len(data["states"]) <= STATE_BUDGET
        assert sum(frame.stat().st_size for frame in frames) <= FRAME_BUDGET
    assert len(early) <= figures.count(), "frames load before their widget is in view"


def test_a_state_that_is_not_drawn_moves_to_the_nearest_and_says_so(open_page):
    for page in CHAPTERS:
        opened = open_page(f"{page}.html")
        for figure in opened.locator("figure.mlc-explore").all():
            data = json.loads(figure.locator(".mlc-data").text_content())
            positions = product(*(range(len(labels)) for labels in data["labels"]))
            missing = next((p for p in positions if list(p) not in data["states"]), None)
            if missing is None or "toggle" in data["kinds"]:
                continue
            inputs = figure.locator(".mlc-control input, .mlc-control select").all()
            for control, kind, position in zip(inputs, data["kinds"], missing):
                act = control.fill if kind == "slider" else control.select_option
                act(str(position))
            note = figure.locator(".mlc-nearest")
            assert note.is_visible()
            assert "Nearest drawn state" in note.text_content()
            return
    pytest.skip("every widget of the book draws its full grid")


def test_play_runs_and_stops(open_page):
    for page in CHAPTERS:
        opened = open_page(f"{page}.html")
        buttons = opened.locator(".mlc-play")
        if buttons.count():
            button = buttons.first
            slider = opened.locator(f"#{button.get_attribute('data-for')}")
            slider.fill("0")
            button.click()
            opened.wait_for_timeout(900)
            assert int(slider.input_value()) >= 1
            button.click()
            assert button.text_content() == "Play"
            return
    pytest.fail("no widget of the book has a time slider")


@every_page
def test_article_is_accessible(open_page, page):
    if not AXE.is_file():
        pytest.fail("axe-core is missing: make test-browser installs it")
    opened = open_page(f"{page}.html")
    opened.add_script_tag(path=str(AXE))
    found = opened.evaluate("async () => (await axe.run(document)).violations")
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    inside, outside = [], set()
    for violation in serious:
        for node in violation["nodes"]:
            selector = node["target"][0]
            selector = selector if isinstance(selector, str) else selector[0]
            if opened.evaluate("s => !!document.querySelector(s)?.closest('article')", selector):
                inside.append((violation["id"], node["html"][:160]))
            else:
                outside.add(violation["id"])
    assert inside == []
    assert outside <= KNOWN_OUTSIDE_THE_ARTICLE, outside


@every_chapter
def test_article_is_accessible_in_the_dark(open_page, page):
    opened = open_page(f"{page}.html", color_scheme="dark")
    assert opened.evaluate("document.documentElement.dataset.theme") == "dark"
    opened.add_script_tag(path=str(AXE))
    rule = {"runOnly": ["color-contrast"]}
    found = opened.evaluate("async r => (await axe.run('article', r)).violations", rule)
    assert [n["html"][:160] for v in found for n in v["nodes"]] == []


@every_chapter
def test_figures_are_described(open_page, page):
    opened = open_page(f"{page}.html")
    images = opened.locator("article .cell_output img")
    alts = images.evaluate_all("all => all.map(i => i.alt)")
    assert len(alts) >= 1
    assert all(len(alt) >= 20 and not alt.startswith("../") for alt in alts)


def test_ledger_page_opens_on_what_failed_and_filters(open_page):
    opened = open_page("book/ledger.html")
    data = json.loads((SITE / "_static" / "ledger.json").read_text(encoding="utf-8"))
    lines, chapters = data["claims"], {line["page"] for line in data["claims"]}
    assert data["schema"] == 2
    assert opened.locator(".mlc-all-claims tbody tr").count() == len(lines) > 0
    assert opened.locator(".mlc-group").count() == len(chapters)
    assert opened.locator(".mlc-group[open]").count() == 0
    height = opened.evaluate("document.querySelector('article').getBoundingClientRect().height")
    around = height - 42 * len(chapters)  # what a closed chapter may take
    assert around + 42 * 97 <= 6000
    assert opened.evaluate("document.querySelector('.mlc-ledger-page').clientWidth") >= 900

    def counted(verdict="", kind="", search=""):
        opened.select_option("#mlc-verdict", verdict)
        opened.select_option("#mlc-kind", kind)
        opened.fill("#mlc-search", search)
        return int(opened.locator("#mlc-count").text_content().split()[0])

    failed = ("not reproduced", "erratum")
    words = opened.locator("#mlc-count").text_content()
    assert int(words.split()[0]) == sum((c["outcome"] or c["verdict"]) in failed for c in lines)
    assert counted() == len(lines)
    for kind in ("claim", "erratum"):
        assert counted(kind=kind) == sum(c["kind"] == kind for c in lines)
    assert counted(verdict="partly") == sum(c["verdict"] == "partly" for c in lines)
    assert 0 < counted(search=lines[0]["statement"]) < len(lines)
    assert counted(search="no line says this") == 0
    assert opened.locator(".mlc-group:visible").count() == 0
    counted()
    opened.click("#mlc-open")
    assert opened.locator(".mlc-all-claims tbody tr:visible").count() == len(lines)


def test_every_line_of_the_ledger_links_to_its_claim():
    data = json.loads((SITE / "_static" / "ledger.json").read_text(encoding="utf-8"))
    for line in data["claims"]:
        page, anchor = line["href"].split("#")
        assert f'id="{anchor}"' in (SITE / page).read_text(encoding="utf-8")


def test_badges_lead_to_the_claims_of_their_page():
    for page in CHAPTERS:
        html = (SITE / f"{page}.html").read_text(encoding="utf-8")
        assert "{verdict}" not in html
        for anchor in re.findall(r'class="mlc-verdict-link" href="#([^"]+)"', html):
            assert f'<tr id="{anchor}"' in html


def test_code_links_lead_to_the_module(open_page):
    for page in CHAPTERS:
        html = (SITE / f"{page}.html").read_text(encoding="utf-8")
        assert "mlc-source:" not in html
        assert "mlc-frames:" not in html
    opened = open_page(f"{CHAPTERS[0]}.html")
    opened.locator(".mlc-code-title a").first.click()
    assert "/_source/mlcompanion/" in opened.url
    line = opened.url.split("#")[1]
    assert opened.locator(f"[id='{line}'], [name='{line}']").count() == 1
