"""How a ledger looks: measurements in words, the text that tests compare, the table of a page."""

from html import escape
from statistics import median

from ._html import table_html, table_text, text

HEADER = ("claim", "verdict", "the source says", "we measured")
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
    low, high, middle = words(min(value)), words(max(value)), words(median(value))
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
        constant = shown(_Unseen())
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
    """The verdict, with the outcome of a stored study."""
    return f"{claim.verdict}: {claim.outcome}" if claim.study else claim.verdict


def ledger_text(claims):
    """What is stored in git and compared: id, kind, verdict and rounded measurements."""
    rows = [(c.id, c.kind, verdict_words(c), c.measured) for c in claims]
    return table_text(("id", "kind", "verdict", "we measured"), rows)


def ledger_html(claims):
    """The ledger of a chapter's page; the row of a claim has the id ``claim-<id>``."""
    rows = [
        (_statement(claim), (verdict_badge(claim),), (_source(claim),), (_measured(claim),))
        for claim in claims
    ]
    return table_html(HEADER, rows, css="mlc-ledger", row_ids=[f"claim-{c.id}" for c in claims])


def verdict_badge(claim):
    """A claim's verdict as a badge, coloured by its outcome."""
    css = (claim.outcome or claim.verdict).replace(" ", "-")
    return f'<span class="mlc-verdict mlc-{escape(css)}">{escape(verdict_words(claim))}</span>'


def _statement(claim):
    star = '<span class="mlc-headline" title="headline result">★</span> ' if claim.headline else ""
    kind = "" if claim.kind == "claim" else f'<span class="mlc-kind">{escape(claim.kind)}</span> '
    parts = [f"{star}{kind}{text(claim.statement)}"]
    parts.append(f'<br><span class="mlc-place">{text(claim.place)}</span>')
    if claim.criterion:
        lines = [
            f"<dt>reproduced if</dt><dd><code>{escape(claim.criterion)}</code></dd>",
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
    own = f'<p class="mlc-setting">{text(setup_words(claim.setup))}</p>' if claim.our_setup else ""
    return text(claim.source) + own


def _measured(claim):
    parts = [text(claim.measured)]
    if claim.our_setup:
        limit = "; at best partly" * (claim.stand_in or claim.differs) * (claim.kind == "claim")
        what = "stand-in data" if claim.stand_in else "here"
        parts.append(f'<p class="mlc-setting">{what}: {text(claim.our_setup)}{limit}</p>')
    if claim.study:
        parts.append(f'<p class="mlc-setting">{text(study_words(claim.study))}</p>')
    if claim.note:
        parts.append(f'<p class="mlc-setting">{text(claim.note)}</p>')
    return "".join(parts)


def study_words(study):
    """Where a stored study's numbers come from."""
    cases = f"{study['cases']} of {study['expected']}"
    cases = f"{study['cases']}" if study["cases"] == study["expected"] else cases
    failed = f", {study['failed']} failed" if study["failed"] else ""
    return (
        f"study {study['name']}, size {study['size']}, {study['date']}: "
        f"{cases} cases{failed}; commit {study['commit'][:10]}"
    )
