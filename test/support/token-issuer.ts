import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

type Behaviour = {
  /** The address that it gives for its keys; null: its own. */
  keysUrl: string | null;
  /** Sends whoever asks for its keys there; null: it has them. */
  redirect: string | null;
};

type Signing = {
  header?: Record<string, unknown>;
  /** The key that signs, such as one of somebody else; default: its own. */
  key?: CryptoKey | Uint8Array;
};

export type TokenIssuer = Awaited<ReturnType<typeof startTokenIssuer>>;

/** An identity provider on this machine as far as whoever takes its access tokens sees it: a description, and keys. */
export const startTokenIssuer = async () => {
  const behaviour: Behaviour = { keysUrl: null, redirect: null };
  const asked = { description: 0, keys: 0, others: 0 };
  const made = { count: 0, privateKey: (await makeKey()).privateKey, jwk: {} as JWK };
  const renew = async () => {
    const { privateKey, publicKey } = await makeKey();
    made.count += 1;
    const jwk = { ...(await exportJWK(publicKey)), kid: `key-${made.count}`, use: 'sig' };
    Object.assign(made, { privateKey, jwk });
  };
  await renew();
  const server = createServer(({ url }, response) => {
    const answer = (body: object) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (url === '/.well-known/openid-configuration') {
      asked.description += 1;
      const keysUrl = behaviour.keysUrl ?? `${issuer}/keys`;
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/t` };
      answer({ issuer, jwks_uri: keysUrl, ...endpoints });
      return;
    }
    if (url === '/keys' && behaviour.redirect !== null) {
      response.writeHead(302, { Location: behaviour.redirect }).end();
      return;
    }
    asked[url === '/keys' ? 'keys' : 'others'] += 1;
    answer({ keys: [made.jwk] });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    behaviour,
    asked,
    /** From here on it signs with a new key, and has no other. */
    renew,
    publicJwk: () => made.jwk,
    sign: (claims: Record<string, unknown>, { header = {}, key }: Signing = {}) =>
      new SignJWT({ iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: String(made.jwk.kid), typ: 'at+jwt', ...header })
        .sign(key ?? made.privateKey),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const makeKey = () => generateKeyPair('RS256', { extractable: true });
