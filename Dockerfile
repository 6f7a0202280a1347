# The shop as an image: packages by the lock file, the app built once, run by a user without rights.
#   docker build -t ticket-store . && docker run -p 4173:4173 -v ticket-data:/data ticket-store
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${NODE} AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund

FROM ${NODE}
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=4173
WORKDIR /shop
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY server server
COPY src src
COPY machines machines
COPY locales locales
COPY --from=build /shop/dist dist
RUN mkdir /data /records && chown node:node /data /records
USER node
VOLUME /data
EXPOSE 4173
# Twenty seconds: requests that run are finished first (server/stop.ts).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
