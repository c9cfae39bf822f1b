import { request as requestHttp } from 'node:http';
import { Agent, type AgentOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

/** The proxies for requests to other machines, by the scheme of the requested address. */
export type OutgoingProxy = {
  https: string | null;
  http: string | null;
  /** Hosts that are reached directly: a name, `.suffix` for all names below it, `host:port`, or `*`. */
  except: readonly string[];
};

/** The proxy for an address; null if it is reached directly, as this machine always is. */
export const findProxy = (proxy: OutgoingProxy | null, target: URL): URL | null => {
  const named = target.protocol === 'https:' ? proxy?.https : proxy?.http;
  if (named == null || isOfThisMachine(target.hostname)) return null;
  return proxy?.except.some((entry) => matches(entry.toLowerCase(), target)) === true
    ? null
    : new URL(named);
};

const isOfThisMachine = (hostname: string): boolean =>
  /^(?:.+\.)?localhost$|^\[::1\]$/u.test(hostname) ||
  (isIP(hostname) === 4 && hostname.startsWith('127.'));

const matches = (entry: string, { hostname, host, protocol }: URL): boolean => {
  if (entry === '*') return true;
  const withPort = host === hostname ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
  if (/:\d+$/u.test(entry) && !entry.endsWith(']') && isIP(entry) === 0) {
    return entry === withPort;
  }
  const name = entry.replace(/^\*/u, '');
  const suffix = name.startsWith('.') ? name : `.${name}`;
  return hostname === name || hostname === `[${name}]` || hostname.endsWith(suffix);
};

/** The credentials header for a proxy whose address has a user and a password. */
export const toProxyHeaders = ({ username, password }: URL): Record<string, string> => {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
};

/** Connects over TLS, through a proxy if the host needs one. */
export class TunnelAgent extends Agent {
  readonly #proxy: OutgoingProxy;

  constructor(proxy: OutgoingProxy, options: AgentOptions = {}) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    ...[options, callback]: Parameters<Agent['createConnection']>
  ): ReturnType<Agent['createConnection']> {
    const host = options.host ?? '';
    const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${options.port ?? 443}`;
    const proxy = findProxy(this.#proxy, new URL(`https://${authority}`));
    if (proxy === null) return super.createConnection(options, callback);
    // An agent is called with the options of the connection, although its types omit them.
    const ofTls = options as ConnectionOptions;
    openTunnel(proxy, authority).then(
      (socket) => callback?.(null, connectTls({ ...ofTls, socket })),
      (error: unknown) => callback?.(error as Error, null as never),
    );
    return undefined;
  }
}

/** A proxy that does not answer within this time has failed. */
const TUNNEL_TIMEOUT_MS = 10_000;

const openTunnel = (proxy: URL, authority: string): Promise<Socket> =>
  new Promise((settle, reject) => {
    const asked = requestHttp({
      method: 'CONNECT',
      path: authority,
      agent: false,
      timeout: TUNNEL_TIMEOUT_MS,
      host: proxy.hostname.replace(/^\[|\]$/gu, ''),
      port: proxy.port || 80,
      headers: { Host: authority, ...toProxyHeaders(proxy) },
    });
    asked
      .once('connect', ({ statusCode }, socket) => {
        socket.setTimeout(0);
        if (statusCode === 200) {
          settle(socket);
          return;
        }
        socket.destroy();
        reject(new Error(`The outgoing proxy answered with status ${statusCode}.`));
      })
      .once('timeout', () => asked.destroy(new Error('The outgoing proxy did not answer in time.')))
      .once('error', reject)
      .end();
  });

/** `fetch` through the proxies. */
export const openProxiedFetch = async (proxy: OutgoingProxy | null): Promise<typeof fetch> => {
  if (proxy === null) return fetch;
  // Not Node's own fetch: the oldest version that we support cannot use a proxy.
  const undici = await import('undici');
  const agents = new Map<string, InstanceType<typeof undici.ProxyAgent>>();
  const agentFor = (found: URL) => {
    const agent =
      agents.get(found.href) ??
      new undici.ProxyAgent({
        uri: found.origin,
        headers: toProxyHeaders(found),
        // Many proxies allow tunnels to TLS ports only.
        proxyTunnel: false,
      });
    agents.set(found.href, agent);
    return agent;
  };
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input;
    const found = findProxy(proxy, new URL(url));
    if (found === null) return fetch(input, init);
    // The package's types and Node's describe the same interface in two versions.
    const options = { ...init, dispatcher: agentFor(found) } as Parameters<typeof undici.fetch>[1];
    return undici.fetch(url, options);
  };
};
