# A worker of orchestrate, built in a clone of it:
#   docker build -f docs/examples/worker.Dockerfile -t orchestrate-worker .
# Add what the checks of your projects need: compilers, browsers, another version of Node.
FROM node:24-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client util-linux \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/orchestrate
COPY . .
RUN npm ci --no-fund --no-audit && npm link
USER node
WORKDIR /home/node
# The mirror and the working copies of a worker: a volume there is used again by the next one.
RUN mkdir -p .local/state .ssh
# The container is what confines commands.
ENV ORCHESTRATE_SANDBOX=external
ENTRYPOINT ["orchestrate"]
CMD ["worker", "--help"]
