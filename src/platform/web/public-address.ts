import { BlockList, isIP } from 'node:net';

/** True for an address of the public internet, in the one spelling that the resolver gives; anything else is false. */
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

const toList = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

/** What the registry of special-purpose addresses keeps off the internet, and what clouds serve credentials from. */
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

// What is not in here is loopback, private, link-local, multicast, or an IPv4 address in other clothes.
const GLOBAL_IPV6 = toList('ipv6', ['2000::/3']);

/** Inside it: protocol assignments with Teredo, documentation, and 6to4, which carries any IPv4 address. */
const RESERVED_IPV6 = toList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
