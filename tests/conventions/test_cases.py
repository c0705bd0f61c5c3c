"""What people have complained about in bots like this one has a number, and a test that is named by it."""

import ast
import re
from functools import cache

import pytest

from tests.conventions.repository import nodes

CASES = range(1, 38)
_NAMED = re.compile(r"test_case_([0-9]+)_[a-z]")


@cache
def numbers() -> set[int]:
    """The numbers in the names of all tests."""
    names = (node.name for node in nodes("tests") if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {int(found[1]) for name in names if (found := _NAMED.match(name))}


@pytest.mark.parametrize("case", CASES)
def test_each_case_is_found_among_the_tests_by_its_number(case: int) -> None:
    assert case in numbers()


def test_no_test_is_named_by_a_case_that_there_is_not() -> None:
    assert numbers() <= set(CASES)
