import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { DocumentRecord } from '../../src/documents/schema.js';
import type { DocumentId } from '../../src/shared/ids.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import {
  createTestIngestion,
  findDocument,
  type TestIngestion,
  type TestParts,
} from './ingestion.js';
import type { TestTenant } from './tenant.js';

type Options = Omit<Parameters<typeof createTestIngestion>[0], 'database' | 'databaseUrl'>;

/** A parser that waits for its second document until it is let go. */
export const gatedParser = () => {
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

const countVersions = async (
  { vectors }: TestIngestion,
  tenant: TestTenant,
  documentId: DocumentId,
): Promise<number[]> => {
  const writer = vectors.writerFor(tenant.system);
  const counts = await Promise.all(
    [1, 2, 3].map((version) => writer.countChunks({ documentId, version })),
  );
  return counts.map(({ rows }) => rows);
};

const isDone = async ({ database }: TestDatabase): Promise<boolean> => {
  const { due, running } = await database.platform.tasks.stats();
  return due + running === 0;
};

/** Ingestion on a database of its own, for the tests of one file, and what tests ask of documents and their versions. */
export const setUpVersions = () => {
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

  const find = (id: DocumentId) => findDocument(test.database, tenant, id);
  return {
    test: () => test,
    database: () => test.database,
    tenant: () => tenant,
    open: async (options: Options = {}): Promise<TestIngestion> => {
      const database = { database: test.database, databaseUrl: test.url };
      const system = await createTestIngestion({ ...database, ...options });
      systems.push(system);
      await system.start();
      return system;
    },
    find,
    /** The passages that a reader is given, whatever the store still holds. */
    read: async (id: DocumentId): Promise<string[]> => {
      const page = await test.database.withScope(tenant.member, (tx) =>
        tx.chunks.listOfDocument(id, { limit: 100 }),
      );
      return page.items.map(({ content }) => content);
    },
    countVersions: (system: TestIngestion, id: DocumentId) => countVersions(system, tenant, id),
    when: (id: DocumentId, holds: (document: DocumentRecord) => boolean) =>
      eventually(
        () => find(id),
        (document) => document !== null && holds(document),
        30_000,
      ),
    isDone: () => isDone(test),
  };
};
