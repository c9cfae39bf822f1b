import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { beBusy } from '../support/busy-machine.js';
import { eventually } from '../support/eventually.js';
import { createSilentLogger, type LoggedLine } from '../fakes/silent-logger.js';

const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Listed = z.object({ items: z.array(z.object({ status: z.string() })) });

const lines: LoggedLine[] = [];
let app: TestApplication;
let folder: string;
let endBusy = (): void => undefined;

const finishedJobs = () =>
  lines
    .filter(({ message }) => message === 'Job finished')
    .map(({ fields: { outcome, attempt } }) => ({ outcome, attempt }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-busy-'));
  app = await startApplication({ overrides: { logger: createSilentLogger(lines) } });
}, 300_000);
afterAll(async () => {
  endBusy();
  await app.close();
  await rm(folder, { recursive: true, force: true });
}, 300_000);

/** No limit of anything but of a test that hangs. */
const LONG_MS = 1_200_000;

const SENTENCE = 'Office staff may work from home three days a week, after asking their manager. ';
/** The first three are read in a thread of the server, a page of HTML by a parser child. */
const KINDS = ['txt', 'md', 'csv', 'html'] as const;

const uploadSmall = async (key: string, number: number): Promise<string> => {
  const kind = KINDS[number % KINDS.length] ?? 'txt';
  const path = join(folder, `rules-${number}.${kind}`);
  const text = `Rule ${number}. ${SENTENCE.repeat(11)}`;
  await writeFile(path, kind === 'html' ? `<!doctype html><body><p>${text}</p></body>` : text);
  return Uploaded.parse((await app.upload(key, path)).json).document.id;
};

describe('a machine with 0.4 of a processor', () => {
  it(
    'reads twenty small files without failing any or counting a try against one',
    async () => {
      const { adminKey } = await app.tenant();
      endBusy = beBusy({ share: 0.4 });
      for (let number = 0; number < 20; number += 1) await uploadSmall(adminKey, number);

      const jobs = await eventually(
        finishedJobs,
        (ended) =>
          ended.filter(({ outcome }) => outcome === 'done').length >= 20 ||
          ended.some(({ outcome }) => outcome === 'failed'),
        LONG_MS,
      );

      endBusy();
      const { json } = await app.call('GET', '/v1/documents?limit=50', { key: adminKey });
      expect(Listed.parse(json).items.map(({ status }) => status)).toEqual(
        Array.from({ length: 20 }, () => 'ready'),
      );
      // Counted: a failure of the file, or a worker that was lost over it.
      expect(jobs.filter(({ attempt }) => attempt !== 1)).toEqual([]);
    },
    LONG_MS,
  );
});
