"""Stands in for ``concurrent.futures`` in the page, which has one thread: the names that ``asyncio`` asks for."""

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"


class CancelledError(Exception): ...


class InvalidStateError(Exception): ...


class Future: ...
