"""``python -m generators.pack``: pack runtime and engine for the browser and say what they weigh."""

from __future__ import annotations

import sys
import time

from generators.pack import PackError, pack


def main() -> int:
    begun = time.perf_counter()
    try:
        packed = pack(progress=lambda line: print(line, flush=True))
    except PackError as error:
        print(error, file=sys.stderr)
        return 2
    for name, entry in packed.sizes.items():
        print(f"  {name:<60} {entry.content / 1e3:9.1f} kB {entry.sent / 1e3:9.1f} kB sent")
    print(f"build/runtime is ready ({time.perf_counter() - begun:.1f} s)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
