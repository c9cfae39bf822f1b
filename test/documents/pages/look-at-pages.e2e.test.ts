import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../../support/application.js';
import { SAMPLES } from '../../support/samples.js';
import { addPerson } from '../../support/people.js';
import { linesAt, pdfOf } from '../../support/pdf-pages.js';
import { readPng } from '../../support/read-png.js';
import { drawGrey, scannedPdf } from '../../support/scanned-pages.js';
import { lookAtPages } from '../../../src/parsing/page-pictures/look-at-pages.js';

let app: TestApplication;
let key: string;
let handbook: string;

const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Citation = z.object({ quote: z.string(), charStart: z.int(), charEnd: z.int() });
const Answered = z.object({ citations: z.array(Citation) });

const upload = async (fields: Record<string, string> = {}): Promise<string> => {
  const path = join(SAMPLES, 'employee-handbook.pdf');
  const { document } = Uploaded.parse((await app.upload(key, path, fields)).json);
  await app.settled(key, document.id);
  return document.id;
};

const picture = (
  path: string,
  { as = key, ...headers }: { as?: string; [name: string]: string } = {},
) =>
  fetch(`${app.url}/v1/documents/${path}`, {
    headers: { Authorization: `Bearer ${as}`, ...headers },
  });

const boxes = (id: string, { start, end }: { start: number; end: number }, as = key) =>
  app.call('GET', `/v1/documents/${id}/boxes?start=${start}&end=${end}`, { key: as });

beforeAll(async () => {
  app = await startApplication();
  key = (await app.tenant()).adminKey;
  handbook = await upload();
}, 60_000);
afterAll(() => app.close());

describe('GET /v1/documents/:id/pages/:page/image', () => {
  it('renders a page of a PDF at the requested width', async () => {
    const response = await picture(`${handbook}/pages/4/image?width=600`);

    const { width, height, darkShare } = readPng(Buffer.from(await response.arrayBuffer()));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(width).toBe(600);
    expect(height / width).toBeCloseTo(Math.SQRT2, 1);
    // A page of text: neither white nor black.
    expect(darkShare).toBeGreaterThan(0.005);
    expect(darkShare).toBeLessThan(0.3);
  });

  it('answers 304 to a browser that has this picture, and sends a whole one for another width', async () => {
    const first = await picture(`${handbook}/pages/4/image?width=600`);
    const tag = first.headers.get('etag') ?? '';

    const again = await picture(`${handbook}/pages/4/image?width=600`, { 'If-None-Match': tag });
    const wider = await picture(`${handbook}/pages/4/image?width=700`, { 'If-None-Match': tag });

    expect([again.status, wider.status]).toEqual([304, 200]);
  });

  it.each([
    ['a page after the last one', 'pages/13/image', /has 12 pages/],
    ['a version that is no longer stored', 'pages/1/image?version=2', /version 1 answers/],
  ])('answers 404 with the reason for %s', async (_, path, reason) => {
    const response = await picture(`${handbook}/${path}`);

    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(reason);
  });

  it('answers 404 with the reason for a format without pages', async () => {
    const body = { title: 'Rules', text: 'Remote work is allowed three days a week.' };
    const { json } = await app.call('POST', '/v1/documents', { key, body });
    const { document } = Uploaded.parse(json);
    await app.settled(key, document.id);

    const response = await picture(`${document.id}/pages/1/image`);

    expect(response.status).toBe(404);
    expect(await response.text()).toContain(
      'Only the pages of PDFs and of picture files have pictures',
    );
  });

  it.each(['width=199', 'width=2001', 'width=wide', 'colour=red'])(
    'refuses %s with 422',
    async (query) => {
      expect((await picture(`${handbook}/pages/4/image?${query}`)).status).toBe(422);
    },
  );

  it('shows a private document only to its owner, not to a colleague or an admin', async () => {
    const [owner, colleague] = [await addPerson(app, key), await addPerson(app, key)];
    const form = { title: 'Mine', text: 'My own notes.', visibility: 'private' };
    await app.call('PATCH', '/v1/tenant', { key, body: { policy: { memberUploads: true } } });
    const { json } = await app.call('POST', '/v1/documents', { key: owner.apiKey, body: form });
    const { document } = Uploaded.parse(json);
    await app.settled(owner.apiKey, document.id);

    const answers = await Promise.all(
      [owner.apiKey, colleague.apiKey, key].map((as) =>
        picture(`${document.id}/pages/1/image`, { as }),
      ),
    );
    const spans = await Promise.all(
      [colleague.apiKey, key].map((as) => boxes(document.id, { start: 0, end: 5 }, as)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403]);
    expect(spans.map(({ status }) => status)).toEqual([404, 403]);
  });
});

describe('GET /v1/documents/:id/boxes', () => {
  it('returns where the words of a citation are on the page', async () => {
    const message = 'How many days a week may office staff work from home?';
    const asked = await app.call('POST', '/v1/chat', { key, body: { message } });
    const [citation] = Answered.parse(asked.json).citations;
    if (citation === undefined) throw new Error('The answer has no citation.');

    const { status, json } = await boxes(handbook, {
      start: citation.charStart,
      end: citation.charEnd,
    });

    expect(status).toBe(200);
    expect(json).toMatchObject({ version: 1, match: 'exact' });
    const found = z
      .object({ boxes: z.array(z.object({ page: z.int(), top: z.number(), height: z.number() })) })
      .parse(json);
    expect(new Set(found.boxes.map(({ page }) => page))).toEqual(new Set([4]));
    expect(found.boxes.length).toBeGreaterThan(3);
  });

  it('returns no boxes if the document does not contain the text', async () => {
    const { json } = await boxes(handbook, { start: 9_000_000, end: 9_000_010 });

    expect(json).toMatchObject({ match: 'none', boxes: [] });
  });

  it.each([
    { start: 10, end: 10 },
    { start: 10, end: 9 },
    { start: 0, end: 20_001 },
    { start: -1, end: 5 },
  ])('refuses the span $start to $end with 422', async (span) => {
    expect((await boxes(handbook, span)).status).toBe(422);
  });
});

describe('A question about what is only in a picture', () => {
  const SIZE = { width: 420, height: 150 };
  const TYPED = linesAt([60, 700], ['The contract of the canteen is typed on this page.'], {
    size: 12,
  });
  const pageOf = (...lines: string[]): Buffer =>
    pdfOf([linesAt([20, 110], lines, { size: 14, leading: 22 })], SIZE);
  const annex = pageOf('The harbour crane lifts at most', '4,750 kilograms in a calm wind.');
  const photo = pageOf('The lighthouse keeper is called', 'Ottilie Brandt since last May.');

  const send = async (bytes: Uint8Array, filename: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(bytes)]), filename);
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${app.url}/v1/documents`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { document } = Uploaded.parse(await response.json());
    await app.settled(key, document.id);
    return document.id;
  };
  const Read = z.object({
    citations: z.array(
      z.object({
        documentId: z.string(),
        pageEnd: z.int(),
        ocr: z.literal(true),
        charStart: z.int(),
        charEnd: z.int(),
      }),
    ),
  });

  it.each([
    {
      what: 'a scanned annex of a typed file',
      file: async () => scannedPdf([TYPED, { picture: await drawGrey(annex) }]),
      filename: 'contract.pdf',
      message: 'How many kilograms does the harbour crane lift?',
      page: 2,
    },
    {
      what: 'a photo',
      file: async () => {
        const drawn = await lookAtPages(photo, { look: 'picture', page: 1, width: 1170 });
        return drawn.type === 'picture' ? drawn.png : Buffer.alloc(0);
      },
      filename: 'lighthouse.png',
      message: 'What is the lighthouse keeper called?',
      page: 1,
    },
  ])('is answered with the page and its boxes: $what', async (asked) => {
    const id = await send(await asked.file(), asked.filename);

    const answer = await app.call('POST', '/v1/chat', { key, body: { message: asked.message } });

    const [citation] = Read.parse(answer.json).citations;
    expect(citation).toMatchObject({ documentId: id, pageEnd: asked.page });
    const { charStart: start = 0, charEnd: end = 0 } = citation ?? {};
    const found = await boxes(id, { start, end });
    expect(found.json).toMatchObject({ match: 'exact', boxes: [{ page: asked.page }, {}] });
    expect((await picture(`${id}/pages/${asked.page}/image?width=300`)).status).toBe(200);
  });
});

describe('GET /v1/documents/:id/chunks', () => {
  const Passages = z.object({
    items: z.array(
      z.object({
        content: z.string(),
        charStart: z.int(),
        charEnd: z.int(),
        pageStart: z.int(),
        pageEnd: z.int(),
        blocks: z.array(
          z.object({
            kind: z.string(),
            charStart: z.int(),
            charEnd: z.int(),
            level: z.int().optional(),
          }),
        ),
      }),
    ),
    nextCursor: z.string().nullable(),
  });
  const list = async (query: string) => {
    const { json } = await app.call('GET', `/v1/documents/${handbook}/chunks?${query}`, { key });
    return Passages.parse(json);
  };

  it('lists the passages on a page', async () => {
    const { items } = await list('page=4&limit=100');

    expect(items.length).toBeGreaterThan(0);
    for (const { pageStart, pageEnd } of items) {
      expect(pageStart).toBeLessThanOrEqual(4);
      expect(pageEnd).toBeGreaterThanOrEqual(4);
    }
    expect(items.map(({ content }) => content).join(' ')).toContain('three days a week');
    expect((await list('page=13')).items).toEqual([]);
  });

  it('describes the layout blocks of the passages by their place in the text', async () => {
    const { items } = await list('limit=100');

    const headings = items.flatMap(({ content, charStart, blocks }) =>
      blocks
        .filter(({ kind }) => kind === 'heading')
        .map(({ charStart: start, charEnd: end }) =>
          content.slice(start - charStart, end - charStart),
        ),
    );
    expect(headings).toEqual(expect.arrayContaining(['Remote work']));
  });

  it('lists the passages within a span, and its cursor works for no other list', async () => {
    const [, second] = (await list('limit=3')).items;
    const [start, end] = [second?.charStart ?? 0, second?.charEnd ?? 0];

    const { items } = await list(`start=${start + 1}&end=${start + 2}`);
    const { nextCursor } = await list(`start=${start}&limit=1`);
    const other = await app.call(
      'GET',
      `/v1/documents/${handbook}/chunks?start=${end}&limit=1&cursor=${nextCursor ?? ''}`,
      { key },
    );

    expect(items.map(({ content }) => content)).toContain(second?.content);
    expect(items.every((item) => item.charEnd > start && item.charStart < end)).toBe(true);
    expect(other.status).toBe(400);
  });
});
