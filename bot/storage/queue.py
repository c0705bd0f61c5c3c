"""The tables of the job queue, which are its own: they come with PostgreSQL's migrations."""

from procrastinate.schema import SchemaManager
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

FIRST_TABLE = "procrastinate_jobs"


async def prepare_queue(connection: AsyncConnection) -> None:
    """Make the tables of the queue where they aren't there, on PostgreSQL, within the connection's transaction."""
    if (await connection.execute(text("SELECT to_regclass(:name)"), {"name": FIRST_TABLE})).scalar_one() is None:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(SchemaManager.get_schema())
