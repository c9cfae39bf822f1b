import { describe, expect, it } from '@jest/globals';
import { parseFailure } from '../../src/parsing/parse-failure.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { eventually } from '../support/eventually.js';
import type { TestParts } from '../support/ingestion.js';
import { gatedParser, setUpVersions } from '../support/versions.js';

const { tenant, open, read, countVersions, when, isDone } = setUpVersions();

describe('a new version of a document', () => {
  it('that fails leaves the document as it was, reports why, and can be retried', async () => {
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
    const { id } = await system.upload(tenant().admin, 'old rule');
    await when(id, ({ status }) => status === 'ready');

    await system.replace(tenant().admin, id, 'new rule');
    const failed = await when(id, ({ replacement }) => replacement?.status === 'failed');
    await eventually(isDone, (done) => done);
    const answering = await read(id);
    await system.reprocess(tenant().admin, id);
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

  it('is completed by the next run if removing the old one failed', async () => {
    let failures = 1;
    const wrap = ({ vectors }: TestParts): Partial<TestParts> => ({
      vectors: {
        ...vectors,
        writerFor: (scope) => {
          const writer = vectors.writerFor(scope);
          return {
            ...writer,
            deleteDocument: async (document, turn) => {
              if (document.keepVersion !== undefined && failures-- > 0) throw new Error('Cut off.');
              await writer.deleteDocument(document, turn);
            },
          };
        },
      },
    });
    const system = await open({ wrap });
    const { id } = await system.upload(tenant().admin, 'old rule');
    await when(id, ({ status }) => status === 'ready');

    await system.replace(tenant().admin, id, 'new rule');
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

  it('does not embed unchanged passages again', async () => {
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
    const { id } = await system.upload(tenant().admin, 'old rule\nkept rule, longer');
    await when(id, ({ status }) => status === 'ready');

    await system.replace(tenant().admin, id, 'kept rule, longer\nnew rule here');
    await when(id, ({ version }) => version === 2);

    const { dense } = await system.vectors.for(tenant().member).searchChunks({
      query: { terms: [], vector: Float32Array.from([1, 17]) },
      filter: {},
      limitPerLeg: 10,
      signal: new AbortController().signal,
    });
    expect(embedded).toEqual(['old rule', 'kept rule, longer', 'new rule here']);
    expect(dense[0]?.score).toBeCloseTo(1, 5);
  });
});

describe('reprocessing a document', () => {
  it('reads a ready document again, as a new version', async () => {
    const system = await open();
    const { id } = await system.upload(tenant().admin, 'the rule');
    await when(id, ({ status }) => status === 'ready');

    const asked = await system.reprocess(tenant().admin, id);
    const done = await when(id, ({ version }) => version === 2);
    await eventually(isDone, (isSettled) => isSettled);

    expect(asked).toMatchObject({ status: 'ready', replacement: { version: 2, status: 'queued' } });
    expect(done).toMatchObject({ status: 'ready', replacement: null });
    expect(await read(id)).toEqual(['the rule']);
  });

  it('is refused while the document is being processed', async () => {
    const gate = gatedParser();
    const system = await open({ wrap: gate.wrap });
    const { id } = await system.upload(tenant().admin, 'the rule');
    await when(id, ({ status }) => status === 'ready');
    await system.reprocess(tenant().admin, id);

    const again = system.reprocess(tenant().admin, id);

    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await eventually(
      async () => {
        gate.open();
        return isDone();
      },
      (done) => done,
    );
  });

  it('is allowed, like replacing, for the owner and admins who may read the document', async () => {
    const system = await open();
    const { id } = await system.upload(tenant().admin, 'the rule', 'private');
    await when(id, ({ status }) => status === 'ready');

    await expect(system.reprocess(tenant().member, id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(system.replace(tenant().member, id, 'x')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
