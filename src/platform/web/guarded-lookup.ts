import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { refuseUrl } from './parse-target.js';

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

type Rules = { resolve: Resolve; isAllowedAddress: (address: string) => boolean };

/**
 * The look-up that a connection makes for itself: what it returns is what is connected to, so a name that answers differently the
 * next time gains nothing. One forbidden address among several refuses the name.
 */
export const createGuardedLookup = ({ resolve, isAllowedAddress }: Rules): LookupFunction => {
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname);
    if (addresses.some(({ address }) => !isAllowedAddress(address))) {
      throw refuseUrl('its host is not on the public internet');
    }
    return addresses;
  };
  return (hostname, { all = false }, callback) => {
    find(hostname).then(
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
