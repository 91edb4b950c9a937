"""Stands in for the library's ``asyncio`` in the page, where a call is answered before the next one comes.

Pyodide's own loop stands on events, futures and tasks, and those are here as they are. Left out are sockets, streams,
processes and threads: a fifth of the whole start, for what a page does not have.
"""

from . import events
from .coroutines import *
from .events import *
from .exceptions import *
from .futures import *
from .tasks import *

DefaultEventLoopPolicy = events._BaseDefaultEventLoopPolicy


def run(main, *, debug=None, loop_factory=None):
    raise RuntimeError("a page has one event loop, and it runs")
