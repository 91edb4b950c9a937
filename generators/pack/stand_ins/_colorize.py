"""Stands in for the library's own ``_colorize`` in the page, where nothing is printed in colour.

``traceback`` asks for it whenever Python starts; the original builds six data classes of terminal codes first, a
twentieth of the whole start.
"""

COLORIZE = False


class _Plain:
    type = message = filename = line_no = frame = error_highlight = error_range = reset = ""


class _Theme:
    traceback = _Plain


def can_colorize(*, file: object = None) -> bool:
    return False


def get_theme(*, tty_file: object = None, force_color: bool = False, force_no_color: bool = False) -> type[_Theme]:
    return _Theme
