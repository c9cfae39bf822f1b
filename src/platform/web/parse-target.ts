import { isIP } from 'node:net';
import { AppError } from '../../shared/errors.js';

export type TargetRules = {
  isAllowedAddress: (address: string) => boolean;
  isAllowedPort: (port: number) => boolean;
  allowedHosts: readonly string[] | null;
};

export type Target = { url: URL; isTls: boolean; hostname: string; port: number };

/** Names that never belong to the public internet, refused before anybody is asked about them. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

export const refuseUrl = (reason: string, cause?: unknown): AppError =>
  new AppError('url_refused', `The URL was refused: ${reason}.`, { cause });

const parseUrl = (url: string, base: URL | undefined): URL => {
  // The parser would drop these and read the rest as another address.
  if (/[\p{Cc}\s\\]/u.test(url)) throw refuseUrl('it holds a character that must be escaped');
  try {
    return new URL(url, base);
  } catch (cause) {
    throw refuseUrl('it cannot be read', cause);
  }
};

/** What a URL asks for, in one spelling of its host; throws `url_refused` for what can be refused before a look-up. */
export const parseTarget = (url: string, rules: TargetRules, base?: URL): Target => {
  const parsed = parseUrl(url, base);
  const isTls = parsed.protocol === 'https:';
  if (!isTls && parsed.protocol !== 'http:') throw refuseUrl('only http and https are fetched');
  if (parsed.username !== '' || parsed.password !== '') {
    throw refuseUrl('it must not hold a user name or password');
  }
  const port = parsed.port === '' ? (isTls ? 443 : 80) : Number(parsed.port);
  if (!rules.isAllowedPort(port)) throw refuseUrl('its port is not one of the web');
  const hostname = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (rules.allowedHosts !== null && !rules.allowedHosts.includes(hostname)) {
    throw refuseUrl('its host is not one of those allowed');
  }
  const isRefused =
    isIP(hostname) === 0 ? LOCAL_NAME.test(hostname) : !rules.isAllowedAddress(hostname);
  if (isRefused || hostname === '') throw refuseUrl('its host is not on the public internet');
  return { url: parsed, isTls, hostname, port };
};
