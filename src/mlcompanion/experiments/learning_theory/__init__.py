"""Experiments on finite classes, active learners and hypotheses kept from a stream."""
