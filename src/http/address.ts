import { isIPv4, isIPv6 } from 'node:net';

/** The plain address in what a proxy or socket reports: with a port, in brackets, with a zone, or IPv4 mapped into IPv6. */
export const plainAddress = (text: string): string => {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? text.trim()).split('%');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : address;
};

/**
 * The address by which a client is counted: an IPv4 address, or the /64 network of an IPv6 address, which one connection is usually given.
 * All other texts count as one client.
 */
export const countedAddress = (text: string): string => {
  const address = plainAddress(text);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return '';
  const network = groupsOf(address).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
};

const GROUPS = 8;

const groupsOf = (address: string): number[] => {
  // The URL parser understands every spelling, and normalizes zeros and an IPv4 ending.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const [head, tail] = [toNumbers(before), toNumbers(after ?? '')];
  const zeros = after === undefined ? 0 : GROUPS - head.length - tail.length;
  return [...head, ...Array.from({ length: zeros }, () => 0), ...tail];
};

const toNumbers = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
