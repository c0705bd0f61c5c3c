# Rung as an image: it runs as nobody, on a file system that may be read-only, without what installed it.
FROM python:3.11-slim AS build
WORKDIR /rung
RUN python -m venv .venv
COPY requirements.txt ./
RUN .venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
RUN .venv/bin/pip install --no-cache-dir --no-build-isolation --no-deps --editable . \
    && .venv/bin/python -m compileall -q bot \
    && .venv/bin/pip uninstall --yes setuptools pip

FROM python:3.11-slim
RUN python -m pip uninstall --yes setuptools wheel pip
WORKDIR /rung
COPY --from=build /rung /rung
COPY migrations migrations
COPY content content
COPY app.manifest.yml ./
ENV PATH=/rung/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 65534:65534
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:3000/ready', timeout=5)"]
ENTRYPOINT ["rung"]
CMD ["run", "--host", "0.0.0.0", "--port", "3000"]
