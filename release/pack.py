#!/usr/bin/python3
"""Writes archives whose bytes depend only on the names, contents and modes of the files.

    release/pack.py ARCHIVE.tar.gz FOLDER       packs a directory, under its own name
    release/pack.py ARCHIVE.tar.gz              repacks an archive

All times are SOURCE_DATE_EPOCH, all owners are root, and entries are sorted.
"""
import gzip
import io
import os
import sys
import tarfile
from pathlib import Path

archive = Path(sys.argv[1])
epoch = int(os.environ['SOURCE_DATE_EPOCH'])
entries = []
if len(sys.argv) > 2:
    folder = Path(sys.argv[2])
    with tarfile.open(fileobj=io.BytesIO(), mode='w') as scratch:
        for path in (folder, *folder.rglob('*')):
            entry = scratch.gettarinfo(path, arcname=str(path.relative_to(folder.parent)))
            entries.append((entry, path.read_bytes() if entry.isfile() else None))
else:
    with tarfile.open(archive) as packed:
        entries = [(entry, packed.extractfile(entry).read() if entry.isfile() else None) for entry in packed]

with archive.open('wb') as file, \
        gzip.GzipFile(filename='', mode='wb', compresslevel=9, fileobj=file, mtime=epoch) as compressed, \
        tarfile.open(fileobj=compressed, mode='w', format=tarfile.GNU_FORMAT) as packed:
    for entry, content in sorted(entries, key=lambda pair: pair[0].name):
        entry.mtime = epoch
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = 'root'
        entry.pax_headers = {}
        if entry.islnk():
            sys.exit(f'{entry.name} is a hard link')
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        if content is not None:
            entry.size = len(content)
        packed.addfile(entry, io.BytesIO(content) if content is not None else None)
