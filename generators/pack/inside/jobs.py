"""The way in from ``run.mjs``: a task is a function of a module beside this one, its parameters are JSON.

Libraries that exist only inside the browser's Python are imported by name when a task needs them, so that these files
can be read, checked and tested anywhere.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module


def run(task: str, params: str) -> int:
    """Call a task, such as ``compiling.wheels``, with JSON parameters; its exit code."""
    module, _, name = task.partition(".")
    code: int = getattr(import_module(module), name)(**json.loads(params))
    sys.stdout.flush()
    sys.stderr.flush()
    return code
