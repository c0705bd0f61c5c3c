"""Noticing that content has changed, without reading it."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path


def content_stamp(directory: Path) -> str:
    """Changes whenever a file below the folder is added, removed or written; the same for a folder that isn't there."""
    stamp = hashlib.sha256()
    for path, modified, size in sorted(_files(directory)):
        stamp.update(f"{path}\0{modified}\0{size}\0".encode())
    return stamp.hexdigest()


def _files(directory: Path) -> Iterator[tuple[str, int, int]]:
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(folder, name)
            try:
                status = os.stat(path)
            except FileNotFoundError:  # removed since it was listed
                continue
            yield path, status.st_mtime_ns, status.st_size
