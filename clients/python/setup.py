"""What pyproject.toml can't say: the C module"""
from setuptools import setup

setup(cffi_modules=['build_ffi.py:ffi'])
