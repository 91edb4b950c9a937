"""Stands in for ``zipfile`` in the page: Pyodide asks for this name to unpack packages, and the page has none."""


class ZipFile:
    def __init__(self, *_args, **_options):
        raise NotImplementedError("the page unpacks no packages: its code stays in the archives it came in")
