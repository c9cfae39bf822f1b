import { json } from 'node:stream/consumers';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { WebAnswer } from '../../../platform/web/web-request.js';
import { AppError, isAppError } from '../../../shared/errors.js';
import type { AskWeb } from '../../ask-web.js';
import { SourceFailed } from '../../kind.js';

/** The used fields of the key file that Google issues for a service account. */
export const ServiceAccount = z.object({
  client_email: z.string().min(1).max(300),
  private_key: z.string().min(1).max(10_000),
  token_uri: z.url({ protocol: /^https?$/u }).max(500),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

export const SCOPES = {
  drive: 'https://www.googleapis.com/auth/drive.readonly',
  members: 'https://www.googleapis.com/auth/admin.directory.group.member.readonly',
} as const;
type Scope = keyof typeof SCOPES;

type Query = Readonly<Record<string, string | undefined>>;

type Asked = { url: string; query?: Query; scope?: Scope; accepts?: readonly number[] };

/** Google's API, called as a service account. */
export type DriveApi = {
  /** Signs in; fails if the account may not use the scope. */
  signIn(scope: Scope, signal: AbortSignal): Promise<string>;
  /** Returns the response as JSON; null for a status that the caller accepts. */
  read(asked: Asked, signal: AbortSignal): Promise<unknown>;
  /** Opens the content of a file. */
  open(asked: Asked & { maxBytes: number }, signal: AbortSignal): Promise<WebAnswer>;
};

type Options = {
  ask: AskWeb;
  account: ServiceAccount;
  /** The person whom the account impersonates; null if it acts as itself. */
  actsFor: string | null;
};

const MAX_BYTES = 32 * 1024 * 1024;
const CONTENT_TIMEOUT_MS = 600_000;

export const createDriveApi = ({ ask, account, actsFor }: Options): DriveApi => {
  const tokens = new Map<Scope, { token: string; untilMs: number }>();
  const signIn: DriveApi['signIn'] = async (scope, signal) => {
    const kept = tokens.get(scope);
    if (kept !== undefined && kept.untilMs > Date.now()) return kept.token;
    const { access_token: token, expires_in: seconds } = await fetchToken(
      { ask, account, actsFor },
      { scope, signal },
    );
    tokens.set(scope, { token, untilMs: Date.now() + (seconds - EARLY_SECONDS) * 1000 });
    return token;
  };
  const send = async (
    { url, query = {}, scope = 'drive', accepts = [] }: Asked,
    limits: { maxBytes: number; timeoutMs?: number },
    signal: AbortSignal,
  ): Promise<WebAnswer> => {
    const headers = { Authorization: `Bearer ${await signIn(scope, signal)}` };
    const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
    const address = `${url}?${new URLSearchParams(given).toString()}`;
    return ask({ url: address, headers, accepts, ...limits }, signal);
  };
  return {
    signIn,
    read: async (asked, signal) => {
      const { status, content } = await send(asked, { maxBytes: MAX_BYTES }, signal);
      if (status === 200) return readJson(content);
      content.destroy();
      if (asked.accepts?.includes(status) === true) return null;
      throw new SourceFailed('unreachable', `Google answered with status ${status}.`);
    },
    open: async ({ maxBytes, ...asked }, signal) => {
      const answer = await send(asked, { maxBytes, timeoutMs: CONTENT_TIMEOUT_MS }, signal);
      if (answer.status === 200) return answer;
      answer.content.destroy();
      throw new AppError('forbidden', 'The file lies at another address, which is not followed.');
    },
  };
};

/** A token is renewed this long before it expires. */
const EARLY_SECONDS = 120;

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().min(1).default(3600),
});

type Asking = { scope: Scope; signal: AbortSignal };

const fetchToken = async (
  { ask, account, actsFor }: Options,
  { scope, signal }: Asking,
): Promise<z.infer<typeof Token>> => {
  const { client_email: issuer, private_key: key, token_uri: url } = account;
  const unsigned = new SignJWT({ scope: SCOPES[scope] })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime('1h');
  if (actsFor !== null) unsigned.setSubject(actsFor);
  const refusal = `Google does not let this account use ${SCOPES[scope]}.`;
  const assertion = await importPKCS8(key, 'RS256').then(
    (imported) => unsigned.sign(imported),
    (cause: unknown) => {
      throw new SourceFailed('refused', 'The private key of the account is invalid.', { cause });
    },
  );
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const body = new URLSearchParams({ grant_type: grant, assertion }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const asked = { url, method: 'POST', headers, body, maxBytes: MAX_BYTES, accepts: [400] };
  const answer = await ask(asked, signal).catch((cause: unknown) => {
    throw isAppError(cause) ? new SourceFailed('refused', refusal, { cause }) : cause;
  });
  if (answer.status === 200) return Token.parse(await readJson(answer.content));
  answer.content.destroy();
  throw new SourceFailed('refused', refusal);
};

const readJson = async (content: WebAnswer['content']): Promise<unknown> => {
  try {
    return await json(content);
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    throw new SourceFailed('unreachable', 'Google answered with something else than JSON.', {
      cause,
    });
  }
};
