import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCompanyAuthority } from './support/company-authority.js';
import { eventually } from './support/eventually.js';
import { startForwardProxy } from './support/forward-proxy.js';
import { entryOf } from './support/program.js';
import { freePort } from './support/redis-server.js';
import { startOpenAiServer } from './fakes/openai-server/index.js';

const DOMAIN = 'elsewhere.example';
const SENTENCE = 'Members may keep nine bicycles in the northern cellar.';
const START_MS = 120_000;

describe('a server behind a company proxy with its own certificate authority', () => {
  const closers: (() => Promise<unknown>)[] = [];
  let child: ChildProcess;
  let url: string;
  let key: string;
  let proxy: Awaited<ReturnType<typeof startForwardProxy>>;
  let posted: string[];

  beforeAll(async () => {
    const authority = await createCompanyAuthority(DOMAIN);
    closers.push(authority.remove);
    const models = await startOpenAiServer();
    closers.push(models.close);
    const hosts = await startHosts(authority, models.baseUrl);
    closers.push(hosts.close);
    posted = hosts.posted;
    proxy = await startForwardProxy({ portOf: () => hosts.port, credentials: 'kr:secret' });
    closers.push(proxy.close);
    const folder = await mkdtemp(join(tmpdir(), 'kr-proxy-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const [port, metricsPort] = [await freePort(), await freePort()];
    const { PATH = '', HOME = '' } = process.env;
    child = spawn(process.execPath, [entryOf('src/server')], {
      env: {
        PATH,
        HOME,
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        HTTPS_PROXY: proxy.url,
        NODE_EXTRA_CA_CERTS: authority.file,
        OPENAI_BASE_URL: `https://models.${DOMAIN}/v1`,
        OPENAI_MODEL: 'test',
        EMBEDDINGS_BASE_URL: `https://vectors.${DOMAIN}/v1`,
        EMBEDDINGS_MODEL: 'test',
        EMBEDDINGS_DIMENSIONS: '64',
        RERANK_BASE_URL: `https://ranks.${DOMAIN}/v1`,
        RERANK_MODEL: 'test',
        S3_ENDPOINT: `https://s3.${DOMAIN}`,
        S3_BUCKET: 'documents',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    closers.push(async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    });
    url = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(isReady, Boolean, START_MS);
    const written = await readFile(join(folder, 'bootstrap.json'), 'utf8');
    ({ adminKey: key } = JSON.parse(written) as { adminKey: string });
  }, START_MS + 30_000);

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  it('fetches a page, stores it in S3, embeds it and sends a webhook', async () => {
    const hook = { url: `https://hooks.${DOMAIN}/told`, events: ['document.ready'] };
    expect(await call('POST', '/v1/webhooks', hook)).toMatchObject({ status: 201 });

    const added = await call('POST', '/v1/documents', { url: `https://pages.${DOMAIN}/rules.txt` });

    expect(added).toMatchObject({ status: 202 });
    await eventually(
      () => posted.length,
      (count) => count > 0,
    );
    expect(proxy.asked).toEqual(
      expect.arrayContaining(
        ['pages', 's3', 'vectors', 'hooks'].map((name) => `CONNECT ${name}.${DOMAIN}:443`),
      ),
    );
  }, 40_000);

  it('reaches its model, its reranker and an identity provider', async () => {
    const answer = await call('POST', '/v1/chat', {
      message: 'How many bicycles may members keep in the northern cellar?',
    });
    const signIn = await call('PUT', '/v1/tenant/sign-in', {
      issuer: `https://login.${DOMAIN}`,
      clientId: 'kr',
      clientSecret: 'secret',
    });

    expect(JSON.stringify(answer.json)).toContain('nine bicycles');
    expect(signIn).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual(
      expect.arrayContaining(
        ['models', 'ranks', 'login'].map((name) => `CONNECT ${name}.${DOMAIN}:443`),
      ),
    );
  }, 40_000);
});

/** All hosts of a domain on one port: models, a bucket, an identity provider, a page and a webhook. */
const startHosts = async (authority: { key: Buffer; cert: Buffer }, modelsUrl: string) => {
  const objects = new Map<string, Buffer>();
  const posted: string[] = [];
  const { key, cert } = authority;
  const server = createServer({ key, cert }, (request, response) => {
    void answerAs((request.headers.host ?? '').split('.')[0] ?? '', request, response);
  });
  const answerAs = async (name: string, request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    if (name === 's3')
      answerBucket(objects, { method: request.method ?? '', body, path }, response);
    else if (name === 'models' || name === 'vectors') {
      const { method = 'GET' } = request;
      const answer = await fetch(modelsUrl.replace('/v1', path), {
        method,
        ...(method === 'POST' && { body }),
      });
      const type = answer.headers.get('content-type') ?? 'application/json';
      response.writeHead(answer.status, { 'Content-Type': type });
      response.end(Buffer.from(await answer.arrayBuffer()));
    } else if (name === 'ranks') {
      const { documents = [] } = JSON.parse(body.toString() || '{}') as { documents?: string[] };
      const results = documents.map((_, index) => ({ index, relevance_score: 0.9 }));
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ results }));
    } else if (name === 'login') {
      const issuer = `https://login.${DOMAIN}`;
      const described = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(described));
    } else {
      if (name === 'hooks') posted.push(body.toString());
      response.setHeader('Content-Type', 'text/plain').end(SENTENCE);
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    posted,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

type Asked = { method: string; path: string; body: Buffer };

/** As much of S3 as small files need. */
const answerBucket = (
  objects: Map<string, Buffer>,
  { method, path, body }: Asked,
  response: ServerResponse,
): void => {
  const name = path.split('?')[0] ?? '';
  if (method === 'PUT') objects.set(name, body);
  if (method === 'DELETE') objects.delete(name);
  const found = objects.get(name);
  if (method === 'GET' && found === undefined) response.writeHead(404).end();
  else response.setHeader('ETag', '"1"').end(method === 'GET' ? found : undefined);
};
