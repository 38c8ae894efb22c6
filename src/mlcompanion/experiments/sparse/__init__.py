"""Experiments on sparsity: penalties, their balls, groups and trees."""
