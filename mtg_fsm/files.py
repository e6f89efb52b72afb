"""Files that are written whole or not at all, and read up to a bound, whatever happens to the process or the disk."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path
from typing import BinaryIO


def require_folder(path: Path) -> None:
    """Raises OSError if the folder that a file is to be written into is not there."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise FileNotFoundError(f"{path} cannot be written: there is no folder {path.parent}")


def write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all; nothing else in its folder is touched. Raises OSError that names the file.

    Whenever the process is killed or the machine stops, the file is the old one or the new one. A process that is
    killed may leave `.NAME.` with sixteen more letters beside it, of which nothing is ever read. What is no ordinary
    file, such as a pipe or a terminal, is written to.
    """
    require_folder(path)
    target = path.resolve()
    if target.is_dir():
        raise IsADirectoryError(f"{path} cannot be written: it is a folder")
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            stream.write(data)
        return
    part = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with part.open("xb") as file:
            put(file, data)
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)  # noqa: PTH105 - says that it replaces
        _keep_name(target.parent)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


def put(file: BinaryIO, data: bytes) -> None:
    """Writes to a file, and comes back when the disk has it."""
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _keep_name(folder: Path) -> None:
    """Comes back when the disk has the names of a folder, where a system lets that be asked."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    names = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(names)
    finally:
        os.close(names)


def read(path: Path, most: int) -> bytes | None:
    """What is in a file, None if it has more bytes than so many. Raises OSError."""
    with path.open("rb") as stream:  # its size is not known before: it may be a pipe
        data = stream.read(most + 1)
    return data if len(data) <= most else None
