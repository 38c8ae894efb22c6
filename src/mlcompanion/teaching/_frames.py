"""The frames of a baked widget: drawn, encoded once, as large as the widget's budget allows."""

import io
from functools import lru_cache, partial

from .figures import few_colours

__all__ = ["FRAME_BUDGET", "draw_frames", "write_frames"]

FRAME_BUDGET = 1_000_000  # bytes of all frames of one widget
_SAMPLE = 5  # frames that tell what all of them will weigh
_MARGIN = 1.05  # times what was foreseen, for what a sample cannot tell
_GOLDEN = (5**0.5 - 1) / 2


def _photo(image, quality):
    """WebP for pictures with many colours: heat maps, images."""
    buffer = io.BytesIO()
    image.save(buffer, format="webp", quality=quality, method=2)
    return buffer.getvalue()


def _drawing(image, levels):
    """WebP without loss for line drawings, of a few levels a colour: light, and crisp."""
    step = 255 / (levels - 1)  # white and black are kept
    return _lossless(image.point([round(round(v / step) * step) for v in range(256)] * 3))


def _palette_drawing(image, colours):
    """The same with a palette: lighter still, and slower."""
    return _lossless(few_colours(image, colours).convert("RGB"))


def _lossless(image):
    buffer = io.BytesIO()
    image.save(buffer, format="webp", lossless=True, quality=0, method=1)
    return buffer.getvalue()


#: What is tried in turn: the multiple of the shown size, and how to encode. Fewer than 16 levels
#: would make pale grid lines dark. Twice the shown size costs as much drawing as all the rest of a
#: chapter's execution, one and a half times half of that.
_LARGEST = 1.5
_DRAWINGS = [
    (_LARGEST, partial(_drawing, levels=16)),
    (1.5, partial(_palette_drawing, colours=64)),
    (1.25, partial(_palette_drawing, colours=64)),
    (1.25, partial(_palette_drawing, colours=32)),
    (1.0, partial(_palette_drawing, colours=64)),
    (1.0, partial(_palette_drawing, colours=16)),
]
_PHOTOS = [(scale, partial(_photo, quality=75)) for scale in (_LARGEST, 1.25, 1.0)]
_PHOTOS.append((1.0, partial(_photo, quality=45)))


def draw_frames(render, states, name="widget"):
    """Draw and encode the states of a widget.

    Parameters
    ----------
    render : callable
        ``render(state, scale)`` gives an RGB image, at a multiple of the shown size, and a readout.
    states : list
    name : str
        The widget's name, for the message.

    Returns
    -------
    frames : list of bytes
        WebP files.
    readouts : list of str
    size : (int, int)
        Width and height of the frames.

    Raises
    ------
    ValueError
        If the frames are too heavy even at the smallest size.
    """
    order = _spread(len(states))
    # no state is drawn again where only the encoding changes
    picture = lru_cache(len(states))(lambda place, scale: render(states[place], scale))
    first, _ = picture(order[0], _LARGEST)
    # the lighter encoding of the first state tells which kind of picture it is
    rungs = min((_PHOTOS, _DRAWINGS), key=lambda some: len(some[0][1](first)))
    for scale, encode in rungs:
        frames = {}
        readouts = {}
        weight = 0
        for count, place in enumerate(order, start=1):
            image, readouts[place] = picture(place, scale)
            frames[place] = encode(image)
            weight += len(frames[place])
            # what cannot fit is given up as soon as that is seen
            foreseen = _MARGIN * weight / count * (len(order) - count) if count >= _SAMPLE else 0
            if weight + foreseen > FRAME_BUDGET:
                break
        else:
            places = range(len(states))
            return [frames[p] for p in places], [readouts[p] for p in places], image.size
    raise ValueError(
        f"{name}: {len(states)} frames weigh more than {FRAME_BUDGET:,} bytes: name fewer states, "
        "or draw less in each"
    )


def _spread(count):
    """The places 0, ..., count - 1 in an order of which every beginning stands for all."""
    return sorted(range(count), key=lambda place: place * _GOLDEN % 1)


def write_frames(frames, folder):
    """Write the frames as files, and remove those of an earlier build."""
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("*.webp"):
        stale.unlink()
    for number, frame in enumerate(frames):
        (folder / f"{number}.webp").write_bytes(frame)
