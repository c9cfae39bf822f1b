import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '../../../src/platform/web/public-target.js';
import { createWebFetcher } from '../../../src/platform/web/web-fetcher.js';
import {
  createLocalFetcher,
  NEVER,
  type FetcherOptions,
  readUrl,
  redirectTo,
  WEB_POLICY,
} from '../../support/local-fetcher.js';
import { startWebServer } from '../../support/web-server.js';

type Server = Awaited<ReturnType<typeof startWebServer>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
const serve = async (answer: RequestListener): Promise<Server> => {
  const server = await startWebServer(answer);
  servers.push(server);
  return server;
};

const PRIVATE = () => Promise.resolve([{ address: '10.1.2.3', family: 4 }]);

describe('a host name', () => {
  it.each<[string, string, FetcherOptions]>([
    ['of this network', 'intranet.example', { resolve: PRIVATE }],
    [
      'that does not exist',
      'nowhere.example',
      { resolve: () => Promise.reject(new Error('ENOTFOUND')) },
    ],
    ['without an address', 'empty.example', { resolve: () => Promise.resolve([]) }],
    ['with a local ending', 'db.internal', { resolve: PRIVATE }],
  ])('%s is refused in the same words, and no sooner than any other', async (_, host, options) => {
    const clock = { ms: 1_000 };

    const failure = readUrl(`http://${host}/`, {
      isAllowedAddress: isPublicAddress,
      refusedAfterMs: 120,
      clock: {
        nowMs: () => clock.ms,
        wait: async (delayMs) => {
          clock.ms += delayMs;
        },
      },
      ...options,
    });

    await expect(failure).rejects.toMatchObject({
      code: 'url_refused',
      message: 'The URL was refused: its host was not found on the public internet.',
    });
    expect(clock.ms).toBe(1_120);
  });
});

describe('a host that must not be contacted', () => {
  it.each([
    ['its own name', [{ address: '10.1.2.3', family: 4 }]],
    [
      'one address of several',
      [
        { address: '93.184.216.34', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    ['a mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('is not connected to because of %s, and its address is not revealed', async (_, addresses) => {
    const server = await serve((_request, response) => response.end('secret'));
    const url = `http://evil.example:${server.port}/`;

    const failure = readUrl(url, {
      isAllowedAddress: isPublicAddress,
      resolve: () => Promise.resolve(addresses),
    });

    await expect(failure).rejects.toMatchObject({
      code: 'url_refused',
      message: 'The URL was refused: its host was not found on the public internet.',
    });
    expect(server.connections()).toBe(0);
  });

  it('is not connected to under the rules of production, whatever its port', async () => {
    const server = await serve((_, response) => response.end('secret'));
    const fetcher = createWebFetcher({ userAgent: 'x' });
    const byName = createWebFetcher({ userAgent: 'x', isAllowedPort: () => true });

    for (const [one, url] of [
      [fetcher, server.url],
      [byName, server.url],
      [byName, `http://127.1:${server.port}/`],
      [byName, `http://localhost:${server.port}/`],
    ] as const) {
      await expect(one.fetch(url, WEB_POLICY, NEVER)).rejects.toMatchObject({
        code: 'url_refused',
      });
    }
    expect(server.connections()).toBe(0);
  });

  it.each([
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'http://user:pass@127.0.0.1/',
    'http://metadata.google.internal/',
    '//localhost/x',
  ])('is not reached by a redirect to %s', async (location) => {
    const server = await serve(redirectTo(location));

    await expect(readUrl(server.url)).rejects.toMatchObject({ code: 'url_refused' });
    expect(server.connections()).toBe(1);
  });

  it('is not reached by a redirect to a port that is not a web port', async () => {
    const target = await serve((_, response) => response.end('secret'));
    const server = await serve(redirectTo(target.url));

    const failure = readUrl(server.url, { isAllowedPort: (port) => port === server.port });

    await expect(failure).rejects.toMatchObject({ code: 'url_refused' });
    expect(target.connections()).toBe(0);
  });

  it('is not reached through a name that resolves differently the second time', async () => {
    const server = await serve((_, response) => response.end('secret'));
    const answers = ['127.0.0.1', '10.0.0.1'];
    const first = await serve(redirectTo(`http://rebind.example:${server.port}/`));
    const asked: string[] = [];

    const failure = readUrl(`http://rebind.example:${first.port}/`, {
      resolve: (hostname) => {
        asked.push(hostname);
        return Promise.resolve([{ address: answers.shift() ?? '10.0.0.1', family: 4 }]);
      },
    });

    await expect(failure).rejects.toMatchObject({ code: 'url_refused' });
    expect(asked).toEqual(['rebind.example', 'rebind.example']);
    expect([first.connections(), server.connections()]).toEqual([1, 0]);
  });

  it('is looked up once per connection, so that the checked address is the one connected to', async () => {
    const server = await serve((_, response) => response.end('ok'));
    let count = 0;

    await readUrl(`http://once.example:${server.port}/`, {
      resolve: () => {
        count += 1;
        return Promise.resolve([{ address: count === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
      },
    });

    expect(count).toBe(1);
  });

  it('is refused under a policy that does not name it, also after a redirect', async () => {
    const server = await serve(redirectTo('http://other.example/'));
    const policy = { allowedHosts: ['127.0.0.1'] };

    const failure = createLocalFetcher().fetch(server.url, { ...WEB_POLICY, ...policy }, NEVER);

    await expect(failure).rejects.toThrow('not one of those allowed');
  });
});
