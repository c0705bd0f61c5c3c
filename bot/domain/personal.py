"""All that is stored of one person as plain data: by table, each row by its columns, times in ISO 8601."""

from collections.abc import Mapping

Row = Mapping[str, str | int | None]
Rows = list[dict[str, str | int | None]]
Everything = Mapping[str, Rows]

_RATED = ("assessment", "latest_rating")
_TEXTS = {"source_text": "source_hash", "shown_text": "shown_hash"}


def with_texts(everything: Everything) -> Everything:
    """Ratings name the texts that they are about by hashes: put the texts beside them."""
    texts = {(row["skill"], row["statement"], row["hash"]): row["text"] for row in everything["rated_text"]}

    def resolved(rows: Rows) -> Rows:
        return [
            row | {name: texts.get((row["skill"], row["statement"], row[digest])) for name, digest in _TEXTS.items()}
            for row in rows
        ]

    return {**everything, **{table: resolved(everything[table]) for table in _RATED}}
