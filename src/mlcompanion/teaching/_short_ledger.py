"""The calls of a chapter without a claims file, which files its claims itself."""

from ._html import table_html, table_text, text
from ._ledger_view import HEADER, check_shown, verdict_badge
from ._mode import output_mode
from .claims import MIME, TIMINGS, Claim

_SHORT = ("kind", "statement", "place", "source", "measured", "verdict", "note")


class ShortLedger:
    """What ``Ledger`` offers to a chapter without a claims file."""

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
        """File a claim of the source, in a chapter without a claims file.

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
        shown : callable, optional
            ``measured -> str``, the measurement in words; default a rounded rendering.
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
            "claim", statement, place, source, "–", "not testable here", reason, None, False
        )

    def _file(self, kind, statement, place, source, value, verdict, note, shown, timing):
        if self._fixed is not None:
            raise ValueError(f"{self.page} has a claims file: hand in measurements with measure()")
        words = {"statement": statement, "place": place, "source": source}
        for name, word in words.items():
            if not str(word).strip():
                raise ValueError(f"{name} must not be empty")
        check_shown(shown)
        measured = (_words if verdict == "not testable here" else shown or _words)(value)
        told = (statement, place, str(source), measured, verdict, note)
        claim = Claim(kind, *told, timing=timing)
        self.claims.append(claim)
        return claim

    def _short_bundle(self):
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
                HEADER,
                map(_row, self.claims),
                css="mlc-ledger",
                row_ids=[f"claim-{number}" for number, _ in enumerate(self.claims, start=1)],
            )
        return bundle


def _fields(claim):
    return {name: getattr(claim, name) for name in _SHORT}


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
    statement = (f'{text(claim.statement)}<br><span class="mlc-place">{text(claim.place)}</span>',)
    badge = (verdict_badge(claim),)
    words = [claim.measured, claim.note]
    measured = " — ".join(word for word in words if word not in ("", "–")) or "–"
    return statement, badge, claim.source, measured
