"""A small static file server for the tests and the benchmarks.

It behaves like the hosts a static site ends up on: gzip for what compresses, the right media types, an index
for each folder, a ``404.html``, an ``ETag``, and a site that may lie below a sub-path. On top of that come the
things a test wants: a log of every request with the bytes sent, extra response headers (a
Content-Security-Policy), a slow line, and files that fail on purpose.

    with Server(Path("site"), prefix="/reference/") as server:
        open(server.url)
        print(server.sent("/assets/"))

From a shell: ``python -m tests.server site --prefix /reference/``.
"""

from __future__ import annotations

import argparse
import fnmatch
import gzip
import hashlib
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import ClassVar
from urllib.parse import unquote, urlsplit

MEDIA_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
#: What is sent gzipped when the browser takes it, as the usual static hosts do.
COMPRESSED = frozenset({".css", ".html", ".js", ".json", ".map", ".mjs", ".svg", ".txt", ".wasm", ".xml"})
CHUNK = 16 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """One answered request: where it went and what it cost in bytes on the wire (body only)."""

    method: str
    path: str
    status: int
    sent: int
    encoding: str


@dataclass(frozen=True, slots=True)
class _Body:
    data: bytes
    zipped: bytes | None
    media_type: str
    etag: str


@dataclass(slots=True)
class _Fault:
    pattern: str
    status: int
    left: int


@dataclass(slots=True)
class _State:
    root: Path
    mounts: Mapping[str, Path]
    prefix: str
    headers: Mapping[str, str]
    bytes_per_second: int | None
    log: list[Request] = field(default_factory=list)
    faults: list[_Fault] = field(default_factory=list)
    bodies: dict[tuple[str, int, int], _Body] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, path: str) -> Path | None:
        """The file or folder behind a URL path, or None: outside the prefix, missing, or an escape."""
        if not path.startswith(self.prefix):
            return None
        rest = path[len(self.prefix) :]
        base = self.root
        for mount, folder in self.mounts.items():
            if rest.startswith(mount):
                base, rest = folder, rest[len(mount) :]
                break
        found = (base / rest).resolve()
        if not found.is_relative_to(base.resolve()) or not found.exists():
            return None
        return found

    def body(self, file: Path) -> _Body:
        """The file's bytes, compressed once and kept, so that compressing never counts as waiting."""
        stat = file.stat()
        key = (str(file), stat.st_mtime_ns, stat.st_size)
        with self.lock:
            if key not in self.bodies:
                data = file.read_bytes()
                zipped = gzip.compress(data, 6, mtime=0) if file.suffix in COMPRESSED else None
                self.bodies[key] = _Body(
                    data=data,
                    zipped=zipped,
                    media_type=MEDIA_TYPES.get(file.suffix, "application/octet-stream"),
                    etag=f'"{hashlib.sha256(data).hexdigest()[:20]}"',
                )
            return self.bodies[key]

    def fault(self, path: str) -> int | None:
        with self.lock:
            for fault in self.faults:
                if fault.left and fnmatch.fnmatchcase(path, fault.pattern):
                    fault.left -= 1
                    return fault.status
        return None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 64 * 1024
    state: ClassVar[_State]

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        status = self.state.fault(path)
        if status is not None:
            self._send(status, _Body(b"out of order\n", None, MEDIA_TYPES[".txt"], '"fault"'))
            return
        found = self.state.find(path)
        if found is not None and found.is_dir():
            if not path.endswith("/"):
                self._redirect(path + "/")
                return
            index = found / "index.html"
            found = index if index.is_file() else None
        if found is None or not found.is_file():
            page = self.state.root / "404.html"
            missing = _Body(b"not found\n", None, MEDIA_TYPES[".txt"], '"missing"')
            self._send(HTTPStatus.NOT_FOUND, self.state.body(page) if page.is_file() else missing)
            return
        body = self.state.body(found)
        if self.headers.get("If-None-Match") == body.etag:
            self._send(HTTPStatus.NOT_MODIFIED, _Body(b"", None, body.media_type, body.etag))
            return
        self._send(HTTPStatus.OK, body)

    do_HEAD = do_GET

    def _redirect(self, where: str) -> None:
        self._log(HTTPStatus.MOVED_PERMANENTLY, 0, "")
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, status: int, body: _Body) -> None:
        data, encoding = body.data, ""
        if body.zipped is not None and "gzip" in self.headers.get("Accept-Encoding", ""):
            data, encoding = body.zipped, "gzip"
        # Logged first: whoever has read the answer also finds it in the log.
        self._log(status, len(data), encoding)
        self.send_response(status)
        self.send_header("Content-Type", body.media_type)
        self.send_header("ETag", body.etag)
        self.send_header("Cache-Control", "max-age=600" if status < HTTPStatus.BAD_REQUEST else "no-store")
        self.send_header("Vary", "Accept-Encoding")
        for name, value in self.state.headers.items():
            self.send_header(name, value)
        if encoding:
            self.send_header("Content-Encoding", encoding)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD" and status != HTTPStatus.NOT_MODIFIED:
            self._write(data)

    def _write(self, data: bytes) -> None:
        pace = self.state.bytes_per_second
        try:
            if pace is None:
                self.wfile.write(data)
                return
            for start in range(0, len(data), CHUNK):
                piece = data[start : start + CHUNK]
                self.wfile.write(piece)
                self.wfile.flush()
                time.sleep(len(piece) / pace)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _log(self, status: int, sent: int, encoding: str) -> None:
        with self.state.lock:
            self.state.log.append(Request(self.command, unquote(urlsplit(self.path).path), status, sent, encoding))

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: the log is for the tests to read."""


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle is no fault of the server; anything else is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Server:
    """Serves one folder on 127.0.0.1 in a thread of its own; a context manager.

    ``prefix`` is the sub-path of the site (``/`` or ``/name/``). ``mounts`` lays further folders below it
    (``{"assets/runtime/": folder}``). ``headers`` go with every answer. ``bytes_per_second`` slows each answer.
    """

    def __init__(
        self,
        root: Path,
        *,
        prefix: str = "/",
        mounts: Mapping[str, Path] | None = None,
        headers: Mapping[str, str] | None = None,
        bytes_per_second: int | None = None,
        port: int = 0,
    ) -> None:
        if not root.is_dir():
            raise NotADirectoryError(f"{root}: not a folder that can be served")
        if not (prefix.startswith("/") and prefix.endswith("/")):
            raise ValueError(f"prefix {prefix!r}: write it with a slash at both ends, as in /reference/")
        self._state = _State(root, dict(mounts or {}), prefix, dict(headers or {}), bytes_per_second)
        handler = type("Handler", (_Handler,), {"state": self._state})
        self._listener = _Listener(("127.0.0.1", port), handler)
        self._thread = threading.Thread(
            target=self._listener.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._listener.server_address[1]}"

    @property
    def url(self) -> str:
        """Where the site begins, with the sub-path."""
        return self.origin + self._state.prefix

    @property
    def log(self) -> list[Request]:
        """Every request so far, oldest first (a copy)."""
        with self._state.lock:
            return list(self._state.log)

    def sent(self, part: str = "") -> int:
        """Body bytes sent so far for paths that contain ``part``."""
        return sum(request.sent for request in self.log if part in request.path)

    def forget(self) -> None:
        """Empty the log."""
        with self._state.lock:
            self._state.log.clear()

    def break_path(self, pattern: str, *, status: int = 503, times: int = 10**9) -> None:
        """Answer the next ``times`` requests whose path matches the shell pattern with ``status``."""
        with self._state.lock:
            self._state.faults.append(_Fault(pattern, status, times))

    def mend(self) -> None:
        """Take back every ``break_path``."""
        with self._state.lock:
            self._state.faults.clear()

    def throttle(self, bytes_per_second: int | None) -> None:
        """Slow each answer from now on, or stop slowing."""
        self._state.bytes_per_second = bytes_per_second

    def start(self) -> Server:
        self._thread.start()
        return self

    def stop(self) -> None:
        self._listener.shutdown()
        self._listener.server_close()
        self._thread.join(timeout=5)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r}: write NAME: VALUE")
    return name.strip(), value.strip()


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server", description="Serve a built site with gzip.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--prefix", default="/", help="sub-path of the site, such as /reference/ (default: /)")
    parser.add_argument("--port", type=int, default=8000, help="default: 8000; 0 takes a free one")
    parser.add_argument("--header", type=_header, action="append", default=[], help="sent with every answer")
    parser.add_argument("--bytes-per-second", type=int, help="slow line: 200000 is about 1.6 Mbit/s")
    options = parser.parse_args(None if arguments is None else list(arguments))
    try:
        server = Server(
            options.folder,
            prefix=options.prefix,
            headers=dict(options.header),
            bytes_per_second=options.bytes_per_second,
            port=options.port,
        )
    except (OSError, ValueError) as error:
        print(f"tests.server: {error}", file=sys.stderr)
        return 2
    with server:
        print(f"{options.folder} is served at {server.url} (Ctrl-C ends it)", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
