"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path


def require_folder(path: Path) -> None:
    """Raises OSError if the folder that a file is to be written into is not there."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise FileNotFoundError(f"{path} cannot be written: there is no folder {path.parent}")


def write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all; nothing else in its folder is touched. Raises OSError that names the file.

    What is no ordinary file, such as a pipe or a terminal, is written to.
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
            file.write(data)
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)  # noqa: PTH105 - says that it replaces
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
