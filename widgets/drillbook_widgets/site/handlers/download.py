"""The handler that serves a chapter as a notebook, for readers who run or change it at home."""

from __future__ import annotations

from drillbook_widgets.pages.chapter import notebook
from drillbook_widgets.site.handlers.base import Page


class NotebookHandler(Page):
    """GET /SHORT/CHAPTER.ipynb: the chapter's file, to be kept."""

    def get(self, short: str, slug: str) -> None:
        """Send the notebook as it is on disk, or the page that says that it is missing."""
        chapter = self.site.shelf.chapter(f"{short}/{slug}")
        name = chapter.notebook.name if chapter is not None else ""
        self.send(
            notebook(self.context, short, slug),
            Content_Disposition=f'attachment; filename="{name}"',
            Cache_Control="no-cache",
        )

    head = get
