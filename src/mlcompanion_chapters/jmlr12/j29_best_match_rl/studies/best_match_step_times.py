"""van Seijen et al. (2011), last columns of Tables 3 to 5: what a step of each method costs.

Settles of chapter jmlr12/29_best_match_rl: time-per-step.

Processor seconds of one thread, five races of all methods in turn; everything is compiled before
the clock starts, and what a run costs before its first step is taken off. Run it with one worker.
"""

from ..step_times import step_seconds

SIZES = {"default": {"races": 5, "runs": 2}, "paper": {"races": 5, "runs": 10}}


def cases(races, runs):
    """One case for each race."""
    return [{"race": race, "runs": runs} for race in range(races)]


def run(case):
    """The row of a race."""
    return step_seconds(case["runs"])
