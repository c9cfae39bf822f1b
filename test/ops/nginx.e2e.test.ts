import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { findProgramOfTests } from '../support/installed.js';
import { startNginx } from '../support/nginx.js';

const site = await readFile(
  join(import.meta.dirname, '../../ops/nginx/knowledge-router.conf'),
  'utf8',
);

const hasNginx = findProgramOfTests('nginx', 'its example is not run.') !== undefined;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let upstream: Server;
let handle: Handler;
let nginx: Awaited<ReturnType<typeof startNginx>>;

const open = (options: { method?: string; headers?: Record<string, string> } = {}) =>
  request({
    host: '127.0.0.1',
    port: nginx.httpsPort,
    path: '/v1/chat',
    agent: false,
    rejectUnauthorized: false,
    ...options,
  });

const responseTo = async (asking: ReturnType<typeof open>) => {
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return answer;
};

describe('the nginx example', () => {
  it('lets uploads and questions be as large and as slow as the API does', () => {
    const { http, workflow } = parseConfig({});
    const [, seconds] = /proxy_read_timeout (\d+)s;/u.exec(site) ?? [];
    const [, megabytes] = /client_max_body_size (\d+)m;/u.exec(site) ?? [];

    expect(Number(seconds) * 1000).toBeGreaterThan(workflow.answerMaxMs);
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(http.maxUploadBytes);
  });
});

if (hasNginx) {
  describe('nginx with the example configuration', () => {
    beforeAll(async () => {
      upstream = createServer((incoming, response) => {
        handle(incoming, response);
      }).listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      nginx = await startNginx(site, [(upstream.address() as AddressInfo).port]);
    });

    afterAll(async () => {
      await nginx.close();
      upstream.closeAllConnections();
      upstream.close();
    });

    it('redirects from http to https', async () => {
      const answer = await fetch(`http://127.0.0.1:${nginx.httpPort}/docs`, {
        redirect: 'manual',
        headers: { Host: 'knowledge.example.org' },
      });

      expect(answer.status).toBe(301);
      expect(answer.headers.get('Location')).toMatch(/^https:\/\/[^/]+\/docs$/);
    });

    it('passes every event on at once, and tells the API when the reader disconnects', async () => {
      const closed = new Promise((resolve) => {
        handle = (_incoming, response) => {
          response.writeHead(200, { 'Content-Type': 'text/event-stream' });
          response.write('event: execution\n\n');
          response.on('close', resolve);
        };
      });
      const asking = open();
      asking.end();

      const answer = await responseTo(asking);
      const [piece] = (await once(answer, 'data')) as [Buffer];
      answer.on('error', () => undefined);
      asking.destroy();
      await closed;

      expect(piece.toString()).toBe('event: execution\n\n');
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    });

    it('passes an upload on while it is still being sent, up to the maximum size', async () => {
      handle = (incoming, response) => {
        incoming.once('data', () => response.writeHead(202).end());
      };
      const sending = open({
        method: 'POST',
        headers: { 'Content-Length': String(50 * 1024 * 1024) },
      });
      sending.on('error', () => undefined);
      sending.write('the first piece');

      const answer = await responseTo(sending);
      sending.destroy();

      expect(answer.statusCode).toBe(202);
    });

    it("tells the API the caller's address, not the one that the caller claims", async () => {
      handle = (incoming, response) => response.end(JSON.stringify(incoming.headers));
      const asking = open({
        headers: { 'X-Forwarded-For': '203.0.113.9', Host: 'knowledge.example.org' },
      });
      asking.end();

      const answer = await responseTo(asking);
      const pieces = (await answer.toArray()) as Buffer[];

      expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({
        host: 'knowledge.example.org',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      });
    });
  });
}
