# The page and the HTTP service (docs/serving.md): docker build -t proofnets . && docker run --rm -p 127.0.0.1:8000:8000 proofnets
FROM python:3.13.7-slim-bookworm AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
RUN python -m venv --without-pip /opt/proofnets \
    && pip --python /opt/proofnets/bin/python install --no-cache-dir --disable-pip-version-check --constraint constraints.txt '.[serve]'

FROM python:3.13.7-slim-bookworm
LABEL org.opencontainers.image.title="proofnets" \
      org.opencontainers.image.description="Dutch text to checked proof nets of linear logic: the page and the HTTP service" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/proofnets /opt/proofnets
ENV PATH="/opt/proofnets/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/ready', timeout=4)"]
ENTRYPOINT ["proofnets", "serve", "--host", "0.0.0.0"]
