"""Processes that render pages and search ahead of the server."""
