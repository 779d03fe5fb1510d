"""A chapter as the notebook it is: handed to whoever wants to run or change it at home."""

from __future__ import annotations

from tornado import web

from drillbook_widgets.site.handlers.base import SORRY, Page


class NotebookHandler(Page):
    """GET /SHORT/CHAPTER.ipynb: the chapter's file, to be kept."""

    def get(self, short: str, slug: str) -> None:
        """The notebook as it stands on disk, or the page that says there is none."""
        chapter = self.site.shelf.chapter(f"{short}/{slug}")
        if chapter is None:
            self.sorry(404, SORRY[404])
            return
        try:
            made = chapter.notebook.read_bytes()
        except OSError:
            raise web.HTTPError(404) from None
        self.set_header("Content-Type", "application/x-ipynb+json")
        self.set_header("Content-Disposition", f'attachment; filename="{chapter.notebook.name}"')
        self.set_header("Cache-Control", "no-cache")
        self.finish(made)

    head = get
