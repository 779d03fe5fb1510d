"""The static edition: the book as plain files, with answers computed in the browser.

The answers are computed in the reader's browser, without a server.
"""
