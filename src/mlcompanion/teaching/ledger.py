"""``Ledger``: what the source says, what we measured, and a verdict that is computed.

A chapter hands in measurements (``Ledger.measure``); the criteria of its claims file judge them.

An executed ledger holds its lines as JSON under ``MIME``: ``{"schema": 3, "page": …, "claims":
[…]}`` with the fields of ``Claim``.
"""

from dataclasses import asdict
from html import escape

from IPython.display import display

from ._comparisons import comparisons
from ._mode import output_mode
from .claims import MIME, SCHEMA, Claim, criterion, find_claims, load_claims, plain, shortfalls
from .ledger_view import check_shown, ledger_html, ledger_text, measurements_words

__all__ = ["Ledger"]

_PROVENANCE = ("name", "size", "date", "commit", "machine", "cases", "failed")


class Ledger:
    """The claims of one chapter.

    Parameters
    ----------
    page : str
        ``"part/NN_slug"`` of the chapter, in whose folder its claims file lies.
    """

    def __init__(self, page):
        part, _, slug = str(page).partition("/")
        if not part or not slug:
            raise ValueError(f"page must be 'part/NN_slug', got {page!r}")
        self.page = page
        self.claims = []
        path = find_claims(page)
        self._fixed = None if path is None else load_claims(path)

    def measure(
        self,
        claim_id,
        measurements=None,
        /,
        *,
        setup="",
        stand_in=False,
        differs=False,
        sizes=None,
        repeats=None,
        study=None,
        shown=None,
        note="",
        **more,
    ):
        """Hand in the measurements of a claim; the criterion of the claims file judges them.

        Parameters
        ----------
        claim_id : str
            The claim's id in the file.
        measurements : dict, optional
            Every measurement that the file names: numbers, booleans, lists or arrays of them. They
            may also come as keywords.
        setup : str
            Our setting in words, where it differs from the source's.
        stand_in, differs : bool
            Other data stand in for the source's; a parameter is not the source's. Either needs
            ``setup``; a *claim* is then *partly* reproduced at best, and *not on our stand-in*
            where its criterion is missed.
        sizes : dict, optional
            The sizes that we ran, by the names of the file's ``setup``: numbers or lists of them.
        repeats : int, optional
            The repeats that we ran. Where sizes or repeats are below the file's
            (:func:`mlcompanion.teaching.claims.shortfalls`), the verdict is *partly* at best.
        study : object, optional
            The stored study or race that the measurements come from; has ``provenance``, a dict
            with name, size, date, commit, machine, cases, failed and, if it can be unfinished, the
            number of cases ``expected``; of a study also the ``digests`` of its code.
        shown : callable, optional
            ``measurements -> str``; default all of them, rounded.
        note : str
            What else is worth telling.

        Returns
        -------
        Claim

        Raises
        ------
        ValueError
            For an unknown or repeated id, missing or surplus measurements, a NaN, a deviation
            without ``setup``, a size that the file does not have, a constant ``shown``; or if there
            is no claims file (in a reader's kernel, where the notebook may have been downloaded
            alone, the measurements are shown without a verdict).
        """
        measured = {**(measurements or {}), **more}
        measured = {name: plain(value, name) for name, value in measured.items()}
        check_shown(shown)
        if (stand_in or differs) and not str(setup).strip():
            raise ValueError("setup must tell our setting where stand_in or differs is true")
        if any(claim.id == claim_id for claim in self.claims):
            raise ValueError(f"claim_id {claim_id!r} was measured before")
        told = {
            "measured": (shown or measurements_words)(measured),
            "note": note,
            "our_setup": str(setup),
            "stand_in": bool(stand_in),
            "differs": bool(differs),
            "study": _provenance(study),
            "evidence": "page" if study is None else "study",
        }
        claim = self._judged(claim_id, measured, told, {"sizes": sizes, "repeats": repeats})
        self.claims.append(claim)
        return claim

    def _judged(self, claim_id, measured, told, extent):
        if self._fixed is None:
            self._only_live()
            return Claim("claim", claim_id, "", "", verdict="not judged", id=claim_id, **told)
        fixed = self._fixed.get(claim_id)
        if fixed is None or fixed["runs"] == "none":
            known = sorted(name for name, c in self._fixed.items() if c["runs"] != "none")
            raise ValueError(f"claim_id must be one of {known}, got {claim_id!r}")
        if set(measured) != set(fixed["measure"]):
            raise ValueError(
                f"measurements of {claim_id!r} must be {sorted(fixed['measure'])}, "
                f"got {sorted(measured)}"
            )
        short = shortfalls(fixed["setup"], **extent)
        deviates = fixed["kind"] == "claim" and (told["stand_in"] or told["differs"])
        verdict = _verdict(fixed["kind"], _outcome(fixed, measured), deviates, bool(short))
        compared = comparisons(fixed["reproduced"], measured)
        return _line(fixed, verdict=verdict, short=short, compared=compared, **told)

    def _only_live(self):
        if output_mode() != "live":
            raise ValueError(f"there is no claims file for {self.page}")

    def _settled(self):
        """Every claim of the file, in its order; those that no notebook measures by themselves."""
        filed = {claim.id: claim for claim in self.claims}
        lines = []
        for name, fixed in self._fixed.items():
            if name in filed:
                lines.append(filed.pop(name))
            elif fixed["runs"] == "none":
                verdict = "not testable here"
                note = fixed["reason"]
                lines.append(_unmeasured(fixed, verdict=verdict, note=note))
            elif fixed["runs"] == "study":
                lines.append(_unmeasured(fixed, verdict="study pending"))
            else:
                raise ValueError(f"claim {name!r} of the claims file was not measured")
        return lines

    def show(self):
        """Show the ledger as a table; the executed notebook also holds it as JSON.

        Raises
        ------
        ValueError
            If a claim of the claims file was not measured, save those that run nowhere (*not
            testable here*) or whose study is still to run (*study pending*); or if there is no
            claims file, save in a reader's kernel.
        """
        display(self._bundle(), raw=True)

    def _bundle(self):
        if self._fixed is None:
            self._only_live()
        lines = self.claims if self._fixed is None else self._settled()
        bundle = {
            "text/plain": ledger_text(lines),
            MIME: {"schema": SCHEMA, "page": self.page, "claims": [asdict(c) for c in lines]},
        }
        if output_mode() != "plain":
            bundle["text/html"] = ledger_html(lines)
        if self._fixed is None:
            notice = f"no claims file for {self.page} is installed: measurements without verdicts."
            bundle["text/plain"] = f"{notice}\n{bundle['text/plain']}"
            bundle["text/html"] = f"<p>{escape(notice)}</p>{bundle['text/html']}"
        return bundle


def _outcome(fixed, measured):
    """What a claim's criterion says of the measurements."""
    if criterion(fixed["reproduced"], measured)(measured):
        return "met"
    if fixed.get("partly") and criterion(fixed["partly"], measured)(measured):
        return "partly"
    return "missed"


def _verdict(kind, outcome, deviates, short):
    """The verdict that an outcome gives: capped above and below where our setting is another."""
    met = {"erratum": "erratum", "own": "holds"}.get(kind, "reproduced")
    missed = "does not hold" if kind == "own" else "not reproduced"
    if outcome == "missed":
        return "not on our stand-in" if deviates else missed
    return "partly" if outcome == "partly" or deviates or short else met


def _unmeasured(fixed, **told):
    return _line(fixed, measured="–", evidence="none", **told)


def _line(fixed, **told):
    return Claim(
        **{name: fixed[name] for name in ("id", "kind", "statement", "place", "source", "rule")},
        **{name: fixed[name] for name in ("measure", "setup")},
        headline=bool(fixed.get("headline")),
        scan=bool(fixed.get("scan")),
        criterion=fixed.get("reproduced") or "",
        partly=fixed.get("partly") or "",
        **told,
    )


def _provenance(study):
    if study is None:
        return None
    missing = set(_PROVENANCE) - set(study.provenance)
    if missing:
        raise ValueError(f"study's provenance lacks {sorted(missing)}")
    told = {name: study.provenance[name] for name in _PROVENANCE}
    expected = study.provenance.get("expected", told["cases"])
    return told | {"expected": expected, "digests": study.provenance.get("digests", [])}
