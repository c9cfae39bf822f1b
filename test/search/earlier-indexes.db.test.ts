import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Embedder } from '../../src/platform/models/model.js';
import {
  hashFingerprint,
  toCanonicalFingerprint,
  type IndexFingerprint,
} from '../../src/search/index-fingerprint.js';
import { createIndexState } from '../../src/search/index-state.js';
import type { DocumentId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import { eventually } from '../support/eventually.js';
import {
  TEST_FINGERPRINT,
  toLines,
  type TestIngestion,
  type TestParts,
} from '../support/ingestion.js';
import { setUpVersions } from '../support/versions.js';

const { database, tenant, test, open, find, when } = setUpVersions();

const isReady = ({ status }: { status: string }): boolean => status === 'ready';

const THEN: IndexFingerprint = { ...TEST_FINGERPRINT, embeddingModel: 'then', dimensions: 2 };
const OTHER_WORDS = { ...THEN, analyzerVersion: 2 };
const OTHER_CUT = { ...THEN, chunkerVersion: 2 };
const OTHER_MODEL = { ...THEN, embeddingModel: 'now', dimensions: 3 };

/** An embedder that keeps what it was asked for. */
const createEmbedder = (
  { dimensions }: IndexFingerprint,
  onEmbed?: (asked: readonly string[]) => Promise<unknown>,
) => {
  const texts: string[] = [];
  const length = dimensions ?? 0;
  const embedder: Embedder = {
    model: 'any',
    dimensions: length,
    embed: async (asked) => {
      await onEmbed?.(asked);
      texts.push(...asked);
      const vectors = asked.map((text) => Float32Array.of(text.length, 1, 1).slice(0, length));
      return { vectors, promptTokens: 1, costUsd: null };
    },
  };
  return { embedder, texts };
};

/** Cuts two lines into one passage, so that the first passages bear the ids of others. */
const twoLines = ({ parsers }: TestParts): Partial<TestParts> => ({
  parsers: {
    parse: async (file) => {
      const read = await parsers.parse(file);
      const chunks = read.chunks.flatMap((chunk, index) => {
        const next = read.chunks[index + 1];
        if (index % 2 === 1) return [];
        const content = next === undefined ? chunk.content : `${chunk.content}\n${next.content}`;
        const contentHash = createHash('sha256').update(content).digest('hex');
        const terms = next === undefined ? chunk.terms : `${chunk.terms} ${next.terms}`;
        return [{ ...chunk, index: index / 2, content, contentHash, terms }];
      });
      return { ...read, chunks };
    },
  },
});

const searchAs = async (system: TestIngestion, scope: UserScope, term: string) => {
  const { lexical } = await system.vectors.for(scope).searchChunks({
    query: { terms: [term], vector: null },
    filter: {},
    limitPerLeg: 20,
    signal: new AbortController().signal,
  });
  const ids = lexical.map(({ id }) => id);
  const read = await database().withScope(scope, (tx) => tx.chunks.readLive(ids));
  return read.map(({ content }) => content).sort();
};

/** A system of today on what one of before has indexed; nothing of it is due until `requeue` is called. */
const upgrade = async (
  to: IndexFingerprint,
  { texts, ...options }: { texts: readonly string[] } & Partial<Parameters<typeof open>[0]>,
) => {
  const before = await open({ fingerprint: THEN, embedder: createEmbedder(THEN).embedder });
  const ids: DocumentId[] = [];
  for (const text of texts) ids.push((await before.upload(tenant().admin, text)).id);
  for (const id of ids) await when(id, isReady);
  await eventually(isIdle, (idle) => idle);
  await before.ingestion.loop.stop();
  const now = await open({
    folder: before.folder,
    fingerprint: to,
    embedder: createEmbedder(to).embedder,
    ...options,
  });
  const fingerprint = toCanonicalFingerprint(to);
  const { tasks } = database().platform;
  return {
    now,
    ids,
    requeue: () => tasks.requeueForFingerprint(fingerprint),
    progress: () => tasks.reindexing(fingerprint),
    whenFilled: () =>
      eventually(
        () => tasks.reindexing(fingerprint),
        (reindexing) => reindexing === null,
      ),
    ofBefore: () =>
      now.vectors.earlier({ fingerprint: hashFingerprint(THEN), dimensions: THEN.dimensions }),
  };
};

const isIdle = async (): Promise<boolean> => {
  const { running } = await database().platform.tasks.stats();
  return running === 0;
};

describe('an index of earlier settings', () => {
  it.each([
    ['the analyzer', OTHER_WORDS],
    ['the chunker', OTHER_CUT],
    ['the model', OTHER_MODEL],
  ])('answers until everything is indexed again after %s changed', async (_what, to) => {
    const { now } = await upgrade(to, { texts: [toLines(3, 'zebra')] });

    const found = await searchAs(now, tenant().member, 'zebra');

    expect(found).toEqual(['zebra number 0', 'zebra number 1', 'zebra number 2']);
  });

  it('passes its vectors on if only the analyzer changed', async () => {
    const { embedder, texts } = createEmbedder(OTHER_WORDS);
    const up = await upgrade(OTHER_WORDS, { texts: [toLines(70)], embedder });

    await up.requeue();
    await up.whenFilled();

    expect(texts).toEqual([]);
    const { vectors } = up.now;
    const [id] = up.ids;
    const stored = await database().withScope(tenant().system, (tx) =>
      tx.chunks.listOfDocument(id!, { limit: 100 }),
    );
    const kept = await vectors
      .writerFor(tenant().system)
      .readVectors(stored.items.map((c) => c.id));
    expect(kept.size).toBe(70);
  });

  it('passes on the vectors of passages that a new chunker leaves unchanged', async () => {
    const { embedder, texts } = createEmbedder(OTHER_CUT);
    const up = await upgrade(OTHER_CUT, { texts: [toLines(3)], embedder, wrap: twoLines });

    await up.requeue();
    await up.whenFilled();

    expect(texts).toEqual(['line number 0\nline number 1']);
  });

  it('passes no vectors on to another embedding model', async () => {
    const { embedder, texts } = createEmbedder(OTHER_MODEL);
    const up = await upgrade(OTHER_MODEL, { texts: [toLines(2)], embedder });

    await up.requeue();
    await up.whenFilled();

    expect(texts).toEqual(['line number 0', 'line number 1']);
  });

  it('answers only for documents whose passages are still cut according to its settings', async () => {
    const seen: string[][] = [];
    const look = async (asked: readonly string[]): Promise<unknown> => {
      const isLater = asked.some((content) => content.startsWith('later'));
      if (isLater) await eventually(up.progress, (progress) => progress?.done === 1);
      return seen.push(await searchAs(up.now, tenant().member, 'lion'));
    };
    const { embedder } = createEmbedder(OTHER_CUT, look);
    const lines = toLines(140, 'zebra').replace('zebra number 3', 'lion here');
    const texts = [lines, toLines(2, 'later')];
    const up = await upgrade(OTHER_CUT, { texts, embedder, wrap: twoLines });

    await up.requeue();
    await up.whenFilled();

    // The second batch finds the first in today's index, the second document the whole first one.
    expect(seen).toEqual([['lion here'], ['lion here'], ['zebra number 2\nlion here']]);
  });

  it('is dropped for a fully indexed tenant while another tenant still reads it', async () => {
    const other = await test().tenant();
    const up = await upgrade(OTHER_WORDS, { texts: [toLines(2, 'zebra')] });
    const { id } = await up.now.upload(other.admin, toLines(1));
    await eventually(
      () => database().withScope(other.admin, (tx) => tx.documents.find(id)),
      (document) => document?.status === 'ready',
    );
    const { tasks } = database().platform;
    const fingerprint = toCanonicalFingerprint(OTHER_WORDS);
    const state = createIndexState({ tasks, fingerprint, nowMs: () => Infinity });

    expect(await state.ofTenant(other.admin.tenantId)).toMatchObject({
      progress: null,
      earlier: [],
    });
    expect(await state.ofTenant(tenant().admin.tenantId)).toMatchObject({
      progress: { done: 0, total: 1 },
      earlier: [THEN],
    });
    expect(await tasks.tenantsBehind(fingerprint)).toEqual([
      { tenantId: tenant().admin.tenantId, subjects: 1 },
    ]);
  });

  it('loses a deleted document, like the current index', async () => {
    const texts = [toLines(2, 'zebra'), toLines(1, 'zebra')];
    const up = await upgrade(OTHER_WORDS, { texts });
    const [gone, kept] = up.ids;

    await up.now.remove(tenant().admin, gone!);
    await eventually(
      () => find(gone!),
      (document) => document === null,
    );

    const left = await up
      .ofBefore()
      .for(tenant().member)
      .searchChunks({
        query: { terms: ['zebra'], vector: null },
        filter: {},
        limitPerLeg: 20,
        signal: new AbortController().signal,
      });
    expect(left.lexical.map(({ documentId }) => documentId)).toEqual([kept]);
    expect(await searchAs(up.now, tenant().member, 'zebra')).toEqual(['zebra number 0']);
  });

  it('shows the previous version of a document until the next one is ready', async () => {
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const up = await upgrade(OTHER_WORDS, {
      texts: [toLines(2, 'zebra')],
      wrap: ({ parsers }) => ({
        parsers: {
          parse: async (request) => {
            await gate;
            return parsers.parse(request);
          },
        },
      }),
    });
    const [id] = up.ids;

    await up.now.replace(tenant().admin, id!, toLines(1, 'zebra'));

    expect(await searchAs(up.now, tenant().member, 'zebra')).toHaveLength(2);
    letGo();
    await when(id!, ({ version }) => version === 2);
    await eventually(isIdle, (idle) => idle);
    const left = await up
      .ofBefore()
      .for(tenant().member)
      .searchChunks({
        query: { terms: ['zebra'], vector: null },
        filter: {},
        limitPerLeg: 20,
        signal: new AbortController().signal,
      });
    expect(left.lexical).toEqual([]);
    expect(await searchAs(up.now, tenant().member, 'zebra')).toEqual(['zebra number 0']);
  });

  it("hides other people's private documents and other tenants' documents", async () => {
    const stranger = await test().tenant();
    const up = await upgrade(OTHER_CUT, { texts: [toLines(2, 'zebra')] });
    const [id] = up.ids;
    await up.now.update(tenant().admin, id!, { visibility: 'private' });
    await up.now.ingestion.loop.stop();

    const found = await Promise.all(
      [tenant().admin, tenant().member, stranger.admin].map((scope) =>
        searchAs(up.now, scope, 'zebra'),
      ),
    );

    expect(found.map(({ length }) => length > 0)).toEqual([true, false, false]);
  });
});
