"""Experiments on online learners: regret and mistakes beside their bounds."""
