"""PostgreSQL's engine: psycopg 3, and limits within which a dead server is noticed before Slack gives up."""

from collections.abc import Mapping

from sqlalchemy import URL, ExceptionContext, NullPool, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

CONNECT_ARGS: Mapping[str, int | str] = {
    "connect_timeout": 2,  # seconds; libpq's shortest
    "tcp_user_timeout": 3000,  # milliseconds until a server that stopped answering counts as gone
    "keepalives_idle": 30,  # seconds after which a connection on which nothing happens is looked at
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "application_name": "rung",
}
POOL_TIMEOUT = 2.0  # seconds

_READ_ONLY = "25006"  # the server takes no writes


def engine(url: URL) -> AsyncEngine:
    made = create_async_engine(
        url,
        connect_args=dict(CONNECT_ARGS),
        pool_pre_ping=True,
        pool_size=5,
        max_overflow=5,
        pool_timeout=POOL_TIMEOUT,
        hide_parameters=True,  # an error is logged, and they are somebody's data
        skip_autocommit_rollback=True,  # readers have no transaction to end
    )
    _leave_a_server_that_only_reads(made)
    return made


def _leave_a_server_that_only_reads(engine: AsyncEngine) -> None:
    """After a failover: connections to what was the primary would answer each ping, and refuse each write."""

    @event.listens_for(engine.sync_engine, "handle_error")
    def leave(context: ExceptionContext) -> None:
        if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
            context.is_disconnect = True


def reading(engine: AsyncEngine) -> AsyncEngine:
    """The same connections without transactions: each statement sees what is committed when it runs."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def migrator(url: URL) -> AsyncEngine:
    """One connection, dropped after use."""
    return create_async_engine(url, connect_args=dict(CONNECT_ARGS), poolclass=NullPool)
