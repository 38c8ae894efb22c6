"""``Ledger``: what the source says, what we measured, and a verdict that is computed."""

from dataclasses import asdict, dataclass, replace
from html import escape

from IPython.display import display

from ._html import table_html, table_text, text
from ._mode import output_mode

__all__ = ["MIME", "TIMINGS", "VERDICTS", "Claim", "Ledger"]

MIME = "application/vnd.mlcompanion.ledger+json"
#: What depends on the machine stands apart, by the claim's number: tests do not compare it.
TIMINGS = "application/vnd.mlcompanion.timings+json"
VERDICTS = ("reproduced", "partly", "not reproduced", "not testable here", "erratum")


@dataclass(frozen=True, repr=False)
class Claim:
    """One line of a ledger.

    Attributes
    ----------
    kind : {"claim", "erratum"}
    statement, place, source : str
        What is claimed, where it stands, and what the source says, in numbers where it has them.
    measured : str
        What we measured.
    verdict : str
        One of ``VERDICTS``; computed from a predicate over the measurement.
    note : str
        Why.
    timing : bool
        Whether measurement, verdict and note depend on the machine.
    """

    kind: str
    statement: str
    place: str
    source: str
    measured: str
    verdict: str
    note: str = ""
    timing: bool = False

    def __repr__(self):
        return f"{self.compared().verdict}: {self.statement}"

    def compared(self):
        """The claim as git stores it and tests compare it: without what depends on the machine."""
        if not self.timing:
            return self
        return replace(self, measured="(timing)", verdict="(timing)", note="")


class Ledger:
    """The claims of one chapter.

    Parameters
    ----------
    page : str
        ``"part/NN_slug"`` of the chapter.
    """

    def __init__(self, page):
        part, _, slug = str(page).partition("/")
        if not part or not slug:
            raise ValueError(f"page must be 'part/NN_slug', got {page!r}")
        self.page = page
        self.claims = []

    def claim(
        self,
        statement,
        *,
        place,
        source,
        measured,
        reproduced,
        partly=None,
        note="",
        shown=None,
        timing=False,
    ):
        """File a claim of the source.

        Parameters
        ----------
        statement, place, source : str
            The claim, its place (section, table, equation, page), and the source's own words or
            numbers in brief.
        measured : object or callable
            The measurement, handed to the predicates. A callable is called here; if it raises, the
            claim is "not testable here" with the reason.
        reproduced, partly : callable
            Predicates over the measurement: ``measured -> bool``.
        note : str
            Why the verdict is what it is: what differs, which data stood in.
        shown : str or callable, optional
            The measurement in words; default a rounded rendering of ``measured``.
        timing : bool
            The measurement depends on the machine: the page shows it, tests do not compare it.

        Returns
        -------
        Claim
        """
        verdict, value, note = _judge(measured, reproduced, partly, note)
        return self._file("claim", statement, place, source, value, verdict, note, shown, timing)

    def erratum(self, statement, *, place, source, measured, shows, note="", shown=None):
        """File a mistake in the source, with the check ``shows(measured) -> bool`` that proves it.

        A check that does not hold files the line as "not reproduced": the mistake is not shown.
        """
        verdict, value, note = _judge(measured, shows, None, note)
        verdict = "erratum" if verdict == "reproduced" else verdict
        return self._file("erratum", statement, place, source, value, verdict, note, shown, False)

    def not_testable(self, statement, *, place, source, reason):
        """File a claim that cannot be tested here, and why (data lost, days of computing, …)."""
        return self._file(
            "claim", statement, place, source, "–", "not testable here", reason, "–", False
        )

    def _file(self, kind, statement, place, source, value, verdict, note, shown, timing):
        words = {"statement": statement, "place": place, "source": source}
        for name, word in words.items():
            if not str(word).strip():
                raise ValueError(f"{name} must not be empty")
        measured = shown(value) if callable(shown) and verdict != "not testable here" else shown
        measured = _words(value) if measured is None or callable(measured) else measured
        claim = Claim(kind, statement, place, str(source), measured, verdict, note, timing)
        self.claims.append(claim)
        return claim

    def show(self):
        """Show the ledger as a table; the executed notebook also holds it as JSON."""
        header = ("claim", "verdict", "the source says", "we measured", "place")
        compared = [claim.compared() for claim in self.claims]
        rows = [(c.statement, c.verdict, c.source, c.measured, c.place) for c in compared]
        bundle = {
            "text/plain": table_text(header, rows),
            MIME: {"page": self.page, "claims": [_fields(c) for c in compared]},
        }
        if output_mode() != "plain":
            bundle[TIMINGS] = {
                str(number): _fields(claim)
                for number, claim in enumerate(self.claims, start=1)
                if claim.timing
            }
            bundle["text/html"] = table_html(
                header[:-1],
                map(_row, self.claims),
                css="mlc-ledger",
                row_ids=[f"claim-{number}" for number, _ in enumerate(self.claims, start=1)],
            )
        display(bundle, raw=True)


def _fields(claim):
    fields = asdict(claim)
    del fields["timing"]
    return fields


def _judge(measured, reproduced, partly, note):
    """Return the verdict, the measured value and the note (with the reason, if a check raised)."""
    try:
        value = measured() if callable(measured) else measured
        if reproduced(value):
            return "reproduced", value, note
        if partly is not None and partly(value):
            return "partly", value, note
        return "not reproduced", value, note
    except Exception as error:
        reason = f"the check raised {type(error).__name__}: {error}"
        return "not testable here", "–", f"{note} ({reason})" if note else reason


def _words(value):
    """A short rendering of a measurement."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(v)}" for key, v in value.items())
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) == 1:
        return ", ".join(_words(v) for v in value)
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
        return "yes" if value else "no"
    if hasattr(value, "__float__") and not isinstance(value, int):
        return f"{float(value):.3g}"
    return str(value)


def _row(claim):
    css = claim.verdict.replace(" ", "-")
    statement = (f'{text(claim.statement)}<br><span class="mlc-place">{text(claim.place)}</span>',)
    badge = (f'<span class="mlc-verdict mlc-{escape(css)}">{escape(claim.verdict)}</span>',)
    words = [claim.measured, claim.note]
    measured = " — ".join(word for word in words if word not in ("", "–")) or "–"
    return statement, badge, claim.source, measured
