import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { visit } from './identity-provider.js';

type Options = {
  /** The address as people type it in. */
  resource: string;
  /** The origin of the provider, at which a browser ends. */
  issuer: string;
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
};

const REDIRECT = 'https://client.example/callback';

/**
 * A client of MCP that knows an address and nothing else: it asks where to sign in, registers itself there, sends a browser, and comes
 * back with the token that it got.
 */
export const connectByOAuth = async ({ resource, issuer, fetch }: Options): Promise<Client> => {
  const kept = createKept();
  const create = () => {
    const client = new Client({ name: 'a-test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(resource), {
      authProvider: kept.provider,
      fetch,
    });
    return { client, transport };
  };
  const first = create();
  const refused: unknown = await first.client
    .connect(first.transport)
    .catch((error: unknown) => error);
  if (!(refused instanceof UnauthorizedError)) throw new Error(`No OAuth: ${String(refused)}`);
  const { searchParams } = await visit(kept.sentTo(), issuer);
  await first.transport.finishAuth(searchParams);
  const second = create();
  await second.client.connect(second.transport);
  return second.client;
};

type Kept = Pick<OAuthClientProvider, 'clientInformation' | 'tokens'>;
type Information = Awaited<ReturnType<Kept['clientInformation']>>;
type Tokens = Awaited<ReturnType<Kept['tokens']>>;
type Found = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];

type State = {
  information: Information;
  tokens: Tokens;
  found: Found | undefined;
  verifier: string;
  url: string;
};

const createKept = () => {
  const kept: State = {
    information: undefined,
    tokens: undefined,
    found: undefined,
    verifier: '',
    url: '',
  };
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'a-test',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
    clientInformation: () => kept.information,
    saveClientInformation: (information) => void (kept.information = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: ({ href }) => void (kept.url = href),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (found) => void (kept.found = found),
    discoveryState: () => kept.found,
  };
  return { provider, sentTo: () => kept.url };
};
