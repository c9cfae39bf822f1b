import { createChanges } from './changes.js';
import { readProblem, RequestError, toProblem } from './problem.js';
import { listenToTabs, tellTabs, type Access } from './tabs.js';
import { triesAfter } from './tries.js';

/** `unreachable`: nobody knows yet, for the server cannot say it just now; it is asked again. */
export type SignInState = 'unknown' | 'unreachable' | 'in' | 'out' | 'expired';

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

let hurry: (() => void) | null = null;

/** Asks immediately instead of waiting for the pause to end. */
export const tryNow = (): void => hurry?.();

/** Finds out by the cookie whether somebody is signed in; a server that cannot be reached, or is too busy, is asked until it answers. */
export const resume = async (): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      if ((await refresh(null)) === null) enter('out');
      return;
    } catch (error) {
      const pauseMs = triesAfter(toProblem(error), tried);
      if (pauseMs === null) {
        enter('out');
        return;
      }
      enter('unreachable');
      await pause(pauseMs);
    }
  }
};

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    hurry = () => {
      clearTimeout(timer);
      resolve();
    };
  });

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
        code: 'credential_expired',
        status: 401,
        detail: '',
        errors: [],
        retryAfterSec: 0,
      });
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
};

/** A refresh token is good once: two tabs that show the same one would end the sign-in, so they take turns, and share what comes of it. */
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
  // The API's own answer, in the documented shape.
  const { accessToken: token, expiresAt } = (await response.json()) as {
    accessToken: string;
    expiresAt: string;
  };
  const given = { token, expiresAtMs: Date.parse(expiresAt) };
  take(given);
  tellTabs(given);
  return given;
};

const take = (given: Access): void => {
  access = given;
  enter('in');
};

// If another tab has just received a token, this tab needs no request of its own.
listenToTabs((given) => {
  if (state === 'unknown' || state === 'unreachable' || renewing !== null) take(given);
});

const enter = (next: SignInState): void => {
  state = next;
  if (next !== 'in') access = null;
  signInChanges.tell();
};
