"""Stands in for ``subprocess`` in the page, which starts none: the default of methods that its loop lacks as well."""

PIPE = -1
