import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createWebFetcher } from '../../src/platform/web/web-fetcher.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { PICTURE } from '../support/text-fixtures.js';
import { startWebServer } from '../support/web-server.js';

const Uploaded = z.object({
  duplicate: z.boolean(),
  document: z.object({
    id: z.string(),
    title: z.string(),
    filename: z.string(),
    status: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  }),
});

const web = createWebFetcher({
  userAgent: 'knowledge-router',
  isAllowedAddress: (address) => address === '127.0.0.1',
  isAllowedPort: () => true,
});

let answer: RequestListener;
let site: Awaited<ReturnType<typeof startWebServer>>;
let house: ApiOverDatabase;
let tenant: Awaited<ReturnType<typeof createTenantOverApi>>;

beforeAll(async () => {
  site = await startWebServer((request, response) => answer(request, response));
  house = await serveApiOverDatabase({ web });
  tenant = await createTenantOverApi(house);
});
beforeEach(() => {
  answer = (_, response) => response.end('Three days.');
});
afterAll(async () => {
  await house.close();
  await site.close();
});

type Sent = { key?: string; idempotencyKey?: string };
const send = (body: unknown, { key = tenant.adminKey, idempotencyKey }: Sent = {}) =>
  house.api.call('POST', '/v1/documents', {
    key,
    body,
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  });
let pages = 0;
/** An address of its own for each document: equal bytes of one owner are one document. */
const page = (): string => {
  pages += 1;
  const content = `Page ${pages}.`;
  answer = (_, response) => response.end(content);
  return `${site.url}/handbook-${pages}.txt`;
};

describe('POST /v1/documents with a URL', () => {
  it('stores the page under its name, with its origin but without the query string', async () => {
    const { status, json } = await send({ url: `${page()}?token=secret#part` });

    const name = `handbook-${pages}`;
    expect(status).toBe(202);
    expect(Uploaded.parse(json)).toMatchObject({
      duplicate: false,
      document: {
        title: name,
        filename: `${name}.txt`,
        status: 'queued',
        metadata: { sourceUrl: `${site.url}/${name}.txt` },
      },
    });
    expect(JSON.stringify(json)).not.toContain('secret');
    expect(house.logLines.join('\n')).not.toContain('token=secret');
  });

  it('keeps the title, visibility and metadata of the request', async () => {
    const given = { title: 'Mine', visibility: 'private', metadata: { year: 2026 } };

    const { json } = await send({ url: page(), ...given });

    expect(json).toMatchObject({
      document: { ...given, metadata: { year: 2026, sourceUrl: expect.any(String) } },
    });
  });

  it('names a page without a name after its host', async () => {
    answer = (_, response) => response.end('A page without a name.');

    const { json } = await send({ url: `${site.url}/` });

    expect(json).toMatchObject({ document: { title: '127.0.0.1', filename: '127.0.0.1' } });
  });

  it('returns the existing document if the same owner already has it', async () => {
    const url = page();
    const first = Uploaded.parse((await send({ url })).json);

    const second = await send({ url });

    expect(second.status).toBe(200);
    expect(Uploaded.parse(second.json)).toMatchObject({
      duplicate: true,
      document: { id: first.document.id },
    });
  });

  it.each<[string, unknown, string]>([
    ['another scheme', { url: 'ftp://example.com/a' }, 'url_refused'],
    ['a file URL', { url: 'file:///etc/passwd' }, 'url_refused'],
    ['a URL with a password', { url: 'http://a:b@example.com/' }, 'url_refused'],
    ['a private address', { url: 'http://10.0.0.1/' }, 'url_refused'],
    ['a cloud metadata service', { url: 'http://169.254.169.254/latest' }, 'url_refused'],
    ['something that is not a URL', { url: 'example' }, 'validation_failed'],
    ['a URL with a line break', { url: 'http://example.com/\r\nHost: x' }, 'validation_failed'],
    ['text next to the URL', { url: 'http://127.0.0.1/', text: 'x' }, 'validation_failed'],
    ['a tenant field', { url: 'http://127.0.0.1/', tenantId: 'x' }, 'validation_failed'],
    [
      'a source field',
      { url: 'http://127.0.0.1/', metadata: { sourceUrl: 'x' } },
      'validation_failed',
    ],
  ])('refuses %s', async (_, body, code) => {
    const before = site.requests.length;

    expect((await send(body)).json).toMatchObject({ status: 422, code });
    expect(site.requests).toHaveLength(before);
  });

  it('names the field that is wrong and the request shape it belongs to', async () => {
    const errorsOf = async (body: unknown) => {
      const { json } = await send(body);
      const { errors } = z.object({ errors: z.array(z.object({ path: z.string() })) }).parse(json);
      return errors.map(({ path }) => path);
    };

    expect(await errorsOf({ url: 'nothing' })).toEqual(['url']);
    expect(await errorsOf({ title: '', text: 'x' })).toEqual(['title']);
    expect(await errorsOf({ title: 'a', text: 'x', visibility: 'all' })).toEqual(['visibility']);
  });

  it.each<[string, string, RequestListener]>([
    ['answers 500', 'url_unreachable', (_, response) => response.writeHead(500).end('x')],
    [
      'redirects to itself',
      'url_refused',
      (_, response) => response.writeHead(301, { Location: '/' }).end(),
    ],
    [
      'redirects to an internal address',
      'url_refused',
      (_, response) => response.writeHead(301, { Location: 'http://10.0.0.1/' }).end(),
    ],
    [
      'sends too much',
      'payload_too_large',
      (_, response) => response.end('x'.repeat(1024 * 1024 + 1)),
    ],
    [
      'sends a picture',
      'unsupported_format',
      (_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(PICTURE),
    ],
  ])('fails at once if the host %s, and stores nothing', async (_, code, given) => {
    const before = (await house.storedFiles()).length;
    answer = given;

    const refused = await send({ url: `${site.url}/` });

    expect(refused.json).toMatchObject({ code });
    expect(refused.text).not.toMatch(/127\.0\.0\.1|10\.0\.0\.1/);
    expect(await house.storedFiles()).toHaveLength(before);
  });

  it('sends no request to the host for a member who may not upload', async () => {
    const member = await tenant.addMember();
    const before = site.requests.length;

    const refused = await send({ url: page() }, { key: member.apiKey });

    expect(refused.json).toMatchObject({ status: 403, code: 'forbidden' });
    expect(site.requests).toHaveLength(before);
  });
});

describe('POST /v1/documents with a URL and an Idempotency-Key', () => {
  it('returns the first response the second time without asking the host again', async () => {
    const url = page();
    const first = await send({ url }, { idempotencyKey: 'url-1' });
    answer = (_, response) => response.end('Changed meanwhile.');
    const before = site.requests.length;

    const second = await send({ url }, { idempotencyKey: 'url-1' });

    expect(second).toMatchObject({ status: 202, json: first.json });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(site.requests).toHaveLength(before);
  });

  it('refuses the key with another URL or another field', async () => {
    const url = page();
    await send({ url }, { idempotencyKey: 'url-2' });
    const before = site.requests.length;

    for (const body of [{ url: `${url}?x` }, { url, title: 'Other' }]) {
      expect((await send(body, { idempotencyKey: 'url-2' })).json).toMatchObject({
        code: 'idempotency_conflict',
      });
    }
    expect(site.requests).toHaveLength(before);
  });

  it('tries again under the same key after the host was down', async () => {
    const url = page();
    const whole = answer;
    answer = (_, response) => response.writeHead(503).end();
    const failed = await send({ url }, { idempotencyKey: 'url-3' });
    answer = whole;

    const again = await send({ url }, { idempotencyKey: 'url-3' });

    expect([failed.status, again.status]).toEqual([422, 202]);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  it('makes one document out of ten simultaneous requests', async () => {
    const url = page();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send({ url }, { idempotencyKey: 'url-10' })),
    );

    const good = answers.filter(({ status }) => status === 202);
    expect(new Set(good.map(({ json }) => Uploaded.parse(json).document.id)).size).toBe(1);
    for (const { json } of answers.filter(({ status }) => status !== 202)) {
      expect(json).toMatchObject({ code: 'idempotency_in_progress' });
    }
  });
});
