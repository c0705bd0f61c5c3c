"""What the tests of the catalog share."""

from pathlib import Path

import pytest

from tests.unit.catalog.tree import Tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)
