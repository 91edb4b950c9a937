"""Stands in for ``logging`` in the page, where nothing is logged: the one name that ``asyncio`` asks for."""

DEBUG = 10
