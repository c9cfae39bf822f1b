import { describe, expect, it } from '@jest/globals';
import { parseTarget } from '../../../src/platform/web/public-target.js';
import { isPublicAddress } from '../../../src/platform/web/public-target.js';

const RULES = {
  isAllowedAddress: isPublicAddress,
  isAllowedPort: (port: number) => port === 80 || port === 443,
  allowedHosts: null,
};

describe('the address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '192.169.0.1',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2001:4860:4860::8888',
    '2600::',
    '2003::1',
  ])('%s is on the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    // This machine and this network.
    '0.0.0.0',
    '0.1.2.3',
    '127.0.0.1',
    '127.255.255.255',
    '127.1.2.3',
    '::',
    '::1',
    // Private, shared, link-local.
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.0.1',
    '169.254.255.255',
    'fc00::1',
    'fd00::1',
    'fdff:ffff::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    // Where clouds keep credentials.
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    // Multicast, broadcast, reserved, documentation, benchmarks.
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    'ff02::1',
    'ff0e::1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '192.88.99.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
    // IPv4 in other clothes.
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:4136:e378::',
    '::ffff:0:1',
    // No spelling that a resolver gives.
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '8.8.8.8:80',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '１２７.0.0.1',
  ])('%j is not on the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a URL', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://①27.0.0.1/',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://10.0.0.1',
    'http://100.64.1.1',
    'http://192.168.1.1',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://a.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://router.home.arpa/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,hi',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://user@example.com/',
    'http://user:pass@example.com/',
    'http://:pass@example.com/',
    'http://example.com:6379/',
    'http://example.com:22/',
    'https://example.com:8443/',
    'http://example.com:6333/',
    'http://example.com:5432/',
    'http://exa\r\nmple.com/',
    'http://example.com/\r\nHost: x',
    'http:\\\\127.0.0.1\\',
    'http://example.com\\@127.0.0.1/',
    ' http://example.com/',
    'http://',
    '//example.com',
    '',
  ])('%j is refused before any lookup', (url) => {
    const parse = () => parseTarget(url, RULES);

    expect(parse).toThrow(/^The URL was refused: /);
  });

  it.each([
    ['http://example.com', { hostname: 'example.com', port: 80, isTls: false }],
    ['https://EXAMPLE.com./a?b#c', { hostname: 'example.com', port: 443, isTls: true }],
    ['http://example.com:443/', { hostname: 'example.com', port: 443, isTls: false }],
    ['https://münchen.example/', { hostname: 'xn--mnchen-3ya.example', port: 443, isTls: true }],
    ['http://[2606:4700:4700::1111]/', { hostname: '2606:4700:4700::1111', port: 80 }],
    ['http://internal.example.com/', { hostname: 'internal.example.com' }],
  ])('%s may be requested', (url, target) => {
    expect(parseTarget(url, RULES)).toMatchObject(target);
  });

  it('is refused if its host is not on the list of allowed hosts', () => {
    const rules = { ...RULES, allowedHosts: ['api.example.com'] };

    expect(parseTarget('https://API.example.com/x', rules).hostname).toBe('api.example.com');
    for (const host of ['example.com', 'api.example.com.evil.com', 'x.api.example.com']) {
      expect(() => parseTarget(`https://${host}/`, rules)).toThrow('not one of those allowed');
    }
  });
});
