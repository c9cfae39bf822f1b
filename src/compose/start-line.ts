import type { Config } from '../../config/index.js';
import { describeConfinement, type Confinement } from '../platform/isolated/confinement.js';
import type { Logger } from '../platform/telemetry/telemetry.js';

type Deps = {
  logger: Pick<Logger, 'info'>;
  version: string;
  /** The restrictions on processes for untrusted work. */
  confinement: Confinement;
};

/** Logs that a process has begun its work: where it can be reached, and which parts it uses. */
export const createTellStart =
  (config: Config, { logger, version, confinement }: Deps) =>
  (message: string, found: Record<string, string | boolean>): void => {
    const confined = describeConfinement(confinement);
    logger.info({ step: 'start', ...found, version, ...describeParts(config), confined }, message);
  };

/** Names the parts of a process for its start line in the log; addresses are shown without credentials. */
export const describeParts = (config: Config) => ({
  database: config.database.urls === null ? 'embedded' : toAddress(config.database.urls.url),
  jobs: config.redisUrl === null ? 'postgresql' : `redis ${toAddress(config.redisUrl)}`,
  vectorStore: config.vectorStore.name,
  fileStore: config.fileStore.name,
  model: describeModel(config),
  search: describeSearch(config),
  signIn: describeSignIn(config),
});

/** Shortens an address to host and path. For a PostgreSQL on a Unix socket the host is in the query. */
const toAddress = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url);
  return `${host === '' ? (searchParams.get('host') ?? 'localhost') : host}${pathname}`;
};

const describeModel = ({ chatModels }: Config): string => {
  if (chatModels === null) return 'none: answers are quoted';
  const [first, ...others] = chatModels.backends;
  if (first !== undefined && others.length === 0) return first.model;
  return chatModels.backends.map(({ name, model }) => `${name} (${model})`).join(', ');
};

/** An embedded installation creates its own secret. */
const describeSignIn = ({ jwtSecret, database: { urls } }: Config): string =>
  jwtSecret === null && urls !== null ? 'off: JWT_SECRET is not set' : 'on';

const UNCALIBRATED = ', not calibrated: words count more than meaning, npm run calibrate mends it';

const describeSearch = ({ embedder, reranker, search: { isUncalibrated } }: Config): string =>
  [
    'lexical',
    ...(embedder === null
      ? []
      : [`dense (${embedder.model}${isUncalibrated ? UNCALIBRATED : ''})`]),
    ...(reranker === null ? [] : [`reranked (${reranker.model})`]),
  ].join(', ');
