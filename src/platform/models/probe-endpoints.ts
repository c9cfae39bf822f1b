import { runWithin } from '../../shared/async.js';
import type { Logger } from '../telemetry/telemetry.js';
import type { Fetch } from './bounded-fetch.js';
import type { Endpoint } from './endpoint.js';
import { providerOf } from './providers/index.js';
import { DEFAULT_PROVIDER, type ProviderName } from './providers/names.js';

/** An endpoint, with the settings to change if it cannot be used. */
export type ProbedEndpoint = {
  baseUrl: string;
  apiKey: string;
  headers?: Endpoint['headers'];
  query?: Endpoint['query'];
  /** Default: the first provider. */
  provider?: ProviderName;
  urlVariable: string;
  keyVariable: string;
};

type AskedEndpoint = Pick<ProbedEndpoint, 'baseUrl' | 'apiKey' | 'headers' | 'query' | 'provider'>;

type Deps = {
  logger: Pick<Logger, 'warn'>;
  signal: AbortSignal;
  timeoutMs?: number;
  /** Default: `fetch`. */
  send?: Fetch;
};

const PROBE_TIMEOUT_MS = 5000;

/**
 * Asks each endpoint once for its list of models, which is free, and logs a warning for each that does not answer or rejects the key. Any
 * other answer is ignored, because not every server has such a list. Never rejects.
 */
export const probeEndpoints = async (
  endpoints: readonly ProbedEndpoint[],
  deps: Deps,
): Promise<void> => {
  await Promise.all(endpoints.map((endpoint) => probe(endpoint, deps)));
};

type EndpointAnswer =
  | { kind: 'answers' | 'refuses_key'; status: number }
  /** Null if nothing came back. */
  | { kind: 'fails'; status: number | null }
  | { kind: 'cancelled' };

const UNAUTHORISED = 401;

/** Asks an endpoint once for its list of models; never rejects. */
export const askEndpoint = async (
  endpoint: AskedEndpoint,
  { signal, send = fetch, timeoutMs: limitMs = PROBE_TIMEOUT_MS }: Omit<Deps, 'logger'>,
): Promise<EndpointAnswer> => {
  const attempt = await runWithin({ signal, limitMs }, (limited) =>
    askForModels(endpoint, { send, signal: limited }),
  );
  if (attempt.kind === 'cancelled') return { kind: 'cancelled' };
  const status = attempt.kind === 'done' ? attempt.result : null;
  if (status === null || status >= 500) return { kind: 'fails', status };
  return { kind: status === UNAUTHORISED ? 'refuses_key' : 'answers', status };
};

const probe = async (endpoint: ProbedEndpoint, { logger, ...limits }: Deps): Promise<void> => {
  const { baseUrl, urlVariable, keyVariable } = endpoint;
  const { host } = new URL(baseUrl);
  const answer = await askEndpoint(endpoint, limits);
  if (answer.kind === 'refuses_key') {
    const { status } = answer;
    logger.warn({ variable: keyVariable, host, status }, 'A model endpoint refuses the key');
  } else if (answer.kind === 'fails') {
    const answered = answer.status === null ? {} : { status: answer.status };
    logger.warn({ variable: urlVariable, host, ...answered }, 'A model endpoint does not answer');
  }
};

const askForModels = async (
  { provider = DEFAULT_PROVIDER, ...endpoint }: AskedEndpoint,
  { send, signal }: { send: Fetch; signal: AbortSignal },
): Promise<number> => {
  const { url, headers } = providerOf(provider).toProbe(endpoint);
  // A redirect would send the key to a host that nobody configured.
  const response = await send(url, { headers, redirect: 'error', signal });
  await response.body?.cancel();
  return response.status;
};
