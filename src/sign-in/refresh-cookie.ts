import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/errors.js';
import type { Tokens } from './sign-ins.js';

type Request = Pick<IncomingMessage, 'headers'>;

const NAME = 'kr_refresh';
const LIFETIME_SEC = 30 * 24 * 3600;

export type RefreshCookie = ReturnType<typeof createRefreshCookie>;

/**
 * Keeps a browser's refresh token inaccessible to scripts. Only pages of our own origin may request or use it: `publicUrl` is where
 * browsers reach us, null if any name is accepted.
 */
export const createRefreshCookie = ({ publicUrl }: { publicUrl: string | null }) => ({
  /** Throws `forbidden` for requests from another site's page, or from no page. */
  requireOwnOrigin: ({ headers: { origin, host } }: Request): void => {
    const isOurs =
      origin !== undefined &&
      URL.canParse(origin) &&
      (new URL(origin).host === host ||
        (publicUrl !== null && new URL(publicUrl).origin === origin));
    if (!isOurs) throw foreignOrigin();
  },
  read: ({ headers: { cookie } }: Request): string | null => {
    const found = (cookie ?? '').split('; ').find((pair) => pair.startsWith(`${NAME}=`));
    return found?.slice(NAME.length + 1) ?? null;
  },
  /** The tokens that a page may know as JSON, and the rest as a cookie. */
  give: (request: Request, { refreshToken = '', ...shown }: Tokens) => ({
    status: 200,
    body: shown,
    headers: { 'Set-Cookie': toCookie(request, refreshToken, LIFETIME_SEC) },
  }),
  set: (request: Request, refreshToken: string): string =>
    toCookie(request, refreshToken, LIFETIME_SEC),
  clear: (request: Request): string => toCookie(request, '', 0),
});

const foreignOrigin = () =>
  new AppError(
    'forbidden',
    'Only pages of this server may use its cookie. Behind a proxy that changes the Host header, set PUBLIC_URL.',
  );

const toCookie = ({ headers: { host } }: Request, value: string, maxAgeSec: number): string =>
  [
    `${NAME}=${value}`,
    'Path=/v1/auth',
    `Max-Age=${maxAgeSec}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isLoopback(host) ? [] : ['Secure']),
  ].join('; ');

/** Without https, only this machine itself is accepted. */
const isLoopback = (host = ''): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u.test(host);
