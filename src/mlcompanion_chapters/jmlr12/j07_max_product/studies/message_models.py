"""McAuley and Caetano (2011), sections 7.3 and 7.4: reads with the potentials of real models.

Settles of chapter jmlr12/07_max_product: fig13-14-matching, fig16-17-text, fig18-19-structured,
own-insertion-sort.

*matching*: products of a loop of ten template points against N random points or N points of an
outline. *text*: errors before and after, products over the number for independent orders. *grid*:
entries read per message, a seed a case. *insertion*: swaps of a list after the first sweep.
"""

from .. import images, matching, texts

MATCHING = (16, 32, 64, 128, 256)
SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}


def cases(share):
    """One case for each size and seed of each experiment."""
    repeats = max(int(10 * share), 1)
    made = [
        {"experiment": "matching", "kind": kind, "n": n, "seed": seed}
        for kind in ("points", "outlines")
        for n in MATCHING
        for seed in range(repeats)
    ]
    made += [
        {"experiment": "grid", "kind": kind, "n": n, "seed": seed}
        for kind in images.KINDS
        for n in images.SIZES
        for seed in range(max(int(5 * share), 1))
    ]
    made += [
        {"experiment": "insertion", "kind": kind, "n": n, "seed": seed}
        for n in (64, 144)
        for kind in ("random", "flow")
        for seed in range(3)
    ]
    for name in texts.TEXTS:
        # where a string takes a tenth of a second and more, the source's number of strings will do
        number = 200 if name in ("ko", "ja") else 2000
        made += [
            {"experiment": "text", "kind": name, "model": m, "number": max(int(number * share), 2)}
            for m in ("chain", "second")
        ]
    return made


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "matching":
        match = {"points": matching.points_case, "outlines": matching.outline_case}[case["kind"]]
        return match(case["n"], case["seed"])
    if kind == "grid":
        return images.reads_of_grid(case["kind"], case["n"], case["seed"])
    if kind == "insertion":
        return {"moves": images.insertion_moves(case["kind"], case["n"], case["seed"])}
    return texts.text_case(case["kind"], case["model"], case["number"])
