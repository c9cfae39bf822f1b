import { isIPv4, isIPv6 } from 'node:net';

/** The address in what a proxy or a socket names one by: with a port, with brackets, with a zone, or an IPv4 one inside of an IPv6 one. */
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
 * The address that a client is counted by: an IPv4 address, or the IPv6 network of 64 bits, which is what one line is given. All other
 * texts count as one client.
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
  // The parser of URLs knows every spelling, and writes zeros and an IPv4 ending in one way.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const [head, tail] = [toNumbers(before), toNumbers(after ?? '')];
  const zeros = after === undefined ? 0 : GROUPS - head.length - tail.length;
  return [...head, ...Array.from({ length: zeros }, () => 0), ...tail];
};

const toNumbers = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
