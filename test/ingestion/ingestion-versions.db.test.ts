import { describe, expect, it } from '@jest/globals';
import { createMaintenance } from '../../src/maintenance/index.js';
import type { ScopedRepositories } from '../../src/compose/repositories.js';
import type { DocumentId } from '../../src/shared/ids.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { queryAsOwner } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { TestIngestion } from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';
import { gatedParser, setUpVersions } from '../support/versions.js';

const { test, database, tenant, open, find, read, countVersions, when, isDone } = setUpVersions();

type InScope = <Result>(work: (tx: ScopedRepositories) => Promise<Result>) => Promise<Result>;

const versionOf = (id: DocumentId, version: number) => (tx: ScopedRepositories) =>
  tx.documents.version(id, version);

/** Returns the file keys of all three versions. */
const replaceTwice = async (system: TestIngestion, id: DocumentId): Promise<string[]> => {
  const keys: string[] = [];
  const note = async (version: number): Promise<void> => {
    await when(id, (document) => document.version === version);
    await eventually(isDone, (done) => done);
    const found = await database().withScope(tenant().system, versionOf(id, version));
    keys.push(found?.fileKey ?? '');
  };
  await note(1);
  await system.replace(tenant().admin, id, 'second rule');
  await note(2);
  await system.replace(tenant().admin, id, 'third rule');
  await note(3);
  return keys;
};

const filesOf = (system: TestIngestion, keys: readonly string[]): Promise<('there' | 'gone')[]> =>
  Promise.all(
    keys.map(async (key) => {
      const file = await system.files
        .for(tenant().system)
        .read(key)
        .catch(() => null);
      file?.destroy();
      return file === null ? 'gone' : 'there';
    }),
  );

const sweep = (system: TestIngestion, { keptVersions }: { keptVersions: number }): Promise<void> =>
  createMaintenance({
    ...system,
    chat: null,
    fingerprint: 'test',
    keptVersions,
    orphanAgeMs: 0,
    intervalMs: 60_000,
    sessionTimeoutMs: 60_000,
    abandonedAfterMs: 60_000,
    longestTurnMs: 60_000,
    metrics: createSilentMetrics(),
    logger: createSilentLogger(),
    now: () => new Date(),
  }).sweep();

describe('a new version of a document', () => {
  it('answers questions once it is ready; until then the old one does', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const { id } = await system.upload(tenant().admin, 'old rule\nkept rule');
    await when(id, ({ status }) => status === 'ready');

    const replaced = await system.replace(tenant().admin, id, 'new rule\nkept rule');
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

  it('leaves neither rows nor a file of the old version if no versions are kept', async () => {
    const system = await open({ keptVersions: 0 });
    const { id } = await system.upload(tenant().admin, 'old rule');
    await when(id, ({ status }) => status === 'ready');
    const before = await database().withScope(tenant().system, (tx) => tx.documents.version(id, 1));

    await system.replace(tenant().admin, id, 'new rule');
    await when(id, ({ version }) => version === 2);
    await eventually(isDone, (done) => done);

    const version = await database().withScope(tenant().system, (tx) =>
      tx.documents.version(id, 1),
    );
    const file = system.files.for(tenant().system).read(before?.fileKey ?? '');
    expect(version).toBeNull();
    await expect(file).rejects.toMatchObject({ code: 'file_missing' });
  });

  it('keeps the last ready versions with their files, but they are not searchable', async () => {
    const system = await open({ keptVersions: 1 });
    const { id } = await system.upload(tenant().admin, 'first rule');
    await when(id, ({ status }) => status === 'ready');
    const versions = await replaceTwice(system, id);

    const inScope: InScope = (work) => database().withScope(tenant().system, work);
    const [first, second] = [await inScope(versionOf(id, 1)), await inScope(versionOf(id, 2))];
    const passages = await queryAsOwner(
      test(),
      `SELECT version FROM chunks WHERE document_id = '${id}'`,
    );
    const orphans = await inScope((tx) =>
      tx.vectorIndex.unknownVersions([
        { documentId: id, version: 2 },
        { documentId: id, version: 3 },
      ]),
    );
    expect(first).toBeNull();
    expect(second).toMatchObject({ status: 'replaced', isParsed: false, chunkCount: 0 });
    expect(passages).toEqual([{ version: 3 }]);
    expect(await countVersions(system, id)).toEqual([0, 0, 1]);
    expect(orphans).toEqual([{ documentId: id, version: 2 }]);
    expect(await filesOf(system, versions)).toEqual(['gone', 'there', 'there']);
  });

  it('deletes kept versions when the setting is lowered and when the document is deleted', async () => {
    const system = await open();
    const { id } = await system.upload(tenant().admin, 'first rule');
    await when(id, ({ status }) => status === 'ready');
    const versions = await replaceTwice(system, id);
    const before = await filesOf(system, versions);

    await sweep(system, { keptVersions: 1 });
    const lowered = await filesOf(system, versions);
    await system.remove(tenant().admin, id);
    await eventually(
      () => find(id),
      (document) => document === null,
    );

    expect(before).toEqual(['there', 'there', 'there']);
    expect(lowered).toEqual(['gone', 'there', 'there']);
    await eventually(
      () => filesOf(system, versions),
      (files) => files.every((file) => file === 'gone'),
    );
  });

  it('is made from the file of an earlier one on restore, once however often it is requested', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const { id } = await system.upload(tenant().admin, 'old rule');
    await when(id, ({ status }) => status === 'ready');
    await system.replace(tenant().admin, id, 'new rule');
    await eventually(
      async () => {
        gate.open();
        return (await find(id))?.version === 2 && (await isDone());
      },
      (done) => done,
      30_000,
    );
    const restoring = { documentId: id, version: 1, idempotencyKey: null };

    const first = await system.restore(tenant().admin, restoring);
    const again = await system.restore(tenant().admin, restoring);
    const meanwhile = await read(id);
    await eventually(
      async () => {
        gate.open();
        return find(id);
      },
      (document) => document?.version === 3,
      30_000,
    );

    expect(first).toMatchObject({ duplicate: false, document: { replacement: { version: 3 } } });
    expect(again).toMatchObject({ duplicate: true, document: { replacement: { version: 3 } } });
    expect(meanwhile).toEqual(['new rule']);
    expect(await read(id)).toEqual(['old rule']);
    await eventually(isDone, (done) => done);
  });

  it('is dropped for a newer one that arrives before it is ready', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap, slots: 1 });
    const { id } = await system.upload(tenant().admin, 'first');
    await when(id, ({ status }) => status === 'ready');
    await system.replace(tenant().admin, id, 'second');
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );

    await system.replace(tenant().admin, id, 'third');
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

  it('replaces one that was never ready', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    await system.upload(tenant().admin, 'another document, which is let through');
    const { id } = await system.upload(tenant().admin, 'first');
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );

    const replaced = await system.replace(tenant().admin, id, 'second');
    await eventually(
      async () => {
        gate.open();
        return find(id);
      },
      (document) => document?.status === 'ready',
      30_000,
    );

    expect(replaced).toMatchObject({ status: 'queued' });
    expect(await read(id)).toEqual(['second']);
    await eventually(isDone, (done) => done);
    expect(await countVersions(system, id)).toEqual([0, 1, 0]);
  });

  it('is completed despite a change of visibility in the meantime', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const { id } = await system.upload(tenant().admin, 'old rule');
    await when(id, ({ status }) => status === 'ready');
    await system.replace(tenant().admin, id, 'new rule');
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );

    await system.update(tenant().admin, id, { visibility: 'private' });
    await eventually(
      async () => {
        gate.open();
        return find(id);
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
    expect((await search(tenant().member)).lexical).toEqual([]);
    expect((await search(tenant().admin)).lexical).toHaveLength(1);
  });

  it('hides the old vectors at once from those who may no longer read the document', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const place = { source: 'drive', sourcePath: 'rule.txt' };
    const put = (text: string, visibility: string) =>
      system.uploadTo(tenant().admin, place, { text, visibility });
    const { id } = await put('old rule', 'tenant');
    await when(id, ({ status }) => status === 'ready');
    await eventually(isDone, (done) => done);
    const findOld = async (reader: TestTenant['member']) => {
      const query = { terms: ['old'], vector: null };
      const request = { filter: {}, limitPerLeg: 10, signal: new AbortController().signal };
      const { lexical } = await system.vectors.for(reader).searchChunks({ query, ...request });
      return lexical.length;
    };
    const before = await findOld(tenant().member);

    await put('', 'private');
    await eventually(
      async () => gate.parsed(),
      (parsed) => parsed === 2,
    );
    const meanwhile = [await findOld(tenant().member), await findOld(tenant().admin)];
    gate.open();
    await when(id, ({ replacement }) => replacement?.status === 'failed');
    await eventually(isDone, (done) => done);
    const afterwards = [await findOld(tenant().member), await findOld(tenant().admin)];

    expect(before).toBe(1);
    expect(meanwhile).toEqual([0, 1]);
    expect(afterwards).toEqual([0, 1]);
    expect(await read(id)).toEqual([]);
  });

  it('with the same bytes is the existing one', async () => {
    const system = await open();
    const { id } = await system.upload(tenant().admin, 'the rule');
    await when(id, ({ status }) => status === 'ready');

    const replaced = await system.replace(tenant().admin, id, 'the rule');

    expect(replaced).toMatchObject({ version: 1, replacement: null });
  });
});
