import { describe, expect, it } from '@jest/globals';
import { countedAddress, plainAddress } from '../../src/http/address.js';

describe('the address that limits count by', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::192.0.2.1', '0:0:0:0::/64'],
  ])('is, for %s, %s', (text, counted) => {
    expect(countedAddress(text)).toBe(counted);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2.300',
    '192.0.2.1:',
    '[::1',
    '1::2::3',
    'a'.repeat(9000),
  ])('is the same for everything that is not an address (%s)', (text) => {
    expect(countedAddress(text)).toBe('');
  });
});

describe('an address cleaned of port and prefix', () => {
  it.each([
    ['10.0.0.1:80', '10.0.0.1'],
    ['[2001:db8::1]:80', '2001:db8::1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['unknown', 'unknown'],
  ])('is, for %s, %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });
});
