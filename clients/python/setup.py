"""The C module, which pyproject.toml cannot describe"""
import os
import sys

from setuptools import setup

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from build_ffi import STABLE    # noqa: E402

setup(cffi_modules=['build_ffi.py:ffi'], options={'bdist_wheel': {'py_limited_api': 'cp310'}} if STABLE else {})
