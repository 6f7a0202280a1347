# The shop as an image: packages by the lock file, the app built once, run by a user without rights.
#   docker build -t ticket-store .
#   docker run -p 4173:4173 -v ticket-data:/data --env-file .env ticket-store
# It is a production server unless told otherwise, and does not start without its settings; `-e APP_ENV=development` makes a demo.
ARG NODE=node:24.11-bookworm-slim

FROM ${NODE} AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${NODE} AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
COPY packages/sandbox/package.json packages/sandbox/
RUN npm ci --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund

FROM ${NODE}
ENV NODE_ENV=production APP_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=4173
WORKDIR /shop
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY server server
COPY packages/sandbox packages/sandbox
COPY src src
COPY machines machines
COPY locales locales
# `node test/tools/new-site.ts <code> --in <folder>` makes the folder of a site.
COPY test/tools/new-site.ts test/tools/parse-options.ts test/tools/
COPY test/tools/new-site test/tools/new-site
COPY --from=build /shop/dist dist
# An init: a process that is number 1 cannot be killed from inside its container, not even by its own watchdog (server/core/watchdog.ts).
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
RUN mkdir /data /records && chown node:node /data /records
USER node
VOLUME /data
EXPOSE 4173
# Thirty seconds: requests are served for STOP_LINGER_MS, and those that run are finished (server/core/stop.ts).
STOPSIGNAL SIGTERM
# Alive, not ready: without its database a process waits, and a restart would not help.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "server/main.ts"]
