"""One folder a chapter: what its notebook and studies run, and what it is judged by."""
