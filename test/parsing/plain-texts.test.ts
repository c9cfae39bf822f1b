import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createPlainTexts, type PlainTexts } from '../../src/parsing/pool/parser-pool.js';
import { eventually } from '../support/eventually.js';
import { parseBytes, samplePath, withFile } from '../support/parsing.js';

const shared = createPlainTexts();
const opened: PlainTexts[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
afterAll(() => shared.close());

/** One whose thread runs this script instead. */
const openScripted = (script: string, limitMs: number): PlainTexts => {
  const thread = [new URL(`data:text/javascript,${encodeURIComponent(script)}`)] as const;
  const plainTexts = createPlainTexts({ limitMs, startMs: limitMs, thread: [...thread] });
  opened.push(plainTexts);
  return plainTexts;
};

type How = { by?: PlainTexts; signal?: AbortSignal };

const read = (content: Buffer | string, filename: string, { by = shared, signal }: How = {}) =>
  withFile(content, (path) =>
    by.read({ path, filename, chunkTokens: 400 }, signal ?? new AbortController().signal),
  );

const TABLE = 'name,town,age\nAda,Graz,36\nBob,Linz,41\nCleo,Wels,28\n';

describe('a small plain text', () => {
  it.each([
    ['notes.txt', 'CHAPTER 1\n\nThe first paragraph.\n\n- one\n- two\n'],
    ['notes.md', '# Notes\n\nThe **first** paragraph.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
    ['people.csv', TABLE],
    ['people.json', '{"people": [{"name": "Ada"}, {"name": "Bob"}]}'],
  ])('is read in the thread as in a child: %s', async (filename, content) => {
    const { chunks, ...document } = await parseBytes(content, filename);

    const found = await read(content, filename);

    expect(found).toMatchObject(document);
    expect(found?.chunks).toMatchObject(chunks);
    expect(found?.chunks.every(({ terms }) => terms !== '')).toBe(true);
  });

  it('fails as in a child', async () => {
    await expect(read(' \n', 'blank.txt')).rejects.toMatchObject({ code: 'document_empty' });
  });
});

describe('a parser child has to read', () => {
  it('a page, a letter, an archive or a PDF, whatever its name says', async () => {
    const page = '<!doctype html><html><body><p>Hello</p></body></html>';
    const pdf = await readFile(samplePath('employee-handbook.pdf'));

    expect(await read(page, 'page.html')).toBeNull();
    expect(await read(page, 'page.txt')).toBeNull();
    expect(await read(Buffer.from('PK\u0003\u0004 and more'), 'notes.txt')).toBeNull();
    expect(await read(pdf.subarray(0, 60_000), 'notes.txt')).toBeNull();
  });

  it('a text of more than 64 kB', async () => {
    expect(await read('word '.repeat(14_000), 'long.txt')).toBeNull();
  });

  it('a text that the thread does not get through in time, and then the thread is another', async () => {
    const plainTexts = openScripted(`for (;;);`, 200);

    expect(await read('Hello', 'a.txt', { by: plainTexts })).toBeNull();
    expect(plainTexts.isRunning()).toBe(false);
  });

  it('a text that the thread has begun and does not get through', async () => {
    const begins = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ id: 0, message: { type: 'ready' } }); parentPort.on('message', () => { for (;;); });`;
    const plainTexts = openScripted(begins, 2_000);

    expect(await read('Hello', 'a.txt', { by: plainTexts })).toBeNull();
    expect(plainTexts.isRunning()).toBe(false);
  });

  it('a text whose thread ends', async () => {
    const ends = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ id: 0, message: { type: 'ready' } }); parentPort.on('message', () => process.exit(1));`;

    expect(await read('Hello', 'a.txt', { by: openScripted(ends, 20_000) })).toBeNull();
  });
});

describe('the thread', () => {
  it('is given up with its file when nobody waits for it any more', async () => {
    const stop = new AbortController();
    const plainTexts = openScripted(`for (;;);`, 20_000);

    const found = read('Hello', 'a.txt', { by: plainTexts, signal: stop.signal });
    stop.abort(new Error('nobody waits'));

    await expect(found).rejects.toThrow('nobody waits');
  });

  it('ends when it has nothing to do', async () => {
    const plainTexts = createPlainTexts({ idleMs: 1 });

    await read('Hello there', 'a.txt', { by: plainTexts });

    expect(await eventually(plainTexts.isRunning, (isRunning) => !isRunning)).toBe(false);
  });
});
