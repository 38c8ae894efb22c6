"""van Seijen et al. (2011), section 5.3, Table 4: sparse models with and without the correction.

Settles of chapter jmlr12/29_best_match_rl: table4-large-maze, own-easier-maze.

The mazes and the block of fifteen cells are ours, since the source's picture is lost; 500 episodes
of at most 500 steps. A row holds ten runs of one learner; the default has 30 runs, the paper's
size 200, and 30 in the easier maze.
"""

from ..large_maze_runs import LEARNERS, maze_row

SIZES = {"default": {"blocks": 3}, "paper": {"blocks": 20}}
_EASY = ("ps-1", "ps-15", "bm-1", "bm-15", "q")


def cases(blocks):
    """One case for each learner, maze and ten runs."""
    kinds = [(name, "hard", blocks) for name in LEARNERS] + [(name, "easy", 3) for name in _EASY]
    return [
        {"learner": name, "maze": maze, "runs": 10, "seed": seed}
        for name, maze, repeats in kinds
        for seed in range(repeats)
    ]


def run(case):
    """The row of a case."""
    return maze_row(case["learner"], case["maze"], case["runs"], case["seed"])
