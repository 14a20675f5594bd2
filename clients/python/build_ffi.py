"""Builds the module bloomext._bloomext, which contains the C library, with cffi.

The sources of the library are copied from the checkout to csrc/.  A source
distribution contains this copy.
"""
import re
import shutil
import sys
import sysconfig
from pathlib import Path

import cffi

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# CPython's stable ABI: one wheel is for all versions since 3.10
STABLE = sys.version_info >= (3, 10) and not sysconfig.get_config_var('Py_GIL_DISABLED')
FOLDERS = ('src/core', 'src/codec', 'src/format', 'src/filter', 'clients/c')


def copy_sources():
    shutil.rmtree(HERE / 'csrc', ignore_errors=True)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, HERE / 'csrc' / folder,
                        ignore=lambda _, names: [name for name in names if not name.endswith(('.c', '.h'))])


def files(pattern):
    """The files of csrc/ that match a pattern, as paths for setuptools"""
    return sorted(path.relative_to(HERE).as_posix() for path in (HERE / 'csrc').rglob(pattern))


def declarations():
    """The declarations of the public header, in the form that cffi reads"""
    text = (HERE / 'csrc/clients/c/bloomext.h').read_text()
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    text = re.sub(r'^#ifdef __cplusplus\n.*?^#endif\n', '', text, flags=re.M | re.S)
    constants = re.findall(r'^#define (BLOOMEXT_\w+)\s+\d+\s*$', text, re.M)
    text = re.sub(r'^#.*\n', '', text, flags=re.M).replace('BLOOMEXT_API', '')
    return text + ''.join(f'#define {name} ...\n' for name in constants)


if (ROOT / 'META.json').exists():
    copy_sources()
ffi = cffi.FFI()
ffi.cdef(declarations() + (HERE / 'values.h').read_text().split('/* cffi: */')[1].split('/* end */')[0])
ffi.set_source(
    'bloomext._bloomext',
    '#include "bloomext.h"\n#include "values.h"\n',
    sources=[*files('*.c'), 'values.c'],
    depends=[*files('*.h'), 'values.h'],
    include_dirs=['csrc/src', 'csrc/clients/c', '.'],
    # like the extension, so that filters with the same parameters have the same size
    extra_compile_args=['-std=gnu11', '-O2', '-ftree-vectorize', '-ffp-contract=off', '-fvisibility=hidden'],
    define_macros=[('Py_LIMITED_API', '0x030A0000')] if STABLE else [],
    libraries=['m'],
    py_limited_api=STABLE,
)
