"""Generates api.py before setuptools collects the files. A source distribution has it already, and no OpenAPI document."""
import runpy
from pathlib import Path

from setuptools import setup

generator = runpy.run_path(str(Path(__file__).with_name("generate.py")))
if generator["DOCUMENT"].exists():
    generator["generate"]()
setup()
