"""Online learners for many classes, rankings and strings, and their dual steps."""
