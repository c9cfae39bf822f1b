import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../src/ingestion/ingest-document.js';
import { createTenantLanguages } from '../../src/search/index-state.js';
import { eventually } from '../support/eventually.js';
import type { TestParts } from '../support/ingestion.js';
import { setUpVersions } from '../support/versions.js';

const { database, tenant, open, find, when } = setUpVersions();

/** A parser that takes the first two letters of a file for its language. */
const languageFirst = ({ parsers }: TestParts): Partial<TestParts> => ({
  parsers: {
    parse: async (file) => {
      const read = await parsers.parse(file);
      const language = read.text.slice(0, 2);
      return { ...read, language, chunks: read.chunks.map((chunk) => ({ ...chunk, language })) };
    },
  },
});

type Waits = {
  /** Done in each wait of the worker, whose time has passed by then. */
  during?: () => Promise<unknown>;
  /** Each wait goes on, and no time passes, until this resolves. */
  until?: () => Promise<unknown>;
};

/** A clock that stands still but for the waits of the worker, and is the searches' own, too. */
const createHandClock = ({ during, until }: Waits = {}) => {
  let nowMs = 0;
  const waits: number[] = [];
  const clock: Clock = {
    nowMs: () => nowMs,
    pause: async (ms) => {
      waits.push(ms);
      await until?.();
      nowMs += ms;
      await during?.();
    },
  };
  return { clock, waits };
};

const isReady = ({ status }: { status: string }): boolean => status === 'ready';

describe('a document in a language that is new to its tenant', () => {
  const setUp = async (waiting: Waits = {}) => {
    const hand = createHandClock(waiting);
    const system = await open({ wrap: languageFirst, clock: hand.clock });
    const api = () => createTenantLanguages(database(), hand.clock.nowMs);
    const add = async (text: string) => {
      const { id } = await system.upload(tenant().admin, text);
      await when(id, isReady);
      return id;
    };
    return { ...hand, system, api, add };
  };

  it('becomes ready once the searches of every process know the language', async () => {
    const seen: { status: string; languages: readonly string[] }[] = [];
    const during = async () => {
      // The cache of one process is filled anew while the document is not ready yet.
      const [{ status } = { status: 'gone' }] = await database().withScope(tenant().admin, (tx) =>
        tx.documents.list({ limit: 1 }).then(({ items }) => items),
      );
      seen.push({ status, languages: await one.get(tenant().member) });
    };
    const { api, add, system } = await setUp({ during });
    const one = api();
    const other = api();
    await add('en one');
    await add('en two');
    expect(await one.get(tenant().member)).toEqual(['en']);
    expect(await other.get(tenant().member)).toEqual(['en']);

    const { id } = await system.upload(tenant().admin, 'da tre');
    await when(id, isReady);

    expect(seen).toEqual([{ status: expect.not.stringMatching('ready'), languages: ['en', 'da'] }]);
    expect(await one.get(tenant().member)).toEqual(['en', 'da']);
    expect(await other.get(tenant().member)).toEqual(['en', 'da']);
  });

  it('waits even if another document in that language is being indexed', async () => {
    const waiting: (() => void)[] = [];
    const { system, add } = await setUp({
      until: () => new Promise((resolve) => waiting.push(() => resolve(undefined))),
    });
    await add('en one');

    const first = await system.upload(tenant().admin, 'da et');
    const second = await system.upload(tenant().admin, 'da to');
    await eventually(
      async () => waiting.length,
      (count) => count === 2,
    );
    const meanwhile = [await find(first.id), await find(second.id)];
    for (const go of waiting) go();

    expect(meanwhile.map((document) => document?.status)).not.toContain('ready');
    await when(first.id, isReady);
    await when(second.id, isReady);
  });

  it('waits as a new version of a document that answers', async () => {
    const { system, add, api, waits } = await setUp();
    await add('en one');
    const id = await add('en two');
    const languages = api();
    await languages.get(tenant().member);

    await system.replace(tenant().admin, id, 'da to');
    await when(id, ({ version }) => version === 2);

    expect(await languages.get(tenant().member)).toEqual(['da', 'en']);
    expect(waits).toHaveLength(1);
  });

  it("does not wait if it is the tenant's first document", async () => {
    const { add, api, waits } = await setUp();
    const languages = api();
    await languages.get(tenant().member);

    await add('da et');

    expect(await languages.get(tenant().member)).toEqual(['da']);
    expect(waits).toEqual([]);
  });

  it('is searchable at once after the only other document was deleted', async () => {
    const { system, add, api } = await setUp();
    const languages = api();
    const id = await add('en one');
    await languages.get(tenant().member);
    await system.remove(tenant().admin, id);
    await eventually(
      () => find(id),
      (document) => document === null,
    );

    await add('da et');

    expect(await languages.get(tenant().member)).toEqual(['da']);
  });
});

describe('a document in a language that its tenant already has', () => {
  it('becomes ready without waiting', async () => {
    const { clock, waits } = createHandClock();
    const system = await open({ wrap: languageFirst, clock });

    for (const text of ['en one', 'en two']) {
      const { id } = await system.upload(tenant().admin, text);
      await when(id, isReady);
    }

    expect(waits).toEqual([]);
  });
});
