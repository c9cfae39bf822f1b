import { createChanges } from './changes.js';
import { readProblem, RequestError } from './problem.js';

type Access = { token: string; expiresAtMs: number };

export type SignInState = 'unknown' | 'in' | 'out' | 'expired';

/** Ahead of its end, for the way to the server takes time. */
const EARLY_MS = 30_000;

// In memory alone: whoever reloads the page gets another by the cookie, which no script can read.
let access: Access | null = null;
let state: SignInState = 'unknown';
const signInChanges = createChanges();

export const signInState = (): SignInState => state;

export const onSignInChange = signInChanges.listen;

/** Asks one of the ways in, each of which answers with an access token and a cookie. */
export const signIn = async (
  path: '/v1/auth/login' | '/v1/auth/accept' | '/v1/auth/link' | '/v1/auth/key',
  body: Record<string, unknown>,
  key?: string,
): Promise<void> => {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ ...body, cookie: true }),
  });
  if (!response.ok) throw new RequestError(await readProblem(response));
  await accept(response);
};

export const signOut = async (): Promise<void> => {
  await fetch('/v1/auth/logout', { method: 'POST' });
  enter('out');
};

/** After the server has ended every sign-in, this one too. */
export const leave = (): void => enter('out');

/** Finds out by the cookie whether somebody is signed in. */
export const resume = async (): Promise<void> => {
  if ((await refresh(null)) === null) enter('out');
};

/** A token that is good for a while; rejects when there is none to be had. */
export const accessToken = async (): Promise<string> => {
  const known = access;
  if (known !== null && known.expiresAtMs - EARLY_MS > Date.now()) return known.token;
  return renew(known);
};

/** Another token in the place of one that the server has refused. */
export const renewRefused = async (refused: string): Promise<string> => {
  const known = access;
  return known !== null && known.token !== refused ? known.token : renew(known);
};

let renewing: Promise<string> | null = null;

const renew = (known: Access | null): Promise<string> => {
  renewing ??= refresh(known)
    .then((next) => {
      if (next !== null) return next.token;
      enter('expired');
      throw new RequestError({
        ...{ code: 'credential_expired', status: 401, detail: '' },
        ...{ errors: [], retryAfterSec: 0 },
      });
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
};

/** A refresh token is good once: two tabs that show the same one would end the sign-in, so they take turns. */
const refresh = async (known: Access | null): Promise<Access | null> => {
  const ask = async () => {
    if (access !== known && access !== null) return access;
    // `keepalive`: a page that is reloaded meanwhile still gets the new cookie.
    const response = await fetch('/v1/auth/refresh', { method: 'POST', keepalive: true });
    if (response.status === 401) return null;
    if (!response.ok) throw new RequestError(await readProblem(response));
    return accept(response);
  };
  return 'locks' in navigator ? navigator.locks.request('kr-refresh', ask) : ask();
};

const accept = async (response: Response): Promise<Access> => {
  // The API's own answer, of the shape that its document says.
  const { accessToken: token, expiresAt } = (await response.json()) as {
    accessToken: string;
    expiresAt: string;
  };
  access = { token, expiresAtMs: Date.parse(expiresAt) };
  enter('in');
  return access;
};

const enter = (next: SignInState): void => {
  state = next;
  if (next !== 'in') access = null;
  signInChanges.tell();
};
