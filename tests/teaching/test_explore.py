import io
import json
import re
from collections import Counter
from html import unescape

import numpy as np
import pytest
from PIL import Image

from mlcompanion.teaching import Choice, Predict, Slider, Toggle, explore, grid
from mlcompanion.teaching._frames import FRAME_BUDGET, draw_frames
from mlcompanion.teaching.explorer import WIDGET, Explorer


def line(fig, power, bold):
    """A power of x."""
    x = np.linspace(0, 1, 20)
    fig.subplots().plot(x, x**power, linewidth=4 if bold else 1)
    return f"x to the power {power}"


def make(draw=line, states=None, predict=None, **controls):
    controls = controls or {"power": Slider(1, 3, value=2, play=True), "bold": Toggle()}
    return Explorer(draw, controls, states, predict=predict)


@pytest.fixture
def book(monkeypatch, tmp_path):
    monkeypatch.setenv("MLCOMPANION_FRAMES", str(tmp_path))
    monkeypatch.setenv("MLCOMPANION_PAGE", "part/01_page")
    return tmp_path


def baked_data(html):
    return json.loads(re.search(r'class="mlc-data">(.*?)</script>', html, re.S)[1])


def test_live_widget_redraws_when_a_control_moves():
    box, words = make().live()
    assert words == "x to the power 2"
    row, picture, readout, _ = box.children
    slider = next(w for w in row.children if w.description == "power" and hasattr(w, "index"))
    before = picture.value
    slider.value = 3
    assert picture.value != before
    assert "power 3" in readout.value
    assert picture.alt == "x to the power 3"


def test_a_live_picture_keeps_its_size_and_is_sharp():
    picture = make().live()[0].children[1]
    assert (picture.layout.width, picture.layout.max_width) == ("520px", "100%")
    assert Image.open(io.BytesIO(picture.value)).width == 1040


def test_plain_text_is_the_default_readout_in_every_mode(book):
    explorer = make()
    for mode in ("live", "plain", "book"):
        assert explorer.bundle(mode)["text/plain"] == "x to the power 2"
    assert "text/html" not in explorer.bundle("plain")


def test_baking_writes_one_frame_a_state_within_the_budget(book):
    html, _ = make().bake()
    data = baked_data(html)
    frames = sorted((book / "part/01_page/line").glob("*.webp"))
    assert len(frames) == len(data["states"]) == len(data["readouts"]) == 6
    assert data["states"][0] == [1, 0]
    assert sum(f.stat().st_size for f in frames) <= FRAME_BUDGET


def test_a_widget_of_lines_says_so_and_one_with_a_picture_in_some_state_does_not(book):
    def sometimes(fig, power, bold):
        """A line, or a picture."""
        ax = fig.subplots()
        return f"{ax.imshow(np.eye(3)) if power == 3 else ax.plot([0, 1])}"[:4]

    assert 'class="mlc-explore mlc-side mlc-drawing"' in make().bake()[0]
    assert 'class="mlc-explore mlc-side"' in make(sometimes).bake()[0]


def test_baking_twice_leaves_no_stale_frame(book):
    make().bake()
    make(states=grid(power=[1, 2], bold=[False])).bake()
    assert len(list((book / "part/01_page/line").glob("*.webp"))) == 2


def test_baked_controls_offer_only_what_is_drawn(book):
    html, _ = make(states=grid(power=[1, 3], bold=[False])).bake()
    data = baked_data(html)
    assert data["labels"] == [["1", "2", "3"], ["off", "on"]]  # 2 is the default
    states = grid(power=[2, 3], bold=[False])
    html, _ = make(states=states).bake()
    data = baked_data(html)
    assert data["labels"][0] == ["2", "3"]
    assert data["states"] == [[0, 0], [1, 0]]
    assert 'max="1"' in html


def test_baked_controls_are_labelled_and_native(book):
    html, _ = make(
        draw=lambda_with_doc, c=Choice(["a", "b"]), k=Slider(1, 3, play=True), on=Toggle()
    ).bake()
    for control in ("c", "k", "on"):
        assert f'for="explore-lambda-with-doc-{control}"' in html
    assert "<select id=" in html
    assert 'type="range"' in html
    assert 'type="checkbox"' in html
    assert 'class="mlc-play"' in html
    assert html.count('aria-live="polite"') == 2
    assert "style=" not in html


def lambda_with_doc(fig, c, k, on):
    """Three controls with <markup> & signs."""
    return f"{c} {k} {on} <b>"


def test_text_is_escaped(book):
    html, _ = make(draw=lambda_with_doc, c=Choice(["a", "b"]), k=Slider(1, 3), on=Toggle()).bake()
    assert "<markup>" not in html
    assert 'alt="a 1 False &lt;b&gt;"' in html
    assert baked_data(html)["readouts"][0] == "a 1 False <b>"
    assert unescape("&lt;markup&gt;") in unescape(html)


def test_named_states_must_stand_on_the_controls():
    with pytest.raises(ValueError, match="power=7"):
        make(states=[{"power": 7, "bold": True}]).drawn_states()
    with pytest.raises(ValueError, match="must name"):
        make(states=[{"power": 2}]).drawn_states()


def test_too_many_states_are_refused():
    def draw(fig, a, b):
        """Too many."""
        return "x"

    explorer = Explorer(draw, {"a": Slider(1, 20), "b": Slider(1, 20)})
    with pytest.raises(ValueError, match="400 states"):
        explorer.drawn_states()


def test_controls_caption_and_readout_are_required():
    with pytest.raises(ValueError, match="one to three names"):
        make(draw=line, power=Slider(1, 3))

    def undocumented(fig, power):
        return "x"

    with pytest.raises(ValueError, match="docstring"):
        make(draw=undocumented, power=Slider(1, 3))

    def silent(fig, power):
        """Says nothing."""

    with pytest.raises(ValueError, match="readout"):
        make(draw=silent, power=Slider(1, 3)).live()


def test_decorator_returns_the_function(monkeypatch):
    monkeypatch.setattr("mlcompanion.teaching.explorer.display", lambda *a, **k: None)
    assert explore(power=Slider(1, 3), bold=Toggle())(line) is line


def test_output_says_how_long_drawing_took(monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr("mlcompanion.teaching.explorer.display", lambda *a, **k: shown.append(k))
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "book")
    monkeypatch.setenv("MLCOMPANION_FRAMES", str(tmp_path))
    explore(power=Slider(1, 3), bold=Toggle())(line)
    assert shown[0]["metadata"]["mlcompanion"]["drawing_seconds"] > 0


def test_unknown_mode_is_refused(monkeypatch):
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "loud")
    with pytest.raises(ValueError, match="MLCOMPANION_OUTPUT"):
        explore(power=Slider(1, 3), bold=Toggle())(line)


def test_a_state_is_drawn_once(book):
    drawn = []

    def count(fig, power, bold):
        """A power of x."""
        drawn.append((power, bold))
        return line(fig, power, bold)

    make(draw=count).bake()
    assert len(drawn) == len(set(drawn)) == 6


def flat(state, scale):
    """A light picture of 400 by 300."""
    return Image.new("RGB", (int(400 * scale), int(300 * scale)), "white"), f"state {state}"


def noisy(state, scale):
    """A picture that no format makes small, of 400 by 300."""
    size = (int(300 * scale), int(400 * scale), 3)
    grains = np.random.default_rng(state).integers(0, 256, size, dtype=np.uint8)
    return Image.fromarray(grains), f"state {state}"


def test_heavy_frames_are_drawn_smaller_until_they_fit_and_are_refused_otherwise():
    frames, readouts, size = draw_frames(flat, list(range(7)))
    assert readouts == [f"state {n}" for n in range(7)]
    assert {Image.open(io.BytesIO(f)).size for f in frames} == {size} == {(600, 450)}
    frames, _, size = draw_frames(noisy, list(range(9)))
    assert sum(map(len, frames)) <= FRAME_BUDGET
    assert size[0] < 600
    with pytest.raises(ValueError, match="burst: 90 frames"):
        draw_frames(noisy, list(range(90)), "burst")


# Fifteen frames of noise are drawn at several sizes: some seconds.
def test_frames_heavier_than_their_sample_are_drawn_smaller_and_once_a_size():
    drawn = Counter()

    def render(n, scale):
        drawn[n, scale] += 1
        return (flat if n % 6 == 0 else noisy)(n, scale)

    frames, _, size = draw_frames(render, list(range(15)))
    assert sum(map(len, frames)) <= FRAME_BUDGET
    assert size[0] < 600
    assert drawn.most_common(1)[0][1] == 1


GUESS = Predict(
    "What does $x^p$ do for large $p$?",
    ["it rises early", "it rises < late"],
    "it rises < late",
    "Below 1 *every* factor makes it smaller: $x^3<x^2$.\n\n**Late**, then.",
)


def test_a_guess_stands_before_the_controls_and_its_reason_folded_after_the_picture(book):
    html, words = make(predict=GUESS).bake()
    parts = ["<fieldset", "<legend>", 'type="radio"', 'class="mlc-controls"', "<img", "<details"]
    assert [html.index(part) for part in parts] == sorted(html.index(part) for part in parts)
    assert html.count('type="radio" name="explore-line-guess"') == 2
    assert 'data-verdict="“it rises &lt; late”: right."' in html
    assert 'data-verdict="“it rises early”: see below."' in html
    assert "<details open" not in html
    assert r"\(x^3&lt;x^2\)</span>.</p><p><strong>Late</strong>, then.</p></details>" in html
    assert words == "x to the power 2"


def test_a_guess_in_a_live_widget_opens_the_reason_and_says_which_it_was():
    box, words = make(predict=GUESS).live()
    question, *_, fold = box.children
    _, guess, verdict = question.children
    assert (guess.value, fold.selected_index, verdict.value) == (None, None, "")
    guess.value = "it rises early"
    assert (fold.selected_index, verdict.value) == (0, "“it rises early”: see below.")
    guess.value = "it rises < late"
    assert verdict.value == "“it rises &lt; late”: right."
    assert words == "x to the power 2"


def test_only_a_predict_is_a_guess():
    with pytest.raises(ValueError, match="predict must be a Predict"):
        make(predict="What happens?")


def test_the_stored_notebook_tells_the_controls_that_are_drawn(book):
    explorer = make(states=grid(power=[1, 3], bold=[False]), predict=GUESS)
    told = explorer.bundle("plain")[WIDGET]
    assert told == explorer.bundle("book")[WIDGET]
    assert told["predict"]
    assert told["controls"] == [
        {"name": "power", "kind": "slider", "play": True, "stops": ["1", "2", "3"]},
        {"name": "bold", "kind": "toggle", "play": False, "stops": ["off", "on"]},
    ]
    json.dumps(told)
