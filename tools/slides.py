"""Slides of a chapter, cut from its executed notebook: what is on each, and what is said to it.

What a chapter is made of says what is a slide: its question, its widgets (a guess, then what is to
be seen), figures, formulas, algorithm boxes with their step of code, *In short*, the headline lines
of its ledger and one exercise. Words stand with what they are next to: a formula or a figure has
the sentences just before it. The author of a chapter may say it otherwise: ``<!-- slide: some words
-->`` takes their place on the next slide, ``<!-- note: some words -->`` is said to it. A cell
tagged ``no-slide`` is left out.
``tools/decks.py`` makes decks of slides.
"""

import re
from dataclasses import dataclass, field
from html import unescape

from book._ext.chapter_text import (
    DISPLAYED,
    REMOVED,
    by_heading,
    directives,
    tags,
    targets_of,
    without_directives,
)
from tools.chapters import NOTEBOOKS
from tools.course_data import chapter_list
from tools.execute import with_outputs
from tools.exercises import exercises_of
from tools.slide_pictures import Widget, copy_frames, figure
from tools.slide_words import (
    LEANING,
    MARK,
    MOST_WORDS,
    Words,
    first_words,
    in_symbols,
    is_prose,
    last_words,
    sentences,
    unsaid,
)

__all__ = ["LEAST", "MOST", "Slide", "slides_of"]

# slides of a chapter
LEAST = 15
MOST = 30
SAID = 110  # of prose in a slide's notes
LEFT_OUT = ("Exercises", "Ledger", "In practice, and beyond", "Does it hold?")
LISTING = re.compile(r'<div class="mlc-code">.*?<pre>(?P<code>.*?)</pre>', re.S)
LINES = 16  # of code on a slide
FEW = 9  # lines of code that stand with their algorithm
WORDS_BESIDE = 60  # of an algorithm that its code can stand with
OF_CODE = re.compile(r"`|\bcode\b")  # words that speak of it
BOXES = ("algorithm", "theorem", "lemma", "proposition", "definition")
#: How long a slide of each kind takes, in minutes.
MINUTES = {
    "title": 2, "guess": 2, "widget": 4, "figure": 2, "formula": 3, "box": 3, "code": 2,
    "words": 2, "short": 3, "ledger": 2, "exercise": 5,
}  # fmt: skip
#: What is said to a slide to which the chapter says nothing.
UNTOLD = {
    "title": "Ask who can answer the question today; come back to it at the end.",
    "formula": "Ask what each letter stands for before you read it aloud.",
    "box": "Go through it with the numbers of the last picture.",
    "code": "Ask which line is which step of the algorithm.",
    "figure": "Ask what the axes are before you say what is seen.",
    "widget": "Let the room say where to move it.",
    "words": "Ask for an example.",
}


@dataclass
class Slide:
    """One slide: Markdown, with the widgets that it names; notes say what is not on it.

    The higher its rank, the sooner it falls if there are too many.
    """

    title: str
    body: str
    rank: int = 0
    kind: str = "figure"
    notes: list = field(default_factory=list)
    widgets: dict = field(default_factory=dict)


def _claims(cells):
    """The lines of the chapter's ledger, as the executed notebook shows it."""
    data = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
    shown = [found for one in data for kind, found in one.items() if kind.endswith("ledger+json")]
    return [line for ledger in shown for line in ledger["claims"]]


class _Deck:
    """Slides in the making: section by section, one thing after the other."""

    def __init__(self, page, place, claims, each=1):
        self.words = Words(page, claims)
        self.each = each  # formulas of a section that become slides
        self.page = page
        self.place = place
        self.claims = {claim["id"]: claim for claim in claims}
        self.slides = []
        self.figures = 0
        self.passed = False  # whether a cell without slides came after what waits
        self.begin("")

    def begin(self, title):
        """Begin a section: what was not yet said belongs to the last slide of the one before."""
        if getattr(self, "waiting", None):
            if self.each > 1 and not self.here and not self.left_out:
                self.in_words()
            else:
                self.say(self.waiting)
        self.title = title
        self.waiting = []  # paragraphs since the last slide
        self.own = ""  # what the author wants on the next slide
        self.asides = []  # what the author wants said to it
        self.here = False  # whether this section has a slide
        self.algorithm = ""  # an algorithm whose code was not yet shown
        self.formulas = 0

    def in_words(self):
        """A section that has nothing to be shown: its first words, where slides are few."""
        if is_prose(self.waiting[0]):
            body = self.words.on_a_slide(first_words(self.waiting[0], MOST_WORDS))
            notes = [*self.asides, *self.waiting]
            self.slides.append(Slide(self.title, body, 4, "words", notes))

    @property
    def left_out(self):
        """Whether this section gives no slides."""
        return not self.title or self.title.startswith(LEFT_OUT)

    def say(self, paragraphs):
        """Add paragraphs to the notes of the last slide."""
        if self.slides and self.here:
            self.slides[-1].notes += paragraphs

    def lead(self, needed):
        """The words for a slide that comes now: the author's, else those just before it.

        What stood before these belongs to the slide before, or is said to this one if it is the
        section's first.
        """
        before = self.waiting
        self.waiting = []
        words = self.own
        if before and is_prose(before[-1]):
            words = words or last_words(before[-1])
        elif before and before[-1].startswith("- "):
            words = words or last_words(re.split(r"\n- |^- ", before[-1])[-1])
        if words and LEANING.match(words) and self.here and not needed and not self.own:
            words = ""  # they speak of the slide before, to which they are said
        if not self.here:
            return words, before
        self.say(before[:-1] if words else before)
        return words, before[-1:] if words else []

    def add(self, slide, source="", alone=False):
        """Append a slide, with the words just before it unless it is to stand alone.

        ``source`` is Markdown of the chapter, which stands between these words and the body.
        """
        words, said = self.lead(needed=bool(source))
        shown = "" if alone else words
        text = self.words.on_a_slide(f"{shown}\n\n{source}".strip())
        slide.body = f"{text}\n\n{slide.body}".strip()
        slide.notes = [*self.asides, *said, *slide.notes]
        self.slides.append(slide)
        self.passed = False
        self.own = ""
        self.asides = []
        self.here = True

    def prose(self, text):
        """Markdown: formulas and boxes become slides, paragraphs stand with them."""
        if self.passed:
            self.unannounced()
        for part in by_heading(text, level=2):
            heading = re.match(r"## (.+)\n?", part)
            if heading:
                self.begin(heading[1])
                part = part[heading.end() :]
            if self.left_out:
                continue
            if self.title == "In short":
                self.in_short(part)
            else:
                self.section(part)

    def in_short(self, text):
        """The summary, which may go over several cells, on one slide."""
        text = text.strip()
        if not text:
            return
        if self.here:
            self.slides[-1].body += "\n\n" + self.words.on_a_slide(text)
        else:
            slide = Slide(self.title, self.words.on_a_slide(text), 0, "short")
            slide.notes = ["One line at a time: ask for the reason before you give it."]
            self.slides.append(slide)
            self.here = True

    def section(self, text):
        """A part of a section, piece by piece."""
        end = 0
        for box in directives(text):
            self.paragraphs(text[end : box.start])
            if box.kind in BOXES:
                rank = 0 if box.kind == "algorithm" else 3
                title = self.words.plain(box.title).partition(";")[0] or self.title
                self.add(Slide(title, "", rank, "box"), box.body, alone=True)
                if box.kind == "algorithm":
                    self.algorithm = title
            end = box.end
        self.paragraphs(text[end:])
        known = [self.claims[i] for i in targets_of(text, "verdict") if i in self.claims]
        self.say([f"{claim['verdict']}: {claim['statement']}" for claim in known])

    def paragraphs(self, text):
        """Paragraphs and formulas; the first formulas of a section become slides."""
        end = 0
        text = without_directives(text)
        for match in DISPLAYED.finditer(text):
            self.told(text[end : match.start()])
            goes_on = self.here and re.match("[a-z]", "".join(self.waiting[-1:]))
            if self.formulas < self.each and goes_on and self.slides[-1].kind == "formula":
                self.slides[-1].body += f"\n\n{self.words.on_a_slide(match[0])}"
            elif self.formulas < self.each or self.own:
                tail = re.match(r"\s*[a-z][^\n]*", text[match.end() :])
                after = sentences(tail[0])[0] if tail else ""
                self.add(Slide(self.title, "", 2, "formula"), f"{match[0]}\n\n{after}")
            else:
                self.waiting.append(match[0])
            self.formulas += 1
            end = match.end()
        self.told(text[end:])

    def told(self, text):
        """Paragraphs that wait for their slide, and the author's marks among them."""
        for mark in MARK.finditer(text):
            if mark["kind"] == "slide":
                self.own = mark["words"]
            else:
                self.asides.append(mark["words"])
        text = re.sub(r"^#{3,} .*$", "", MARK.sub("", text), flags=re.M)
        self.waiting += [part.strip() for part in text.split("\n\n") if part.strip()]

    def outputs(self, cell):
        """Figures, widgets and an algorithm's code of a cell."""
        if self.left_out:
            return
        count = len(self.slides)
        listings = []
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            if 'class="mlc-explore' in html:
                self.widget(Widget.of(html))
            elif LISTING.search(html):
                listings.append(LISTING.search(html)["code"])
            elif "image/png" in output.get("data", {}):
                name = f"{self.page.replace('/', '-')}-{self.figures}"
                body, words = figure(output, self.place, name)
                rank = 1 if self.figures else 0
                self.add(Slide(self.title, body, rank, "figure", [words] if words else []))
                self.figures += 1
        if self.algorithm and listings:
            self.code(listings)
        if len(self.slides) == count and cell.get("outputs") and REMOVED not in tags(cell):
            self.passed = True
            if listings:
                self.unannounced()

    def code(self, listings):
        """The code of the algorithm that was last shown: all, or the first of it that fits."""
        title = re.sub(r"\s*\([^()]*\)$", "", self.algorithm)
        self.algorithm = ""
        parts = [unescape(re.sub(r"<[^>]+>", "", one)).strip("\n") for one in listings]
        for code in ("\n\n".join(parts), *parts):
            if len(code.splitlines()) <= LINES:
                words = last_words(self.waiting[-1]) if self.waiting else ""
                slide = Slide(f"{title}, in code", f"```python\n{code}\n```", 3, "code")
                self.add(slide, alone=not OF_CODE.search(self.words.plain(words)))
                return

    def unannounced(self):
        """Leave out a sentence that ends in a colon: what it announces is on no slide."""
        self.passed = False
        if self.waiting and self.waiting[-1].endswith(":"):
            kept = " ".join(sentences(self.waiting[-1])[:-1])
            self.waiting = [*self.waiting[:-1], *([kept] if kept else [])]

    def widget(self, found):
        """A guess, if there is one, and on the next slide the widget with the answer."""
        body = f'<div data-widget="{found.ident}"></div>'
        if found.question:
            options = "\n".join(f"- {words}" for words in found.options)
            guess = f'<div class="guess">\n\n{found.question}\n\n</div>\n\n{options}'
            notes = ["Let everybody choose before the next slide."]
            self.add(Slide("What do you expect?", guess, 0, "guess", notes), alone=True)
            answer = found.answer[:1].upper() + found.answer[1:]
            body = f"**{answer}.** Move it, and see.\n\n{body}"
        slide = Slide(self.title, body, 0, "widget", [found.because] if found.because else [])
        slide.widgets = {found.ident: copy_frames(found.html, self.place)}
        self.add(slide, alone=bool(found.question))

    def ended(self):
        """All slides, when nothing comes after."""
        self.begin("")
        return self.slides


def _together(slides, spare):
    """The slides, with the few lines of code of a short algorithm on the algorithm's slide.

    At most ``spare`` of them: a deck keeps its length.
    """
    kept = []
    for slide in slides:
        lines = slide.body.rpartition("```python")[2].strip().splitlines()[:-1]
        short = slide.kind == "code" and len(lines) <= FEW
        box = kept[-1] if kept else slide
        if short and spare > 0 and box.kind == "box" and len(box.body.split()) <= WORDS_BESIDE:
            box.body += f"\n\n{slide.body}"
            box.notes += slide.notes
            spare -= 1
        else:
            kept.append(slide)
    return kept


def _closing(page, claims, count):
    """The ledger's headline lines and some exercises."""
    words = Words(page, claims)
    lines = [c for c in claims if c["headline"]] or claims
    rows = [f"- **{c['verdict']}**: {in_symbols(words.plain(c['statement']))}" for c in lines[:5]]
    if rows:
        notes = [f"{len(claims)} claims were fixed beforehand; the ledger has all."]
        yield Slide("Does it hold?", "\n".join(rows), 0, "ledger", notes)
    known = exercises_of(page).values()
    kinds = ("change this cell", "warm-up", "derivation", "project")
    for exercise in [e for kind in kinds for e in known if e.kind == kind][:count]:
        code = f"\n\n```python\n{exercise.given}\n```" if exercise.given else ""
        body = f"{words.on_a_slide(exercise.text)}{code}"
        notes = [f"Hint: {words.said(exercise.hint)}"]
        yield Slide(f"Your turn: {exercise.title}", body, 0, "exercise", notes)


def _title(page):
    """The first slide."""
    known = chapter_list()[page]
    body = f'<p class="question">{known["question"]}</p>'
    if known.get("source"):
        body += f'\n\n<p class="source">{known["source"]}</p>'
    return Slide(f"{known['number']} · {known['title']}", body, 0, "title")


def _with_short_notes(slide, words, minutes):
    """Notes of a length that can be glanced at: minutes, then sentences, as many as fit."""
    shown = slide.body
    said = [unsaid(words.said(part), shown) for part in slide.notes]
    kept = []
    left = SAID
    for part in filter(None, said):
        short = first_words(part, left)
        if len(short.split()) > left and kept:
            break
        kept.append(short)
        left -= len(short.split())
        if left <= 0:
            break
    kept = kept or [UNTOLD[slide.kind]] if slide.kind in UNTOLD else kept
    slide.notes = [f"About {minutes} min.", *kept]
    return slide


def slides_of(page, place):
    """The slides of an executed chapter.

    Parameters
    ----------
    page : str
        ``"part/NN_slug"``.
    place : Path
        Where figures and frames go.

    Returns
    -------
    list of Slide
        At most ``MOST``: boxes fall first, then sections with only a formula, then figures; a
        chapter with few gives more formulas of a section, the first words of one that has none, and
        more exercises.
    """
    cells = with_outputs(NOTEBOOKS / f"{page}.ipynb").cells
    cells = [cell for cell in cells if "no-slide" not in tags(cell)]
    claims = _claims(cells)
    for each in (1, 2, 3):
        deck = _Deck(page, place, claims, each)
        for cell in cells[1:]:
            if cell.cell_type == "markdown":
                deck.prose(cell.source)
            else:
                deck.outputs(cell)
        own = deck.ended()
        lacking = LEAST - 2 - len(own)  # beside the title and the ledger
        if lacking <= 1:
            break
    own = _together(own, spare=-lacking)
    slides = [_title(page), *own, *_closing(page, claims, max(1, lacking))]
    falling = sorted(range(len(slides)), key=lambda k: (-slides[k].rank, -k))
    fallen = set(falling[: max(0, len(slides) - MOST)])
    kept = [slide for k, slide in enumerate(slides) if k not in fallen]
    words = Words(page, claims)
    return [_with_short_notes(slide, words, MINUTES[slide.kind]) for slide in kept]
