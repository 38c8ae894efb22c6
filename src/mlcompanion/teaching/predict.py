"""``Predict``: a guess before the first move, and what was to be seen, folded until then.

The same in the book (native radio buttons, a ``details``) and in a kernel (ipywidgets). Nothing is
counted, kept or locked: the reader may also move first, or open the fold without a guess.
"""

from dataclasses import dataclass
from html import escape

from .html import text, worded

__all__ = ["Predict"]

FOLD = "What was to be seen, and why"


@dataclass(frozen=True)
class Predict:
    """A question to answer before the first move.

    Parameters
    ----------
    question : str
        What will happen? Inline mathematics between dollars.
    options : sequence of str
        Two to four answers, among them one that is wrong for a good reason. Plain text: a live
        widget's radio buttons show no mathematics.
    answer : str
        The right one of ``options``.
    because : str
        What was to be seen and why. Inline mathematics between dollars, ``*emphasis*``,
        ``**strong**``, ```code```, an empty line between paragraphs; no roles and no links. A
        number in it is checked by a cell with :func:`~mlcompanion.teaching.holds`.

    Raises
    ------
    ValueError
        If a text is empty, there are not two to four different options, one of them has
        mathematics, or the answer is not among them.

    Examples
    --------
    >>> guess = Predict("Twice the data: what becomes of the error?", ["half", "a bit less"],
    ...                 "a bit less", r"It falls like $1/\\sqrt n$: to 71 %.")
    >>> guess.verdict("half")
    '“half”: see below.'
    """

    question: str
    options: tuple
    answer: str
    because: str

    def __post_init__(self):
        for name in ("question", "because"):
            if not str(getattr(self, name)).strip():
                raise ValueError(f"{name} must not be empty")
        options = () if isinstance(self.options, str) else tuple(map(str, self.options))
        if not 2 <= len(set(options)) == len(options) <= 4:
            raise ValueError(f"options must be two to four different texts, got {self.options!r}")
        if any("$" in option for option in options):
            raise ValueError(f"options must be without mathematics, got {options!r}")
        if self.answer not in options:
            raise ValueError(f"answer {self.answer!r} is not among the options {options!r}")
        object.__setattr__(self, "options", options)

    def verdict(self, option):
        """What is said of a guess: in words, and no score."""
        return f"“{option}”: {'right' if option == self.answer else 'see below'}."

    def explanation(self):
        """The answer and the reason, as HTML."""
        return worded(f"**{self.answer}.**\n\n{self.because}")

    # -- in the book ---------------------------------------------------------------------------

    def book(self, ident):
        """The question and the fold, as HTML; ``ident`` names the widget."""
        buttons = "".join(
            f'<label><input type="radio" name="{ident}-guess" '
            f'data-verdict="{escape(self.verdict(option))}"> <span>{escape(option)}</span></label>'
            for option in self.options
        )
        question = (
            f'<fieldset class="mlc-predict"><legend>{text(self.question)}</legend>'
            f'{buttons}<p class="mlc-guess" aria-live="polite"></p></fieldset>'
        )
        fold = (
            f'<details class="mlc-because"><summary>{FOLD}</summary>{self.explanation()}</details>'
        )
        return question, fold

    # -- in a kernel ---------------------------------------------------------------------------

    def live(self, widgets):
        """The question and the fold, as two ipywidgets."""
        guess = widgets.RadioButtons(
            options=self.options, value=None, layout={"width": "max-content", "max_width": "100%"}
        )
        verdict = widgets.HTML()
        fold = widgets.Accordion(
            children=[widgets.HTMLMath(self.explanation())], titles=(FOLD,), selected_index=None
        )

        def unfold(change):
            verdict.value = escape(self.verdict(change.new))
            fold.selected_index = 0

        guess.observe(unfold, names="value")
        question = widgets.HTMLMath(f"<b>{text(self.question)}</b>")
        return widgets.VBox([question, guess, verdict]), fold
