"""How a ledger looks: measurements in words, the text that tests compare, the table of a page.

A line whose criterion compares numbers has a small picture of them.
"""

import re
from html import escape
from statistics import median

from .claims import VERDICTS
from .html import table_html, table_text, text

HEADER = ("claim", "verdict", "evidence", "the source says", "we found")
_PLACES = {"page": "this page", "study": "stored study", "none": "–"}
_LISTED = 12  # a longer list of numbers is summed up


def words(value):
    """A measurement in words: rounded so that another processor prints the same."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        for noise in (1e-9, 1e-6):
            if 0 < abs(value) < noise:
                return f"< {noise:.0e}" if value > 0 else f"> -{noise:.0e}"
        return f"{value:.3g}"
    if not value:
        return "none"
    if len(value) <= _LISTED or isinstance(value[0], list):
        listed = ", ".join(map(words, value))
        return f"[{listed}]"
    if all(isinstance(item, bool) for item in value):
        return f"yes in {sum(value)} of {len(value)}"
    low = words(min(value))
    high = words(max(value))
    middle = words(median(value))
    return f"{low} to {high} (median {middle} of {len(value)})"


class _Unseen:
    """Stands in for a measurement to tell whether somebody looks at it."""

    def _refuse(self, *_):
        raise TypeError("seen")

    __repr__ = __format__ = __bool__ = __eq__ = _refuse
    __hash__ = None


def check_shown(shown):
    """Refuse a ``shown`` that says the same whatever was measured.

    Raises
    ------
    ValueError
        If it is no function, or a function that does not look at the measurement.
    """
    if shown is None:
        return
    if not callable(shown):
        raise ValueError(f"shown must be a function of the measurement, got {shown!r}")
    try:
        constant = shown(_Unseen())  # whoever looks at the measurement raises here
    except Exception:
        return
    raise ValueError(f"shown must be made from the measurement, but always says {constant!r}")


def measurements_words(measurements):
    """All measurements of a claim in words."""
    return "; ".join(f"{name} {words(value)}" for name, value in measurements.items())


def setup_words(setup):
    """A claims file's ``setup`` in one line."""

    def join(value):
        if isinstance(value, dict):
            return ", ".join(f"{name} {join(v)}" for name, v in value.items())
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

    labels = {"repeats": "repeats: ", "unstated": "not told: "}
    return "; ".join(f"{labels.get(name, '')}{join(value)}" for name, value in setup.items())


def verdict_words(claim):
    """The verdict; an erratum that may be the scan's says so."""
    if is_perhaps_the_scans(claim):
        return f"{claim.verdict}, perhaps the scan's"
    return claim.verdict


def is_perhaps_the_scans(claim):
    """Whether a confirmed mistake may stand in the scan or the print alone."""
    return claim.scan and claim.verdict == "erratum"


def ledger_text(claims):
    """What is stored in git and compared: id, kind, verdict, evidence, rounded measurements."""
    rows = [(c.id, c.kind, verdict_words(c), c.evidence, c.measured) for c in claims]
    return table_text(("id", "kind", "verdict", "evidence", "we measured"), rows)


def ledger_html(claims):
    """The ledger of a chapter's page; the row of a claim has the id ``claim-<id>``."""
    rows = [
        (_statement(c), (verdict_badge(c),), (evidence_html(c),), (_source(c),), (found_html(c),))
        for c in claims
    ]
    ids = [f"claim-{claim.id}" for claim in claims]
    seen = [verdict for verdict in VERDICTS if any(c.verdict == verdict for c in claims)]
    return table_html(HEADER, rows, css="mlc-ledger", row_ids=ids) + legend_html(seen)


def legend_html(verdicts=VERDICTS):
    """What the pills mean, folded."""
    lines = "".join(f"<dt>{_pill(v, v)}</dt><dd>{escape(VERDICTS[v])}</dd>" for v in verdicts)
    return (
        '<details class="mlc-legend"><summary>What the verdicts mean</summary>'
        f"<dl>{lines}</dl></details>"
    )


def verdict_badge(claim):
    """A claim's verdict as a badge."""
    return _pill(claim.verdict, verdict_words(claim))


def _pill(verdict, words):
    css = verdict.replace(" ", "-")
    return f'<span class="mlc-verdict mlc-{escape(css)}">{escape(words)}</span>'


def evidence_html(claim):
    """What a verdict rests on: its page or a stored study, and where that is below the source."""
    words = _PLACES[claim.evidence]
    if claim.study:
        words = f"{words} {claim.study['name']}, size {claim.study['size']}"
    parts = [text(words)]
    if claim.short:
        parts.append(f'<p class="mlc-setting">below the source: {text("; ".join(claim.short))}</p>')
    if claim.study:
        parts.append(f'<p class="mlc-setting">{text(study_words(claim.study))}</p>')
        parts.append(code_mark(claim.study))
    return "".join(parts)


def code_mark(study):
    """Where the book writes whether a study's code has changed since; nothing in a notebook."""
    digests = ",".join(study.get("digests", []))
    about = f'data-study="{escape(study["name"])}" data-digests="{digests}"'
    return f'<span class="mlc-code-state" {about}></span>'


def _statement(claim):
    parts = []
    if claim.headline:
        parts.append('<span class="mlc-headline" title="headline result">★</span> ')
    if claim.kind != "claim":
        parts.append(f'<span class="mlc-kind">{escape(claim.kind)}</span> ')
    parts.append(text(claim.statement))
    parts.append(f'<br><span class="mlc-place">{text(claim.place)}</span>')
    if claim.criterion:
        lines = [
            f"<dt>it holds if</dt><dd><code>{escape(claim.criterion)}</code></dd>",
            f"<dt>partly if</dt><dd><code>{escape(claim.partly)}</code></dd>" * bool(claim.partly),
            f"<dt>why these limits</dt><dd>{text(claim.rule)}</dd>",
            *(f"<dt>{escape(n)}</dt><dd>{text(what)}</dd>" for n, what in claim.measure.items()),
            f"<dt>the source's setting</dt><dd>{text(setup_words(claim.setup))}</dd>",
        ]
        parts.append(
            "<details><summary>How it is judged</summary>"
            f'<dl class="mlc-criterion">{"".join(lines)}</dl></details>'
        )
    return ("".join(parts),)


def _source(claim):
    source = text(claim.source)
    if not claim.our_setup:
        return source
    return source + f'<p class="mlc-setting">{text(setup_words(claim.setup))}</p>'


def found_html(claim):
    """What we found: the measurements, the numbers compared as a picture, our setting."""
    parts = [measured_html(claim)]
    if claim.compared:
        parts.append(strips_html(claim.compared, claim.measure))
    if claim.our_setup:
        limit = "; at best partly" * (claim.stand_in or claim.differs) * (claim.kind == "claim")
        what = "stand-in data" if claim.stand_in else "here"
        parts.append(f'<p class="mlc-setting">{what}: {text(claim.our_setup)}{limit}</p>')
    if claim.note:
        parts.append(f'<p class="mlc-setting">{text(claim.note)}</p>')
    return "".join(parts)


def measured_html(claim):
    """The measurements: as the chapter words them, else what each of them means, with its value.

    A chapter that words nothing stores the names of the claims file; a reader gets their meanings.
    """
    values = dict(part.partition(" ")[::2] for part in claim.measured.split("; "))
    if not values or set(values) != set(claim.measure):
        return text(claim.measured)
    lines = (
        f"<dt>{text(meaning)}</dt><dd>{text(values[name])}</dd>"
        for name, meaning in claim.measure.items()
    )
    return f'<dl class="mlc-measured">{"".join(lines)}</dl>'


# letters of a meaning beside a number that is compared
_FEW = 12
_SHORT = 60


def label(name, measure):
    """What a compared number is called: its meaning, cut at a comma, and its place in a list.

    Parameters
    ----------
    name : str
        A measurement's name, with the number of an entry: ``"err 2"``.
    measure : dict
        The meanings of the claims file.
    """
    name, *places = name.split()
    meaning = measure.get(name)
    if meaning is None:
        return " ".join([name, *places])
    words = _first_words(_LISTED_AS.sub("", meaning))
    return ", ".join([words, _place(places)]) if places else words


def _place(places):
    """Where an entry of a list stands, or of a list of lists."""
    row = f"row {places[0]}, " if len(places) > 1 else ""
    return f"{row}no. {places[-1]}"


def _first_words(meaning):
    """A meaning up to its first pause outside of brackets, or as much as is short."""
    for pause in _PAUSE.finditer(meaning):
        before = meaning[: pause.start()]
        whole = before.count("(") == before.count(")") and not _HANGING.search(before)
        if len(before) >= _FEW and whole:
            meaning = before
            break
    if len(meaning) <= _SHORT:
        return meaning
    return meaning[:_SHORT].rsplit(" ", 1)[0] + " …"


#: Words after which a phrase goes on.
_HANGING = re.compile(r"\b(?:of|in|over|at|to|with|by|for|from|on|and|than|between)$")


#: What a meaning tells about its list before it tells what the numbers are.
_LISTED_AS = re.compile(r"^(?:lists?|one number|one|for (?:the|each|every)|the [\w ]+)\b[^:]*: ")
_PAUSE = re.compile(r"[,;:] | \(")


def compared_words(compared, measure=None):
    """The numbers that a criterion compares, as a sentence.

    "0.41 where the source has 0.44; slope −1 (at most 0)". The meaning of a list stands once.
    """
    said = []
    before = None
    for row in compared:
        name, *places = row["name"].split()
        words = label(row["name"], measure or {})
        if measure and name == before and places:
            words = _place(places)
        said.append(_row_words(row, words))
        before = name
    return "; ".join(said)


def _counted(value):
    """A rounded number; large ones without a power of ten."""
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e9 else words(value)


def _row_words(row, called):
    between = " " if called == row["name"] else ": "
    ours = f"{called}{between}{_counted(row['ours'])}"
    if "source" in row:
        return f"{ours} where the source has {_counted(row['source'])}"
    low, high = (_counted(row[end]) if end in row else None for end in ("low", "high"))
    if low and high:
        return f"{ours} (between {low} and {high})"
    return f"{ours} (at most {high})" if high else f"{ours} (at least {low})"


# of a strip, in pixels
_WIDTH = 180
_HEIGHT = 14
_MARGIN = 6


def strips_html(compared, measure=None):
    """A strip for each number compared: limits as a band, the source's as a tick, ours as a dot.

    Rows of one measurement share a scale. Colours are the style sheet's, for light and dark.
    """
    drawn = "".join(
        _strip(row, _row_words(row, label(row["name"], measure or {})), _scale(row, compared), k)
        for k, row in enumerate(compared)
    )
    height = _HEIGHT * len(compared)
    said = escape(compared_words(compared, measure), quote=True)
    return (
        f'<svg class="mlc-strips" role="img" aria-label="{said}" width="{_WIDTH}" '
        f'height="{height}" viewBox="0 0 {_WIDTH} {height}">{drawn}</svg>'
        f'<p class="mlc-setting mlc-compared">{text(compared_words(compared, measure))}</p>'
    )


def _scale(row, compared):
    """The function from a number to its place on the strip, and the ends of the scale."""
    first = row["name"].split()[0]
    near = [other for other in compared if other["name"].split()[0] == first]
    keys = ("ours", "source", "low", "high")
    numbers = [other[key] for other in near for key in keys if key in other]
    low = min(numbers)
    high = max(numbers)
    room = (high - low or abs(high) or 1) / 8  # also where all numbers are the same
    low = low - room
    high = high + room

    def place(value):
        return round(_MARGIN + (_WIDTH - 2 * _MARGIN) * (value - low) / (high - low), 1)

    return place, low, high


def _strip(row, said, scale, number):
    place, low, high = scale
    middle = _HEIGHT * number + _HEIGHT // 2
    left = place(row.get("low", low))
    right = place(row.get("high", high))
    tick = ""
    if "source" in row:
        x = place(row["source"])
        tick = f'<path class="mlc-strip-source" d="M{x} {middle - 5}v10"/>'
    return (
        f"<g><title>{escape(said)}</title>"
        f'<path class="mlc-strip-axis" d="M{_MARGIN} {middle}H{_WIDTH - _MARGIN}"/>'
        f'<rect class="mlc-strip-band" x="{left}" y="{middle - 4}" '
        f'width="{max(round(right - left, 1), 0.5)}" height="8"/>{tick}'
        f'<circle class="mlc-strip-{"in" if row["inside"] else "out"}" cx="{place(row["ours"])}" '
        f'cy="{middle}" r="3.5"/></g>'
    )


def study_words(study):
    """When a stored study ran, how much of it, and on which commit."""
    cases = f"{study['cases']} of {study['expected']}"
    cases = f"{study['cases']}" if study["cases"] == study["expected"] else cases
    failed = f", {study['failed']} failed" if study["failed"] else ""
    return f"{study['date']}: {cases} cases{failed}; commit {study['commit'][:10]}"
