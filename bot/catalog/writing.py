"""Writing content: every file at once or none, and only what the loader takes."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from bot.catalog.layout import as_yaml
from bot.catalog.loader import load_framework
from bot.catalog.progress import Step, silently
from bot.errors import RungError

REGISTERS = ("locales.yaml", "ladders.yaml", "roles.yaml", "categories.yaml")
KEPT = ("silence", "unobservable")  # what people say about faults, which is no part of the framework
_STAGE = ".import-"  # how the folder begins in which content is made


class NotWritten(RungError):
    """A file or the whole folder couldn't be written, and is as it was."""


@contextmanager
def alone(directory: Path) -> Iterator[None]:
    """Nobody else imports into the folder meanwhile, which may not exist yet. Raises NotWritten where somebody does.

    What an import that was killed has left there is removed.
    """
    if sys.platform == "win32":  # which has no locks of folders
        yield
        return
    import fcntl

    is_new = not directory.exists()
    with _told(directory):
        directory.mkdir(parents=True, exist_ok=True)
        lock = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise NotWritten(f"Another import into {directory} is at work. Repeat this one when it has ended.") from None
    else:
        for left in directory.glob(f"{_STAGE}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        if is_new:
            _remove_empty(directory)
        os.close(lock)


def try_content(directory: Path, files: Mapping[str, Any], step: Step = silently) -> None:
    """See whether content would load with these files in it; nothing is changed. Raises InvalidContent, NotWritten."""
    with tempfile.TemporaryDirectory(prefix="rung-") as stage, _told(stage):
        _stage(directory, Path(stage), files, step)
        load_framework(Path(stage))


def write_content(directory: Path, files: Mapping[str, Any], step: Step = silently) -> None:
    """Write files into a content folder, which may not exist yet; all other files stay as they are.

    `files` are data by the name in the folder. The whole is loaded before anything is moved into place.
    Raises InvalidContent, with nothing written, and NotWritten.
    """
    stage = None
    is_new = not directory.exists()
    try:
        with _told(directory):
            directory.mkdir(parents=True, exist_ok=True)
            stage = Path(tempfile.mkdtemp(prefix=_STAGE, dir=directory))
            _stage(directory, stage, files, step)
            load_framework(stage)
            _move(stage, directory, files)
    finally:
        if stage is not None:
            shutil.rmtree(stage, ignore_errors=True)
        if is_new:
            _remove_empty(directory)


def _remove_empty(directory: Path) -> None:
    if directory.is_dir() and not any(directory.iterdir()):
        directory.rmdir()


@contextmanager
def _told(directory: Path | str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or "not all of its files can be copied"
        raise NotWritten(f"{directory} can't be written: {reason}. Nothing was changed.") from error


def _stage(directory: Path, stage: Path, files: Mapping[str, Any], step: Step) -> None:
    """The whole content as it will be."""
    for name in REGISTERS:
        if (directory / name).exists():
            shutil.copy2(directory / name, stage / name)
    if (directory / "skills").is_dir():
        shutil.copytree(directory / "skills", stage / "skills")
    for number, (name, data) in enumerate(files.items()):
        step("Checking", number, len(files))
        file = stage / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(as_yaml(_kept(directory / name) | data), encoding="utf-8")


def _kept(file: Path) -> dict[str, Any]:
    """What a file that is written anew says besides texts and structure."""
    if not file.exists():
        return {}
    earlier = yaml.load(file.read_bytes(), Loader=yaml.CBaseLoader)
    return {key: earlier[key] for key in KEPT if key in earlier}


def _move(stage: Path, directory: Path, files: Mapping[str, Any]) -> None:
    """Move the files into place; where one of them can't be, those before it are put back."""
    earlier: dict[Path, bytes | None] = {}
    try:
        for name in files:
            file = directory / name
            earlier[file] = file.read_bytes() if file.exists() else None
            file.parent.mkdir(parents=True, exist_ok=True)
            os.replace(stage / name, file)
    except OSError:
        for file, content in earlier.items():
            _put_back(file, content)
        raise


def _put_back(file: Path, content: bytes | None) -> None:
    if content is not None:
        file.write_bytes(content)
    else:
        file.unlink(missing_ok=True)
        if file.parent.is_dir() and not any(file.parent.iterdir()):
            file.parent.rmdir()
