FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/if-installed.js scripts/install-production.js ./scripts/
# For an image that is always given DATABASE_URL and QDRANT_URL: docker build --build-arg INSTALL_OPTIONS=--without-embedded
ARG INSTALL_OPTIONS=
RUN node scripts/install-production.js $INSTALL_OPTIONS

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma ./prisma
COPY console ./console
COPY scripts/if-installed.js scripts/build.ts scripts/bundle-program.ts scripts/licences.ts ./scripts/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY config ./config
COPY src ./src
COPY workers ./workers
RUN npm run build

FROM node:26-bookworm-slim
# Shown by kr_build_info: docker build --build-arg BUILD_COMMIT=$(git rev-parse HEAD)
ARG BUILD_COMMIT=unknown
# Two arenas: with one for each thread glibc keeps hundreds of megabytes that the vector store has let go of.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 BUILD_COMMIT=$BUILD_COMMIT
WORKDIR /app
# For sources of the kind git; an image that needs none of these does without: docker build --build-arg SYSTEM_PACKAGES=
ARG SYSTEM_PACKAGES=git
RUN apt-get update && apt-get install -y --no-install-recommends $SYSTEM_PACKAGES && rm -rf /var/lib/apt/lists/*
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=packages --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --chown=root:root package.json ./
# For npm run migrate, backup and the like in a container.
COPY --chown=root:root scripts/if-installed.js ./scripts/
COPY --chown=root:root prisma/migrations ./prisma/migrations
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.METRICS_PORT||9464)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "dist/src/server.js"]
