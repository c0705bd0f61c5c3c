"""Ratings of an export stand beside the texts that they are about."""

from bot.domain.personal import Everything, with_texts

TEXT: dict[str, str | int | None] = {
    "tenant": "T1",
    "skill": "python",
    "statement": "run",
    "hash": "aaaa",
    "text": "Runs it.",
}
GERMAN: dict[str, str | int | None] = {**TEXT, "hash": "bbbb", "text": "Führt es aus."}
OTHER: dict[str, str | int | None] = {**TEXT, "statement": "plan", "text": "Another statement with the same hash."}
RATED: dict[str, str | int | None] = {
    "skill": "python",
    "statement": "run",
    "source_hash": "aaaa",
    "shown_hash": "bbbb",
}


def everything(**tables: list[dict[str, str | int | None]]) -> Everything:
    return {"assessment": [], "latest_rating": [], "rated_text": [], "focus": [{"skill": "python"}], **tables}


def test_both_texts_are_put_beside_a_rating() -> None:
    found = with_texts(everything(assessment=[{**RATED}], latest_rating=[{**RATED}], rated_text=[OTHER, TEXT, GERMAN]))
    expected = {**RATED, "source_text": "Runs it.", "shown_text": "Führt es aus."}
    assert found["assessment"] == found["latest_rating"] == [expected]


def test_nothing_else_is_changed_or_lost() -> None:
    before = everything(assessment=[{**RATED}], rated_text=[TEXT])
    found = with_texts(before)
    assert found.keys() == before.keys()
    assert found["focus"] == before["focus"]
    assert found["rated_text"] == [TEXT]
    assert found["assessment"][0]["shown_text"] is None
