import { Buffer } from 'node:buffer';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createLocalFetcher,
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

describe('a fetched resource', () => {
  it('comes with its bytes, and is requested without cookies, credentials or referrer', async () => {
    const server = await serve((_, response) => {
      response.setHeader('Set-Cookie', 'a=b').end('Three days.');
    });

    const found = await readUrl(`http://pages.example:${server.port}/docs/policy.html?id=7#part`);

    expect(found).toEqual({ filename: 'policy.html', charset: null, text: 'Three days.' });
    expect(server.requests).toEqual([
      {
        url: '/docs/policy.html?id=7',
        headers: {
          'user-agent': 'knowledge-router',
          accept: '*/*',
          'accept-encoding': 'gzip, deflate, br',
          host: `pages.example:${server.port}`,
          connection: 'close',
        },
      },
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is unpacked if it comes as %s', async (encoding, pack) => {
    const server = await serve((_, response) => {
      response.setHeader('Content-Encoding', encoding).end(pack('Three days. '.repeat(500)));
    });

    expect((await readUrl(server.url)).text).toHaveLength(6000);
  });

  it.each([
    [`attachment; filename="HR \\"Manual\\".pdf"`, 'HR "Manual".pdf'],
    [`attachment; filename=x.pdf; filename*=UTF-8''K%C3%A9zik%C3%B6nyv.pdf`, 'Kézikönyv.pdf'],
    [`inline; filename=plain.txt`, 'plain.txt'],
    [`attachment; filename*=UTF-8''%ZZ`, '%ZZ'],
    [`attachment`, 'last part'],
  ])('with the Content-Disposition %j is named %j', async (disposition, filename) => {
    const server = await serve((_, response) => {
      response.setHeader('Content-Disposition', disposition).end('x');
    });

    expect((await readUrl(`${server.url}/a/last%20part/`)).filename).toBe(filename);
  });

  it.each([
    ['text/html; charset=windows-1251', 'windows-1251'],
    ['text/html;charset="GB18030"; boundary=x', 'GB18030'],
    ['text/plain; Charset = utf-8', 'utf-8'],
    ['text/csv; charset=', null],
    ['text/html', null],
  ])('with the Content-Type %j has the charset %j', async (contentType, charset) => {
    const server = await serve((_, response) => {
      response.setHeader('Content-Type', contentType).end('x');
    });

    expect((await readUrl(server.url)).charset).toBe(charset);
  });

  it('is found through five redirects, each of them relative or absolute', async () => {
    const server = await serve((request, response) => {
      const count = Number(request.url?.slice(1));
      if (count === 0) response.end('There.');
      else
        redirectTo(count % 2 ? `/${count - 1}` : `${server.url}/${count - 1}`)(request, response);
    });

    expect((await readUrl(`${server.url}/5`)).text).toBe('There.');
    await expect(readUrl(`${server.url}/6`)).rejects.toMatchObject({ code: 'url_refused' });
  });
});

describe('a host that sends too much or nothing', () => {
  it.each<[string, string, RequestListener]>([
    [
      'payload_too_large',
      'announces too much',
      (_, response) => {
        response.setHeader('Content-Length', 100_001).end('x');
      },
    ],
    [
      'payload_too_large',
      'never stops sending',
      (_, response) => {
        const send = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384)));
        };
        response.on('drain', send);
        send();
      },
    ],
    [
      'payload_too_large',
      'sends a decompression bomb',
      (_, response) => {
        const bomb = gzipSync(Buffer.alloc(200_000_000));
        response.setHeader('Content-Encoding', 'gzip').end(bomb.subarray(0, 90_000));
      },
    ],
    ['url_unreachable', 'answers 404', (_, response) => response.writeHead(404).end('x')],
    ['url_unreachable', 'answers 204', (_, response) => response.writeHead(204).end()],
    ['url_unreachable', 'redirects nowhere', (_, response) => response.writeHead(302).end()],
    ['url_unreachable', 'hangs up', (request) => request.socket.destroy()],
    [
      'url_unreachable',
      'changes the protocol',
      ({ socket }) =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        ),
    ],
    [
      'url_unreachable',
      'breaks off',
      (_, response) => {
        response.setHeader('Content-Length', 100).write('half');
        response.socket?.end();
      },
    ],
    [
      'url_unreachable',
      'sends data that cannot be unpacked',
      (_, response) => {
        response.setHeader('Content-Encoding', 'gzip').end('no gzip');
      },
    ],
    [
      'url_unreachable',
      'compresses twice',
      (_, response) => {
        response.setHeader('Content-Encoding', 'gzip, gzip').end(gzipSync(gzipSync('x')));
      },
    ],
  ])('leads to %s if it %s', async (code, _, answer) => {
    const server = await serve(answer);

    await expect(readUrl(server.url)).rejects.toMatchObject({
      code,
      message: expect.not.stringContaining('127.0.0.1'),
    });
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['never ends its answer', (_, response) => response.write('slow')],
    [
      'drips',
      (_, response) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('is abandoned at the time limit if it %s', async (_, answer) => {
    const server = await serve(answer);

    await expect(readUrl(server.url, { policy: { timeoutMs: 300 } })).rejects.toMatchObject({
      code: 'url_unreachable',
      message: 'The host of the URL gave no whole answer within 0.3 seconds.',
    });
  });

  it('has its request cancelled when nobody waits for the answer any more', async () => {
    const controller = new AbortController();
    const server = await serve(() => {
      controller.abort();
    });

    const failure = createLocalFetcher().fetch(server.url, WEB_POLICY, controller.signal);

    await expect(failure).rejects.toMatchObject({ code: 'cancelled' });
  });
});
