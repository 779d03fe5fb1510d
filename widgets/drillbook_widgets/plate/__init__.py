"""One calculator without any widget: its form, answer, gestures and messages to a page."""
