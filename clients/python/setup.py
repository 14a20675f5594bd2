"""The C module, which pyproject.toml cannot describe"""
from setuptools import setup

setup(cffi_modules=['build_ffi.py:ffi'])
