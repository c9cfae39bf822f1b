import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import type { TestTenant } from '../support/tenant.js';
import { gatedParser, setUpVersions } from '../support/versions.js';

const { database, tenant, open, find, read, countVersions, when, isDone } = setUpVersions();

describe('a new version of a document', () => {
  it('answers once it is ready; until then the old one does', async () => {
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

  it('leaves neither rows nor a file of the old one behind', async () => {
    const system = await open();
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

  it('gives way to a newer one that comes before it is ready', async () => {
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

  it('of a document that was never ready takes its place', async () => {
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

  it('survives a change of visibility while it is on its way', async () => {
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

  it('of the same bytes is the one that is there', async () => {
    const system = await open();
    const { id } = await system.upload(tenant().admin, 'the rule');
    await when(id, ({ status }) => status === 'ready');

    const replaced = await system.replace(tenant().admin, id, 'the rule');

    expect(replaced).toMatchObject({ version: 1, replacement: null });
  });
});
