"""One calculator: its form, its answer, its gestures, and what it tells a page, without any widget."""
