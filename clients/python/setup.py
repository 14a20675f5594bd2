"""What pyproject.toml cannot describe: the C module, and the license"""
import os
import sys

from setuptools import setup

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from build_ffi import STABLE    # noqa: E402

# pyproject.toml has one form of the license for setuptools before 77, and another one after it
setup(license='PostgreSQL', cffi_modules=['build_ffi.py:ffi'],
      options={'bdist_wheel': {'py_limited_api': 'cp310'}} if STABLE else {})
