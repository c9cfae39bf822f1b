import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DocumentRecord } from '../../src/domain/document.js';
import type { DocumentId } from '../../src/domain/ids.js';
import { parseFailure } from '../../src/domain/parse-failure.js';
import type { Embedder } from '../../src/ports/models.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  createTestIngestion,
  findDocument,
  whenFinished,
  type TestIngestion,
  type TestParts,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

type Options = Omit<Parameters<typeof createTestIngestion>[0], 'database' | 'databaseUrl'>;

let test: TestDatabase;
let tenant: TestTenant;
let systems: TestIngestion[] = [];

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 8 });
});
afterAll(async () => {
  await test.destroy();
});
beforeEach(async () => {
  await queryAsOwner(test, 'DELETE FROM ingestion_tasks');
  tenant = await test.tenant();
});
afterEach(async () => {
  for (const system of systems.reverse()) await system.close();
  systems = [];
});

const open = async (options: Options = {}): Promise<TestIngestion> => {
  const database = { database: test.database, databaseUrl: test.url };
  const system = await createTestIngestion({ ...database, ...options });
  systems.push(system);
  await system.start();
  return system;
};

/** The passages that a reader is given, whatever the store still holds. */
const read = async (id: DocumentId): Promise<string[]> => {
  const page = await test.database.withScope(tenant.member, (tx) =>
    tx.chunks.listOfDocument(id, { limit: 100 }),
  );
  return page.items.map(({ content }) => content);
};

const countVersions = async (system: TestIngestion, documentId: DocumentId) => {
  const writer = system.vectors.writerFor(tenant.system);
  const counts = await Promise.all(
    [1, 2, 3].map((version) => writer.countChunks({ documentId, version })),
  );
  return counts.map(({ rows }) => rows);
};

const when = (id: DocumentId, holds: (document: DocumentRecord) => boolean) =>
  eventually(
    () => findDocument(test.database, tenant, id),
    (document) => document !== null && holds(document),
    30_000,
  );

const isDone = async (): Promise<boolean> => {
  const { due, queued, running } = await test.database.platform.tasks.stats();
  return due + queued + running === 0;
};

/** A parser that waits for its second document until it is let go. */
const gatedParser = () => {
  const gate = new EventEmitter();
  let parsed = 0;
  const wrap = ({ parsers }: TestParts): Partial<TestParts> => ({
    parsers: {
      parse: async (file) => {
        parsed += 1;
        if (parsed > 1) await once(gate, 'open', { signal: file.signal });
        return parsers.parse(file);
      },
    },
  });
  return { wrap, open: () => gate.emit('open'), parsed: () => parsed };
};

describe('a new version of a document', () => {
  it('answers once it is ready; until then the old one does', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const { id } = await system.upload(tenant.admin, 'old rule\nkept rule');
    await whenFinished(test.database, tenant, id);

    const replaced = await system.replace(tenant.admin, id, 'new rule\nkept rule');
    await when(id, ({ replacement }) => replacement?.status === 'processing');
    const meanwhile = await read(id);
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );
    gate.open();
    const after = await when(id, ({ version }) => version === 2);

    expect(replaced).toMatchObject({ status: 'ready', version: 1, replacement: { version: 2 } });
    expect(meanwhile).toEqual(['old rule', 'kept rule']);
    expect(after).toMatchObject({ status: 'ready', replacement: null, chunkCount: 2 });
    expect(await read(id)).toEqual(['new rule', 'kept rule']);
    await eventually(isDone, (done) => done);
    expect(await countVersions(system, id)).toEqual([0, 2, 0]);
  });

  it('leaves neither rows nor a file of the old one behind', async () => {
    const system = await open();
    const { id } = await system.upload(tenant.admin, 'old rule');
    await whenFinished(test.database, tenant, id);
    const before = await test.database.withScope(tenant.system, (tx) =>
      tx.documents.version(id, 1),
    );

    await system.replace(tenant.admin, id, 'new rule');
    await when(id, ({ version }) => version === 2);
    await eventually(isDone, (done) => done);

    const version = await test.database.withScope(tenant.system, (tx) =>
      tx.documents.version(id, 1),
    );
    const file = system.files.for(tenant.system).pathOf(before?.fileKey ?? '');
    expect(version).toBeNull();
    await expect(file).rejects.toMatchObject({ code: 'file_missing' });
  });

  it('that fails leaves the document as it was, says why, and can be tried again', async () => {
    const failures = [parseFailure('document_corrupt')];
    let parsed = 0;
    const wrap = ({ parsers }: TestParts): Partial<TestParts> => ({
      parsers: {
        parse: async (file) => {
          parsed += 1;
          const failure = parsed > 1 ? failures.pop() : undefined;
          if (failure) throw failure;
          return parsers.parse(file);
        },
      },
    });
    const system = await open({ wrap });
    const { id } = await system.upload(tenant.admin, 'old rule');
    await whenFinished(test.database, tenant, id);

    await system.replace(tenant.admin, id, 'new rule');
    const failed = await when(id, ({ replacement }) => replacement?.status === 'failed');
    await eventually(isDone, (done) => done);
    const answering = await read(id);
    await system.reprocess(tenant.admin, id);
    const retried = await when(id, ({ version }) => version === 2);

    expect(failed).toMatchObject({
      status: 'ready',
      errorCode: null,
      version: 1,
      replacement: { version: 2, errorCode: 'document_corrupt' },
    });
    expect(answering).toEqual(['old rule']);
    expect(retried).toMatchObject({ status: 'ready', replacement: null });
    expect(await read(id)).toEqual(['new rule']);
  });

  it('gives way to a newer one that comes before it is ready', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap, slots: 1 });
    const { id } = await system.upload(tenant.admin, 'first');
    await whenFinished(test.database, tenant, id);
    await system.replace(tenant.admin, id, 'second');
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );

    await system.replace(tenant.admin, id, 'third');
    gate.open();
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 3,
    );
    gate.open();
    await when(id, ({ version }) => version === 3);
    await eventually(isDone, (done) => done);

    expect(await read(id)).toEqual(['third']);
    expect(await countVersions(system, id)).toEqual([0, 0, 1]);
  });

  it('of a document that was never ready takes its place', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    await system.upload(tenant.admin, 'another document, which is let through');
    const { id } = await system.upload(tenant.admin, 'first');
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );

    const replaced = await system.replace(tenant.admin, id, 'second');
    await eventually(
      async () => {
        gate.open();
        return findDocument(test.database, tenant, id);
      },
      (document) => document?.status === 'ready',
      30_000,
    );

    expect(replaced).toMatchObject({ status: 'queued' });
    expect(await read(id)).toEqual(['second']);
    await eventually(isDone, (done) => done);
    expect(await countVersions(system, id)).toEqual([0, 1, 0]);
  });

  it('survives a change of visibility while it is on its way', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const { id } = await system.upload(tenant.admin, 'old rule');
    await whenFinished(test.database, tenant, id);
    await system.replace(tenant.admin, id, 'new rule');
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );

    await system.update(tenant.admin, id, { visibility: 'private' });
    await eventually(
      async () => {
        gate.open();
        return findDocument(test.database, tenant, id);
      },
      (document) => document?.version === 2,
      30_000,
    );
    await eventually(isDone, (done) => done);

    const search = (reader: TestTenant['member']) =>
      system.vectors.for(reader).searchChunks({
        query: { terms: ['new'], vector: null },
        filter: {},
        limitPerLeg: 10,
        signal: new AbortController().signal,
      });
    expect((await search(tenant.member)).lexical).toEqual([]);
    expect((await search(tenant.admin)).lexical).toHaveLength(1);
  });

  it('is finished by the next run when removing the old one failed', async () => {
    let failures = 1;
    const wrap = ({ vectors }: TestParts): Partial<TestParts> => ({
      vectors: {
        ...vectors,
        writerFor: (scope) => {
          const writer = vectors.writerFor(scope);
          return {
            ...writer,
            deleteDocument: async (document) => {
              if (document.keepVersion !== undefined && failures-- > 0) throw new Error('Cut off.');
              await writer.deleteDocument(document);
            },
          };
        },
      },
    });
    const system = await open({ wrap });
    const { id } = await system.upload(tenant.admin, 'old rule');
    await whenFinished(test.database, tenant, id);

    await system.replace(tenant.admin, id, 'new rule');
    await when(id, ({ version }) => version === 2);
    await eventually(isDone, (done) => done, 30_000);

    await eventually(
      () => countVersions(system, id),
      ([old]) => old === 0,
      30_000,
    );
    expect(failures).toBeLessThan(1);
    expect(await read(id)).toEqual(['new rule']);
    expect(await countVersions(system, id)).toEqual([0, 1, 0]);
  });

  it('does not have unchanged passages embedded again', async () => {
    const embedded: string[] = [];
    const embedder: Embedder = {
      model: 'counting',
      dimensions: 2,
      embed: async (texts) => {
        embedded.push(...texts);
        const vectors = texts.map(({ length }) => Float32Array.from([1, length]));
        return { vectors, promptTokens: 0, costUsd: 0 };
      },
    };
    const system = await open({ embedder });
    const { id } = await system.upload(tenant.admin, 'old rule\nkept rule, longer');
    await whenFinished(test.database, tenant, id);

    await system.replace(tenant.admin, id, 'kept rule, longer\nnew rule here');
    await when(id, ({ version }) => version === 2);

    const { dense } = await system.vectors.for(tenant.member).searchChunks({
      query: { terms: [], vector: Float32Array.from([1, 17]) },
      filter: {},
      limitPerLeg: 10,
      signal: new AbortController().signal,
    });
    expect(embedded).toEqual(['old rule', 'kept rule, longer', 'new rule here']);
    expect(dense[0]?.score).toBeCloseTo(1, 5);
  });

  it('of the same bytes is the one that is there', async () => {
    const system = await open();
    const { id } = await system.upload(tenant.admin, 'the rule');
    await whenFinished(test.database, tenant, id);

    const replaced = await system.replace(tenant.admin, id, 'the rule');

    expect(replaced).toMatchObject({ version: 1, replacement: null });
  });
});

describe('reprocessing', () => {
  it('reads a ready document anew, as a version of its own', async () => {
    const system = await open();
    const { id } = await system.upload(tenant.admin, 'the rule');
    await whenFinished(test.database, tenant, id);

    const asked = await system.reprocess(tenant.admin, id);
    const done = await when(id, ({ version }) => version === 2);
    await eventually(isDone, (isSettled) => isSettled);

    expect(asked).toMatchObject({ status: 'ready', replacement: { version: 2, status: 'queued' } });
    expect(done).toMatchObject({ status: 'ready', replacement: null });
    expect(await read(id)).toEqual(['the rule']);
  });

  it('is refused while the document is being processed', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const { id } = await system.upload(tenant.admin, 'the rule');
    await whenFinished(test.database, tenant, id);
    await system.reprocess(tenant.admin, id);

    const again = system.reprocess(tenant.admin, id);

    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await eventually(
      async () => {
        gate.open();
        return isDone();
      },
      (done) => done,
    );
  });

  it('and replacing are for the owner and admins who may read the document', async () => {
    const system = await open();
    const { id } = await system.upload(tenant.admin, 'the rule', 'private');
    await whenFinished(test.database, tenant, id);

    await expect(system.reprocess(tenant.member, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(system.replace(tenant.member, id, 'x')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
