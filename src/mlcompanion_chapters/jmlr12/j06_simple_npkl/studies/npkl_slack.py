"""Zhuang, Tsang and Hoi (2011), section 4.3.2: what becomes of a budget that is too large.

Settles of chapter jmlr12/06_simple_npkl: erratum-slack-budget. Needs CVXPY with Clarabel, which it
brings along.
"""

from ..slack import interior_slack_row

SIZES = {"default": {"instances": 10}, "paper": {"instances": 10}}


def cases(instances):
    """Each instance."""
    return [{"seed": seed} for seed in range(instances)]


def run(case):
    """The row of an instance."""
    return interior_slack_row(case["seed"])
