"""What a reader of the built book meets: widgets, formulas, weight, offline, access, a phone."""

import gzip
import json
import re
from functools import cache
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
OVERFLOW = Path(__file__).with_name("overflow.js").read_text(encoding="utf-8")
ALIKE = Path(__file__).with_name("alike.js").read_text(encoding="utf-8")
PAGE_BUDGET = 1_500_000  # bytes as served: text is compressed, as every web server does
TEXT = {".html", ".css", ".js", ".json", ".svg", ".ttf"}
FRAME_BUDGET = 1_000_000
STATE_BUDGET = 120

_TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
PAGES = [_TOC["root"], *(c["file"] for part in _TOC["parts"] for c in part["chapters"])]
CHAPTERS = [page for page in PAGES if page.startswith("notebooks/")]

#: Rules that the theme's own chrome breaks; the article itself must be clean.
KNOWN_OUTSIDE_THE_ARTICLE = {"label-content-name-mismatch"}

#: What axe need not do: list what it passed, fetch style sheets, judge what is moderate at worst.
SERIOUS = {
    "resultTypes": ["violations", "incomplete"],
    "preload": False,
    "rules": {"region": {"enabled": False}},
}

#: What axe finds: rule, impact, tag, and whether it is in the article. Of a text whose ground
#: it cannot tell, for a pseudo-element, a picture or a gradient, it says no more than that.
JUDGE = """async ([where, options]) => {
  const { violations, incomplete } = await axe.run(where, options);
  const unseen = (node) =>
    node.any.some(({ id, data }) =>
      id === "color-contrast" && /pseudo|image|imgNode|gradient/i.test(data?.messageKey));
  return [...violations, ...incomplete].flatMap((rule) =>
    rule.nodes.filter((node) => violations.includes(rule) || unseen(node)).map((node) => {
      const element = document.querySelector([node.target[0]].flat()[0]);
      return [rule.id, node.impact, node.html.slice(0, 160), Boolean(element?.closest("article"))];
    }));
}"""

#: Frame and words of a widget, in one question.
SHOWN = r"""f => [f.querySelector("img").getAttribute("src"),
                   f.querySelector(".mlc-readout").textContent.replaceAll("\u00a0%", " %")]"""

#: Data of a widget, which comes into view.
#: A widget below a folded heading is reached when the fold is opened.
UNFOLD = "f => { for (let d = f; (d = d.parentElement.closest('details')); ) d.open = true; }"
DATA = """f => {
  f.scrollIntoView({ block: "center", behavior: "instant" });
  return f.querySelector(".mlc-data").textContent;
}"""

#: Whether the picture of a widget arrives.
LOADED = """f => {
  const image = f.querySelector("img");
  return image.decode().then(() => image.naturalWidth > 0, () => false);
}"""

#: Width of what the page holds, when all is open and the page's script has measured anew.
MEASURED = """async (width) => {
  document.querySelectorAll("article details").forEach((details) => { details.open = true; });
  const measured = document.querySelector(".bd-article").dataset;
  delete measured.mlcMeasured;
  window.dispatchEvent(new Event("resize"));
  while (measured.mlcMeasured !== String(width)) await new Promise((done) => setTimeout(done, 5));
  return document.documentElement.scrollWidth;
}"""

every_page = pytest.mark.parametrize("page", PAGES)


@cache
def weight(path):
    """Bytes of a file as served: text compressed, the rest as it is."""
    path = SITE / path.lstrip("/")
    data = path.read_bytes()
    return len(gzip.compress(data, 6)) if path.suffix in TEXT else len(data)


@every_page
def test_page(open_page, site, page):
    """Load a page once, look at it wide, in the dark and on a phone, and list all that is wrong."""
    if not AXE.is_file():
        pytest.fail("axe-core is missing: make test-browser installs it")
    opened = open_page(f"{page}.html")
    problems = [*whole(opened, site)]
    if page in CHAPTERS:
        problems += [*described(opened), *widgets(opened), *arranged(opened)]
    problems += [*overflowing(opened, page, 1280), *overflowing(opened, page, 390)]
    problems += accessible(opened)
    if page in CHAPTERS:
        problems += dark(opened)
    problems += opened.problems
    assert not problems, "\n".join([page, *problems])


def whole(opened, site):
    """Nothing asked of others, no formula or image broken, and the weight within its budget."""
    yield from (f"asks {u}" for u in opened.asked if not u.startswith((site, "data:", "blob:")))
    own = {urlsplit(u).path for u in opened.asked if u.startswith(site)}
    if sum(map(weight, own)) > PAGE_BUDGET:
        yield f"weighs {sum(map(weight, own)):,} bytes"
    early = [u for u in opened.asked if "/_static/frames/" in u]
    below = """() => [...document.querySelectorAll('figure.mlc-explore')]
                 .every(f => f.getBoundingClientRect().top > innerHeight)"""
    if opened.evaluate(below) and len(early) > opened.locator("figure.mlc-explore").count():
        yield "frames load before their widget is in view"
    raw = opened.evaluate(
        """() => [...document.querySelectorAll('article .math')]
              .filter(m => !m.querySelector('mjx-container') && m.textContent.trim()).length"""
    )
    if raw or opened.locator("mjx-merror, .merror").count():
        yield f"{raw} formulas are not typeset, or one has an error"
    broken = opened.evaluate(
        """() => [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"""
    )
    yield from (f"broken image {src}" for src in broken)


def accessible(opened):
    """Serious violations that axe finds; outside the article, those that are not the theme's."""
    opened.add_script_tag(url="/axe.js")
    opened.evaluate(ALIKE)
    opened.set_viewport_size({"width": 1280, "height": 900})  # after the formulas are two letters
    for rule, impact, html, inside in opened.evaluate(JUDGE, ["html", SERIOUS]):
        if inside and impact in ("serious", "critical"):
            yield f"axe: {rule}: {html}"
        elif impact in ("serious", "critical") and rule not in KNOWN_OUTSIDE_THE_ARTICLE:
            yield f"axe, outside the article: {rule}"


def dark(opened):
    """Text that lacks contrast in the dark."""
    opened.emulate_media(color_scheme="dark")
    opened.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    opened.evaluate(ALIKE, True)
    found = opened.evaluate(JUDGE, ["article", {**SERIOUS, "runOnly": ["color-contrast"]}])
    yield from (f"in the dark: {html}" for _, _, html, _ in found)


def described(opened):
    """Figures without words. Of a widget's panels the first speaks for all."""
    pictures = opened.locator("article .cell_output img:not(.mlc-panel + .mlc-panel img)")
    alts = pictures.evaluate_all("all => all.map(i => i.alt)")
    if not alts:
        yield "no figure"
    yield from (f"poor description {a!r}" for a in alts if len(a) < 20 or a.startswith("../"))


def widgets(opened):
    """Widgets that the keyboard does not move, too many or too heavy frames, small letters."""
    opened.evaluate("() => { window.Image = class {}; }")  # frames that are not shown count on disk
    figures = opened.query_selector_all("figure.mlc-explore")
    if not figures:
        yield "no widget"
    for figure in figures:
        figure.evaluate(UNFOLD)
        data = json.loads(figure.evaluate(DATA))
        name = data["frames"]
        frames = list((SITE / "_static" / "frames" / name).glob("*.webp"))
        if not len(frames) == len(data["states"]) <= STATE_BUDGET:
            yield f"{name}: {len(frames)} frames for {len(data['states'])} states"
        if sum(frame.stat().st_size for frame in frames) > FRAME_BUDGET:
            yield f"{name}: its frames are too heavy"
        seen = {shown(figure)}
        for control in figure.query_selector_all(".mlc-control input, .mlc-control select"):
            press(opened, control)
            seen.add(shown(figure))
            if not control.evaluate("e => document.activeElement === e"):
                yield f"{name}: a control loses the focus"
        if len(seen) < 2:
            yield f"{name}: no control changes the picture"
        words = shown(figure)[1]
        alt = figure.evaluate("f => f.querySelector('img').alt")
        if not {words, alt} <= set(data["readouts"]):
            yield f"{name}: shows {words!r}, described as {alt!r}"
        if not figure.evaluate(LOADED):
            yield f"{name}: its picture is missing"
        if stretched(figure):
            yield f"{name}: its picture is stretched"
        if data["letters"] < 11:
            yield f"{name}: letters of {data['letters']} px on a phone"


def stretched(figure):
    """Whether a circle of a widget's picture is no circle on the page."""
    return figure.evaluate(
        """f => {
             const i = f.querySelector("img");
             return Math.abs((i.width * i.naturalHeight) / (i.height * i.naturalWidth) - 1) > 0.02;
           }"""
    )


def arranged(opened):
    """A widget, without its guess, fits a screen; the main one stands early."""
    places = opened.locator("figure.mlc-explore").evaluate_all(
        """all => all.map(f => {
             const box = f.getBoundingClientRect();
             const besides = [...f.querySelectorAll(".mlc-predict, .mlc-because")]
               .reduce((sum, e) => sum + e.offsetHeight, 0);
             const place = (box.top + scrollY) / document.documentElement.scrollHeight;
             return [f.id, box.height - besides, place];
           })"""
    )
    yield from (f"{name} is {height:.0f} px high" for name, height, _ in places if height > 640)
    if not places or places[0][2] > 0.25:
        yield "the main widget stands below the first quarter of the page"


def overflowing(opened, page, width):
    """What leaves the column; in a chapter also what scrolls where it should fit, or uncued."""
    opened.set_viewport_size({"width": width, "height": 900})
    if opened.evaluate(MEASURED, width) > width:
        yield f"at {width} px the page scrolls sideways"
    if page not in CHAPTERS:
        return
    found = opened.evaluate(OVERFLOW)
    yield from (f"at {width} px out of the column: {words}" for words in found["out"])
    yield from (f"at {width} px a table breaks {word!r}" for word in found["broken"])
    for box in found["scrolling"]:
        if not (box["cue"] and box["focus"]):
            yield f"at {width} px scrolls without a cue or the keyboard: {box['words']}"
        elif width > 1000 and box["fits"]:
            yield f"at {width} px scrolls by {box['excess']} px: {box['words']}"


def shown(figure):
    """Frame and words of a widget's present state."""
    return tuple(figure.evaluate(SHOWN))


def press(page, control):
    """Move a control once by keyboard alone."""
    page.keyboard.press(
        control.evaluate(
            """e => {
                 e.focus();
                 if (e.type === "checkbox") return "Space";
                 if (e.type === "range") return e.value === e.max ? "Home" : "End";
                 return e.selectedIndex === e.length - 1 ? "ArrowUp" : "ArrowDown";
               }"""
        )
    )


def undrawn(page):
    """The widgets of a built page that have positions without a frame: place, data, position."""
    html = (SITE / f"{page}.html").read_text(encoding="utf-8")
    for place, found in enumerate(re.findall(r'class="mlc-data"[^>]*>(.*?)</script>', html, re.S)):
        data = json.loads(unescape(found))
        positions = product(*(range(len(labels)) for labels in data["labels"]))
        missing = next((p for p in positions if list(p) not in data["states"]), None)
        if missing is not None and "toggle" not in data["kinds"]:
            yield place, data, missing


def test_one_pale_word_among_many_is_found(open_page):
    opened = open_page("book/how-to-use.html")
    assert [*accessible(opened)] == []
    for place in (0, -1):
        pale = opened.locator("article p").nth(place)
        pale.evaluate("p => { p.style.color = '#ccc'; }")
        assert any("color-contrast" in problem for problem in accessible(opened))
        pale.evaluate("p => { p.style.color = ''; }")


def test_pale_formulas_are_found(open_page):
    opened = open_page("book/notation.html")
    opened.add_style_tag(content="article mjx-container { color: #bbb; }")
    assert any("color-contrast: <mjx-container" in problem for problem in accessible(opened))


def test_what_is_left_for_axe_answers_a_late_resize(open_page):
    opened = open_page("book/notation.html")
    opened.add_script_tag(url="/axe.js")
    opened.set_viewport_size({"width": 390, "height": 900})
    opened.evaluate("() => new Promise(requestAnimationFrame)")  # the window tells its new size
    opened.evaluate(ALIKE, True)
    opened.wait_for_timeout(500)  # the theme waits for 300 ms
    assert opened.problems == []


def test_a_state_that_is_not_drawn_moves_to_the_nearest_and_says_so(open_page):
    found = next(((page, *widget) for page in CHAPTERS for widget in undrawn(page)), None)
    if found is None:
        pytest.skip("every widget of the book draws its full grid")
    page, place, data, missing = found
    figure = open_page(f"{page}.html").locator("figure.mlc-explore").nth(place)
    inputs = figure.locator(".mlc-control input, .mlc-control select").all()
    for control, kind, position in zip(inputs, data["kinds"], missing):
        (control.fill if kind == "slider" else control.select_option)(str(position))
    note = figure.locator(".mlc-nearest")
    assert note.is_visible()
    assert "Nearest drawn state" in note.text_content()


#: By how much a panel's window differs from the part of the picture that it shows, in pixels.
UNFILLED = """f => Math.max(...[...f.querySelectorAll(".mlc-panel")].map(panel => {
  const window = panel.getBoundingClientRect();
  const image = panel.querySelector("img").getBoundingClientRect();
  return Math.max(
    image.left - window.left, window.right - image.right, Math.abs(window.height - image.height)
  );
}))"""
#: Panels of a widget's picture, as boxes on the page.
PANELS = """f => [...f.querySelectorAll(".mlc-panel")].map(panel => {
  const { left, top, width, height } = panel.getBoundingClientRect();
  return { left, top, width, height };
})"""


def test_panels_stand_side_by_side_and_on_a_phone_one_above_the_other(open_page):
    opened = open_page(f"{page_with('.mlc-stacks')}.html")
    figure = opened.locator("figure.mlc-stacks").first
    first, second = figure.evaluate(PANELS)[:2]
    assert first["top"] == second["top"]
    assert second["left"] == pytest.approx(first["left"] + first["width"], abs=1)
    assert figure.evaluate(UNFILLED) <= 2
    opened.set_viewport_size({"width": 390, "height": 900})
    first, second = figure.evaluate(PANELS)[:2]
    assert second["top"] == pytest.approx(first["top"] + first["height"], abs=1)
    assert first["left"] == second["left"]
    assert figure.evaluate(UNFILLED) <= 2
    assert min(first["width"], second["width"]) > 300
    assert opened.evaluate("document.documentElement.scrollWidth") == 390


def test_a_guess_is_made_from_the_keyboard_and_opens_what_was_to_be_seen(open_page):
    opened = open_page(f"{page_with('.mlc-predict')}.html")
    figure = opened.locator("figure.mlc-explore:has(.mlc-predict)").first
    fold = figure.locator("details.mlc-because")
    said = figure.locator(".mlc-guess")
    assert fold.get_attribute("open") is None
    assert not said.is_visible()
    figure.locator(".mlc-predict input").first.focus()
    verdicts = set()
    for _ in range(figure.locator(".mlc-predict input").count()):
        opened.keyboard.press("ArrowDown")
        assert fold.get_attribute("open") is not None
        verdicts.add(said.text_content().split("”: ")[1])
    assert verdicts == {"right.", "see below."}
    kept = opened.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert said.text_content() not in kept  # where the reader was is kept, what she guessed is not


def test_questions_behind_in_short_check_themselves(open_page):
    opened = open_page(f"{page_with('.mlc-quiz')}.html", width=390)
    quiz = opened.locator("details.mlc-quiz")
    asked = quiz.locator(".mlc-asked").first
    assert not asked.is_visible()
    quiz.locator("summary").first.press("Enter")
    fold = asked.locator("details.mlc-because")
    assert fold.get_attribute("open") is None
    asked.locator("input").first.focus()
    verdicts = set()
    for _ in range(asked.locator("input").count()):
        opened.keyboard.press("ArrowDown")
        assert fold.get_attribute("open") is not None
        verdicts.add(asked.locator(".mlc-guess").text_content().split("”: ")[1])
    assert verdicts == {"right.", "see below."}
    assert opened.evaluate("document.documentElement.scrollWidth") == 390
    size = quiz.evaluate("quiz => new Blob([quiz.outerHTML]).size")
    assert size < 10_000
    opened.emulate_media(media="print")
    opened.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    answers = opened.locator(".mlc-quiz .mlc-because > p")
    assert all(answers.nth(k).is_visible() for k in range(answers.count()))


def page_with(selector):
    """A chapter whose built page has this class."""
    name = selector.removeprefix(".")
    for page in CHAPTERS:
        html = (SITE / f"{page}.html").read_text(encoding="utf-8")
        if f'"{name}"' in html or (name == "mlc-stacks" and re.search(r'"cuts": \[0.0, 0', html)):
            return page
    pytest.skip(f"no page has {selector}")
    return None


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


def test_a_slider_of_few_stops_tells_them_all(open_page):
    opened = open_page("notebooks/jmlr12/13_dal.html")
    control = opened.locator(".mlc-control", has_text="first η").last
    opened.evaluate(UNFOLD, control.element_handle())
    stops = control.locator(".mlc-stops > span")
    assert stops.all_inner_texts() == ["0.1", "0.3", "1"]
    assert control.locator(".mlc-here").inner_text() == "1"
    stops.first.click()
    assert control.locator("input").input_value() == "0"
    control.locator("input").press("ArrowRight")
    assert control.locator(".mlc-here").inner_text() == "0.3"
    assert control.locator("input").get_attribute("aria-valuetext") == "0.3"


def test_ledger_page_opens_on_what_failed_and_filters(open_page):
    opened = open_page("book/ledger.html")
    data = json.loads((SITE / "_static" / "ledger.json").read_text(encoding="utf-8"))
    lines = data["claims"]
    chapters = {line["page"] for line in data["claims"]}
    assert data["schema"] == 3
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

    failed = ("not reproduced", "not on our stand-in", "does not hold", "erratum")
    words = opened.locator("#mlc-count").text_content()
    assert int(words.split()[0]) == sum(c["verdict"] in failed for c in lines)
    assert counted() == len(lines)
    for kind in ("claim", "erratum"):
        assert counted(kind=kind) == sum(c["kind"] == kind for c in lines)
    assert counted(verdict="partly") == sum(c["verdict"] == "partly" for c in lines)
    scans = sum(c["scan"] and c["verdict"] == "erratum" for c in lines)
    assert counted(kind="scan") == scans
    counted()
    opened.select_option("#mlc-evidence", "study")
    shown = int(opened.locator("#mlc-count").text_content().split()[0])
    assert shown == sum(c["evidence"] == "study" for c in lines)
    opened.select_option("#mlc-evidence", "")
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
    opened.locator(".mlc-code-title a[href*='_source/']").first.click()
    opened.wait_for_url("**/_source/**")  # loaded, not only asked for
    assert "/_source/mlcompanion/" in opened.url
    line = opened.url.split("#")[1]
    assert opened.locator(f"[id='{line}'], [name='{line}']").count() == 1


def test_first_page_starts_with_a_widget_and_stays_short(open_page):
    opened = open_page("book/index.html")
    figure = opened.locator("figure.mlc-explore")
    before = shown(figure)
    press(opened, figure.locator(".mlc-controls :is(input, select)").first)
    assert shown(figure) != before
    assert not stretched(figure)
    assert opened.locator(".mlc-map li").count() == len(CHAPTERS)
    cards = opened.locator(".mlc-cards a").evaluate_all("all => all.map(a => a.href)")
    assert len(set(cards)) == len(CHAPTERS)
    assert opened.locator(".mlc-cards li:not(:has(img))").count() == 0
    for width in (1280, 390):
        opened.set_viewport_size({"width": width, "height": 900})
        assert opened.evaluate("document.documentElement.scrollHeight") <= 3000


def test_coverage_stays_short_on_a_phone(open_page):
    opened = open_page("book/coverage.html", width=390)
    height = opened.evaluate("document.documentElement.scrollHeight")
    assert height <= 140 * opened.locator(".mlc-coverage li").count()


def test_formulas_shrink_to_a_phone_and_keep_their_full_stops(open_page):
    opened = open_page("notebooks/chen/03_smoothing_proximal_gradient.html")
    assert [*overflowing(opened, "phone", 390)] == []
    small, scrolling, torn = opened.evaluate(
        """() => {
             const formulas = [...document.querySelectorAll("article div.math")];
             const size = (f) => parseFloat(getComputedStyle(f).fontSize);
             const plain = Math.max(...formulas.map(size));
             const loose = [...document.querySelectorAll("article :not(.mlc-together) > .math")];
             const after = (f) => (f.nextSibling && f.nextSibling.data) || "";
             return [formulas.filter(f => size(f) < plain).length,
                     formulas.filter(f => f.scrollWidth > f.clientWidth + 1
                                          && size(f) > 0.76 * plain).length,
                     loose.filter(f => /^[.,;:)]/.test(after(f))).length];
           }"""
    )
    assert small > 0
    assert scrolling == torn == 0
    assert [*overflowing(opened, "wide again", 1280)] == []
    assert opened.locator("article .math[style*='font-size']").count() == 0
    assert opened.locator("article span.math.mlc-more-right").count() == 0


def test_side_bar_opens_the_part_of_the_page_and_folds_by_keyboard(open_page):
    opened = open_page(f"{CHAPTERS[0]}.html")
    parts = opened.locator(".bd-sidebar-primary li.toctree-l0 > details")
    assert parts.count() == len(_TOC["parts"])
    assert parts.evaluate_all("all => all.filter(d => d.open).length") == 1
    assert opened.locator("li.toctree-l0 > details[open] li.current > a").is_visible()
    closed = opened.locator("li.toctree-l0 > details:not([open])").last
    handle = closed.element_handle()
    closed.locator("summary").focus()
    opened.keyboard.press("Enter")
    assert handle.evaluate("d => d.open")
    opened.keyboard.press("Enter")
    assert not handle.evaluate("d => d.open")


def test_listings_lead_to_the_reference():
    anchors = {
        path.name: set(re.findall(r'id="([^"]+)"', path.read_text(encoding="utf-8")))
        for path in (SITE / "book" / "reference").glob("*.html")
    }
    for page in CHAPTERS:
        html = (SITE / f"{page}.html").read_text(encoding="utf-8")
        assert 'class="mlc-code-title"' in html, page
        plain = re.findall(r'class="mlc-code-title"><code>(?!<a )([\w.]+)', html)
        assert all(name.startswith("mlcompanion_chapters.") for name in plain), f"{page}: {plain}"
        for address, anchor in re.findall(
            r'mlc-code-title"><code><a href="([^"#]+)#([^"]+)"', html
        ):
            assert anchor in anchors[address.rpartition("/")[2]], f"{page}: {address}#{anchor}"


def test_on_paper_nothing_is_folded_or_cut(open_page):
    opened = open_page(f"{CHAPTERS[-1]}.html", width=680)
    folded = "document.querySelectorAll('article details:not([open])').length"
    before = opened.evaluate(folded)
    assert before > 0
    opened.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    opened.emulate_media(media="print")
    assert opened.evaluate(folded) == 0
    assert not opened.locator(".bd-sidebar-primary").is_visible()
    hidden = ".admonition.dropdown > :not(.admonition-title):not(button)"
    assert opened.locator(hidden).evaluate_all(
        "all => all.every(e => e.clientHeight || !e.innerText)"
    )
    unbroken = opened.evaluate(
        """() => [...document.querySelectorAll('article pre')].flatMap(pre => {
             const around = [];
             for (let e = pre; !e.matches('section, article'); e = e.parentElement) around.push(e);
             return around.filter(e => {
               const style = getComputedStyle(e);
               return style.overflowY !== "visible" || style.breakInside !== "auto";
             }).map(e => e.className);
           })"""
    )
    assert unbroken == []
    cut = opened.evaluate(
        """() => [...document.querySelectorAll('article :is(pre, div.math mjx-container, table)')]
              .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
              .map(e => e.textContent.slice(0, 60))"""
    )
    assert cut == []
    opened.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert opened.evaluate(folded) == before
