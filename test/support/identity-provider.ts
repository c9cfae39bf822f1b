import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Context } from 'oidc-provider';
import { eventually } from './eventually.js';

type Person = { email?: string; email_verified?: boolean; groups?: string[]; roles?: string[] };

type Client = { id: string; secret: string; redirectUri: string };

/**
 * A real OpenID provider on this machine. Whoever comes is signed in as the person that the test names. With `resource` clients may
 * register themselves and ask for access tokens for that address.
 */
export const startIdentityProvider = async ({ resource }: { resource?: string } = {}) => {
  const people = new Map<string, Person>();
  const clients: Client[] = [];
  const now: { handle: RequestListener } = { handle: (_request, response) => response.end() };
  const server = createServer((request, response) => now.handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let subject = '';
  /** From here on it signs with a new key, and knows the clients that there are. */
  const renew = async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `key-${Math.random()}`;
    const key = { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' };
    const provider = new Provider(issuer, {
      ...configure(people, clients, key),
      ...(resource !== undefined && withResource(people, resource)),
    });
    const callback = provider.callback();
    now.handle = (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) callback(request, response);
      else void provider.interactionFinished(request, response, { login: { accountId: subject } });
    };
  };
  return {
    issuer,
    renew,
    addClient: async (client: Client) => {
      clients.push(client);
      await renew();
    },
    /** Sets the person who comes next. */
    expect: (accountId: string, person: Person) => {
      people.set(accountId, person);
      subject = accountId;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** One that tells where it is asked, until it hangs. */
export const startHangingProvider = async () => {
  const held: ServerResponse[] = [];
  let isHanging = false;
  const server = createServer((_request, response) => {
    if (isHanging) {
      held.push(response);
      return;
    }
    const endpoints = { authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ issuer: `${url}/`, jwks_uri: `${url}/keys`, ...endpoints }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this shape.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    hang: () => {
      isHanging = true;
    },
    /** Resolves when somebody waits for it. */
    isAsked: () =>
      eventually(
        async () => held.length,
        (count) => count > 0,
      ),
    asked: () => held.length,
    letGo: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type TestIdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

const configure = (people: Map<string, Person>, clients: readonly Client[], key: object) => ({
  clients: clients.map(({ id, secret, redirectUri }) => ({
    client_id: id,
    client_secret: secret,
    redirect_uris: [redirectUri],
  })),
  jwks: { keys: [key] },
  cookies: { keys: ['only a test'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups', 'roles'] },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  findAccount: (_context: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, ...people.get(id) }),
  }),
  loadExistingGrant: grant,
});

const SCOPE = 'openid email profile';

const grant = async ({ oidc }: Context, resource?: string) => {
  const { clientId } = oidc.client;
  const granted = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
  granted.addOIDCScope(SCOPE);
  if (resource !== undefined) granted.addResourceScope(resource, SCOPE);
  await granted.save();
  return granted;
};

const withResource = (people: Map<string, Person>, resource: string) => ({
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        audience: resource,
        scope: SCOPE,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
  extraTokenClaims: (_context: unknown, { accountId }: { accountId: string }) =>
    people.get(accountId),
  loadExistingGrant: (context: Context) => grant(context, resource),
});

/** Follows redirects with a new browser's cookies, until one leads away from the provider: that address. */
export const visit = async (start: string, issuer: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let redirects = 0; redirects < 10; redirects += 1) {
    if (url.origin !== issuer) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('Location');
    if (location === null) throw new Error(`${url.pathname}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('Too many redirects.');
};
