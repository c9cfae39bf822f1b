import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createPlainTexts, type PlainTexts } from '../../src/parsing/pool/parser-pool.js';
import { eventually } from '../support/eventually.js';
import { parseBytes, samplePath, withFile } from '../support/parsing.js';

// However busy the machine is that the test runs on.
const shared = createPlainTexts({ startMs: 120_000 });
const opened: PlainTexts[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
afterAll(() => shared.close());

/** One whose thread runs this script instead. */
const openScripted = (
  script: string,
  limitMs: number,
  options: Parameters<typeof createPlainTexts>[0] & { workerData?: unknown } = {},
): PlainTexts => {
  const { workerData, ...others } = options;
  const address = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const thread: [URL, { workerData: unknown }] = [address, { workerData }];
  const plainTexts = createPlainTexts({ limitMs, startMs: limitMs, thread, ...others });
  opened.push(plainTexts);
  return plainTexts;
};

type How = { by?: PlainTexts; signal?: AbortSignal; tenantId?: string };

const read = (
  content: Buffer | string,
  filename: string,
  { by = shared, signal, tenantId = 'a' }: How = {},
) =>
  withFile(content, (path) =>
    by.read({ path, tenantId, filename, chunkTokens: 400 }, signal ?? new AbortController().signal),
  );

const TABLE = 'name,town,age\nAda,Graz,36\nBob,Linz,41\nCleo,Wels,28\n';

describe('a small plain text', () => {
  it.each([
    ['notes.txt', 'CHAPTER 1\n\nThe first paragraph.\n\n- one\n- two\n'],
    ['notes.md', '# Notes\n\nThe **first** paragraph.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
    ['people.csv', TABLE],
    ['people.json', '{"people": [{"name": "Ada"}, {"name": "Bob"}]}'],
  ])(
    'is read in a thread with the same result as in a child: %s',
    async (filename, content) => {
      const { chunks, ...document } = await parseBytes(content, filename);

      const found = await read(content, filename);

      expect(found).toMatchObject(document);
      expect(found?.chunks).toMatchObject(chunks);
      expect(found?.chunks.every(({ terms }) => terms !== '')).toBe(true);
    },
    120_000,
  );

  it('fails in a thread as it does in a child', async () => {
    await expect(read(' \n', 'blank.txt')).rejects.toMatchObject({ code: 'document_empty' });
  });
});

describe('a parser child, not the thread, reads', () => {
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

  it('a text for which the thread does not start in time, while the start goes on', async () => {
    const plainTexts = openScripted(`for (;;);`, 200);

    expect(await read('Hello', 'a.txt', { by: plainTexts })).toBeNull();
    expect(plainTexts.isRunning()).toBe(true);
  });

  it('a text that the thread began but did not finish in time', async () => {
    const begins = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ id: 0, message: { type: 'ready', thread: null } }); parentPort.on('message', () => { for (;;); });`;
    const plainTexts = openScripted(begins, 2_000, { startMs: 120_000 });

    expect(await read('Hello', 'a.txt', { by: plainTexts })).toBeNull();
    expect(plainTexts.isRunning()).toBe(false);
  });

  it('a text whose thread ends unexpectedly', async () => {
    const ends = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ id: 0, message: { type: 'ready', thread: null } }); parentPort.on('message', () => process.exit(1));`;

    expect(await read('Hello', 'a.txt', { by: openScripted(ends, 20_000) })).toBeNull();
  });
});

describe('a parsing thread that has missed its time limit', () => {
  /** Counts its starts, and says that it has started where the script goes on to do so. */
  const openCounted = (script: string, limitMs: number) => {
    const starts = new Int32Array(new SharedArrayBuffer(4));
    let minutes = 0;
    const now = () => minutes * 60_000;
    const counting = `import { parentPort, workerData } from 'node:worker_threads'; Atomics.add(workerData, 0, 1); ${script}`;
    const rests = { restMs: 60_000, now, startMs: 120_000 };
    const by = openScripted(counting, limitMs, { workerData: starts, ...rests });
    return {
      by,
      countStarts: () => starts[0],
      afterMinutes: (more: number) => (minutes += more),
    };
  };
  const BEGINS = `parentPort.postMessage({ id: 0, message: { type: 'ready', thread: null } });`;

  it('is not used for a growing time and not restarted for every file', async () => {
    const { by, countStarts, afterMinutes } = openCounted(
      `${BEGINS} parentPort.on('message', () => { for (;;); });`,
      400,
    );
    const started: (number | undefined)[] = [];

    for (const minutes of [0, 0.5, 0.6, 1.5, 0.6]) {
      afterMinutes(minutes);
      expect(await read('Hello', 'a.txt', { by })).toBeNull();
      started.push(countStarts());
    }

    expect(started).toEqual([1, 1, 2, 2, 3]);
  });

  it("because of one tenant's file still reads those of other tenants", async () => {
    const { by, countStarts } = openCounted(
      `${BEGINS} parentPort.on('message', ({ id, filename }) => {
        while (filename === 'long.txt');
        parentPort.postMessage({ id, message: { type: 'not_plain' } });
      });`,
      5_000,
    );

    await read('Hello', 'long.txt', { by, tenantId: 'a' });
    await read('Hello', 'a.txt', { by, tenantId: 'a' });
    expect(by.isRunning()).toBe(false);
    await read('Hello', 'b.txt', { by, tenantId: 'b' });

    expect(countStarts()).toBe(2);
  }, 30_000);
});

describe('the parsing thread', () => {
  it('is ended with its file when nobody waits for it any longer', async () => {
    const stop = new AbortController();
    const plainTexts = openScripted(`for (;;);`, 20_000);

    const found = read('Hello', 'a.txt', { by: plainTexts, signal: stop.signal });
    stop.abort(new Error('nobody waits'));

    await expect(found).rejects.toThrow('nobody waits');
  });

  it('ends when it has nothing to do', async () => {
    const plainTexts = createPlainTexts({ idleMs: 1, startMs: 120_000 });

    await read('Hello there', 'a.txt', { by: plainTexts });

    expect(await eventually(plainTexts.isRunning, (isRunning) => !isRunning)).toBe(false);
  });
});
