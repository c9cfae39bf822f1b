import { describe, expect, it } from '@jest/globals';
import { findProxy } from '../../../src/platform/web/outgoing-proxy.js';

const PROXY = { https: 'http://proxy.example:3128', http: 'http://plain.example:3129' };

const find = (url: string, except: string[] = []): string | null =>
  findProxy({ ...PROXY, except }, new URL(url))?.host ?? null;

describe('the proxy for an address', () => {
  it('is the one of its URL scheme', () => {
    expect(find('https://api.example/')).toBe('proxy.example:3128');
    expect(find('http://api.example/')).toBe('plain.example:3129');
    expect(
      findProxy({ ...PROXY, http: null, except: [] }, new URL('http://api.example')),
    ).toBeNull();
    expect(findProxy(null, new URL('https://api.example'))).toBeNull();
  });

  it.each([
    'http://localhost:11434',
    'http://127.0.0.1:8080',
    'http://[::1]/',
    'http://a.localhost',
  ])('is not used for this machine, as in %s', (url) => {
    expect(find(url)).toBeNull();
  });

  it.each([
    ['everything', '*', 'https://api.example/'],
    ['a host', 'api.example', 'https://api.example/'],
    ['a host in capitals', 'API.example', 'https://api.example/'],
    ['a domain, with the hosts in it', 'example', 'https://api.example/'],
    ['the hosts in a domain', '.example', 'https://api.example/'],
    ['the hosts in a domain with a star', '*.example', 'https://api.example/'],
    ["the address's port", 'api.example:8443', 'https://api.example:8443/'],
    ['the default port of its scheme', 'api.example:443', 'https://api.example/'],
    ['an address', '10.0.0.7', 'https://10.0.0.7/'],
    ['an IPv6 address', 'fd00::7', 'https://[fd00::7]/'],
  ])('is not used if NO_PROXY names %s', (_what, entry, url) => {
    expect(find(url, ['other.test', entry])).toBeNull();
  });

  it.each([
    ['another port', 'api.example:8443', 'https://api.example/'],
    ['a name that is only a suffix of the host', 'pi.example', 'https://api.example/'],
    ['another domain', '.example.org', 'https://api.example/'],
  ])('is still used if NO_PROXY names %s', (_what, entry, url) => {
    expect(find(url, [entry])).toBe('proxy.example:3128');
  });
});
