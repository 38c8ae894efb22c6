"""Linear online learners as estimators, and their conversion to batch learners."""
