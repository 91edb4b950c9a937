"""Stands in for ``socket`` in the page, which has none: the defaults of methods that its event loop lacks as well."""

AF_UNSPEC = 0
AI_PASSIVE = 1
