import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../shared/errors.js';

type TargetRules = {
  isAllowedAddress: (address: string) => boolean;
  isAllowedPort: (port: number) => boolean;
  allowedHosts: readonly string[] | null;
  /** The one origin that is exempt from the other rules. */
  trustedOrigin?: string | undefined;
};

export type Target = {
  url: URL;
  isTls: boolean;
  hostname: string;
  port: number;
  isTrusted: boolean;
};

/** Names that never belong to the public internet, refused before a look-up. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

type Rules = { resolve: Resolve; isAllowedAddress: (address: string) => boolean };

export const refuseUrl = (reason: string, cause?: unknown): AppError =>
  new AppError('url_refused', `The URL was refused: ${reason}.`, { cause });

/** The same error for an unknown name and one of this network, so that callers cannot learn which names exist. */
const refuseHost = (cause?: unknown): AppError =>
  refuseUrl('its host was not found on the public internet', cause);

/** Parses the target of a URL and normalizes its host; throws `url_refused` for what can be refused before a look-up. */
export const parseTarget = (url: string, rules: TargetRules, base?: URL): Target => {
  const parsed = parseUrl(url, base);
  const isTls = parsed.protocol === 'https:';
  if (!isTls && parsed.protocol !== 'http:') throw refuseUrl('only http and https are fetched');
  if (parsed.username !== '' || parsed.password !== '') {
    throw refuseUrl('it must not hold a user name or password');
  }
  const port = parsed.port === '' ? (isTls ? 443 : 80) : Number(parsed.port);
  const hostname = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isTrusted = parsed.origin === rules.trustedOrigin;
  if (!isTrusted) requireAllowed({ hostname, port }, rules);
  return { url: parsed, isTls, hostname, port, isTrusted };
};

const requireAllowed = (
  { hostname, port }: Pick<Target, 'hostname' | 'port'>,
  rules: TargetRules,
): void => {
  if (!rules.isAllowedPort(port)) throw refuseUrl('its port is not a web port');
  if (rules.allowedHosts !== null && !rules.allowedHosts.includes(hostname)) {
    throw refuseUrl('its host is not one of those allowed');
  }
  const isRefused =
    isIP(hostname) === 0 ? LOCAL_NAME.test(hostname) : !rules.isAllowedAddress(hostname);
  if (isRefused || hostname === '') throw refuseHost();
};

const parseUrl = (url: string, base: URL | undefined): URL => {
  // The parser would drop these characters and read the rest as another address.
  if (/[\p{Cc}\s\\]/u.test(url)) throw refuseUrl('it contains a character that must be escaped');
  try {
    return new URL(url, base);
  } catch (cause) {
    throw refuseUrl('it cannot be read', cause);
  }
};

/**
 * The look-up of the connection itself: the checked address is the one connected to, so a name that resolves differently the next time
 * gains nothing. One forbidden address among several refuses the name.
 */
export const createGuardedLookup = ({ resolve, isAllowedAddress }: Rules): LookupFunction =>
  createLookup(async (hostname) => {
    const addresses = await resolve(hostname).catch((cause: unknown) => {
      throw refuseHost(cause);
    });
    const isPublic = addresses.every(({ address }) => isAllowedAddress(address));
    if (addresses.length === 0 || !isPublic) throw refuseHost();
    return addresses;
  });

/**
 * Refuses a name that resolves to this network. For use with a proxy, which does its own look-ups: it may know names that are unknown here,
 * and must itself protect this network's addresses.
 */
export const refusePrivate = async (
  hostname: string,
  { resolve, isAllowedAddress }: Rules,
): Promise<void> => {
  const addresses = await resolve(hostname).catch(() => []);
  if (!addresses.every(({ address }) => isAllowedAddress(address))) throw refuseHost();
};

/** A look-up in the form that connections expect. */
export const createLookup = (resolve: Resolve): LookupFunction => {
  return (hostname, { all = false }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error('The name has no address.'), []);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), []);
      },
    );
  };
};

/** True for an address of the public internet in the spelling of the resolver; false for anything else. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !RESERVED_IPV4.check(address, 'ipv4');
    case 6:
      // A zone names an interface of this machine.
      if (address.includes('%')) return false;
      return GLOBAL_IPV6.check(address, 'ipv6') && !RESERVED_IPV6.check(address, 'ipv6');
    default:
      return false;
  }
};

export const isWebPort = (port: number): boolean => port === 80 || port === 443;

const toList = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

/** Addresses that the special-purpose registry excludes from the internet, and those from which clouds serve credentials. */
const RESERVED_IPV4 = toList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

// Anything outside it is loopback, private, link-local, multicast, or an IPv4 address written as IPv6.
const GLOBAL_IPV6 = toList('ipv6', ['2000::/3']);

/** Reserved within it: protocol assignments with Teredo, documentation, and 6to4, which carries any IPv4 address. */
const RESERVED_IPV6 = toList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
