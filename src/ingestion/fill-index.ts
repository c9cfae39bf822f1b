import type { ChunkForIndexing } from '../documents/index.js';
import { toChunkTerms } from '../parsing/index.js';
import type { Embedder, Embeddings } from '../platform/models/model.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { ChunkPoint, VectorStore, VectorWriter } from '../platform/vectors/vector-store.js';
import { linkSignals, mapInSlices } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import type { ChunkId, DocumentId, UserId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { EmbeddingUsage } from './embedding-usage.js';
import { toTurn, type TaskContext } from './run-task.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'writerFor'>;
  embedder: Embedder | null;
  batchSize: number;
  metrics: Pick<Metrics, 'ingestionRepair'>;
};

/** A newly parsed chunk, as far as the index needs it. */
export type FreshChunk = {
  id: ChunkId;
  content: string;
  language: string;
  contentHash: string;
  terms: string;
};

/** An index whose vectors can be reused. */
type VectorSource = Pick<VectorWriter, 'readVectors'>;

export type IndexTarget = {
  documentId: DocumentId;
  version: number;
  chunkCount: number;
  ownerId: UserId;
  visibility: string;
  /** False if the index was once complete under this fingerprint: missing vectors were then lost, at any position. */
  mayResume: boolean;
  /** True if the chunks are new, so that nobody can have written their vectors yet. */
  isNew: boolean;
  /** The version that is current while this one is made; null if it is this one, or there is none. */
  answering: number | null;
  /** The chunks themselves if they are new; null: they are read from PostgreSQL. */
  fresh: readonly FreshChunk[] | null;
  /**
   * The index of earlier settings whose vectors of the current version are still valid; null if today's index has them, or no index has.
   */
  kept: VectorSource | null;
  /** The passages of this version in `kept`, by content, if it was cut differently there; otherwise null. */
  idsByContent: ReadonlyMap<string, ChunkId> | null;
  /** Vectors are written only after the text. */
  saved: Promise<void>;
  usage: Pick<EmbeddingUsage, 'add' | 'charge'>;
};

/** Called with the number of chunks embedded or written, according to `stage`; the number never decreases. */
type Advance = (stage: 'embed' | 'upsert', done: number) => void;

export type FillIndex = ReturnType<typeof createFillIndex>;

/** Makes a version's vectors match its chunks exactly, each once, and verifies it by reading back or counting; repairs once. */
export const createFillIndex =
  (deps: Deps) =>
  async (context: TaskContext, target: IndexTarget, report: Advance): Promise<void> => {
    const { documentId, version, chunkCount, visibility, isNew } = target;
    const writer = deps.vectors.writerFor(context.scope);
    // Every write checks the lease when its turn comes.
    const turn = toTurn(context);
    const count = () => writer.countChunks({ documentId, version });
    const advance = createAdvance(report);
    const rebuild = async (): Promise<void> => {
      deps.metrics.ingestionRepair('vectors_rebuilt');
      await writer.deleteDocument({ documentId, version }, turn);
      await append(deps, context, { target, fromIndex: 0, stored: 0, areNew: false, advance });
    };
    const stored = isNew ? { rows: 0, distinct: 0 } : await count();
    const plan = planIndex(stored, { ...target, batchSize: deps.batchSize });
    let isVerified = plan.kind === 'complete';
    if (plan.kind === 'rebuild') await rebuild();
    if (plan.kind === 'append') {
      const range = { target, fromIndex: plan.fromIndex, stored: stored.rows, areNew: isNew };
      const shown = await append(deps, context, { ...range, advance });
      // All new chunks were read back, each once, so the store has no duplicates.
      isVerified = isNew && shown === chunkCount;
    }
    if (!isVerified && !isComplete(await count(), chunkCount)) {
      await rebuild();
      if (!isComplete(await count(), chunkCount)) {
        const message = 'The index does not hold what was written.';
        throw new AppError('index_verification_failed', message);
      }
    }
    // Vectors of an earlier run may have an outdated visibility.
    const isContinued = plan.kind === 'append' && plan.fromIndex > 0;
    if (plan.kind === 'complete' || isContinued) {
      await writer.setVisibility({ documentId, visibility }, turn);
    }
  };

type StoredCount = { rows: number; distinct: number };

type IndexPlan = { kind: 'complete' } | { kind: 'append'; fromIndex: number } | { kind: 'rebuild' };

/** Batches are written in order and acknowledged one by one, so a clean count shows how many complete batches exist. */
export const planIndex = (
  { rows, distinct }: StoredCount,
  target: Pick<IndexTarget, 'chunkCount' | 'mayResume'> & { batchSize: number },
): IndexPlan => {
  const { chunkCount, mayResume, batchSize } = target;
  if (isComplete({ rows, distinct }, chunkCount)) return { kind: 'complete' };
  if (rows === 0) return { kind: 'append', fromIndex: 0 };
  const isClean = rows === distinct && rows < chunkCount;
  if (!isClean || !mayResume) return { kind: 'rebuild' };
  return { kind: 'append', fromIndex: Math.floor(rows / batchSize) * batchSize };
};

const isComplete = ({ rows, distinct }: StoredCount, chunkCount: number): boolean =>
  rows === chunkCount && distinct === chunkCount;

/** Keeps the higher of two numbers, because the next batch is embedded while one is written. */
const createAdvance = (report: Advance): Advance => {
  let most = 0;
  return (stage, done) => {
    most = Math.max(most, done);
    report(stage, most);
  };
};

/** From an index on; `areNew`: none of these chunks was ever written; otherwise the first `stored` were. */
type Range = {
  target: IndexTarget;
  fromIndex: number;
  stored: number;
  areNew: boolean;
  advance: Advance;
};

/**
 * Streams a version's chunks into the vector store, in order and batch by batch, so that a count shows where to resume. The next batch is
 * analysed and embedded while this one is written. Resolves with how many of them the store showed.
 */
const append = async (deps: Deps, context: TaskContext, range: Range): Promise<number> => {
  const { target, fromIndex, areNew, advance } = range;
  const { batchSize } = deps;
  const writer = deps.vectors.writerFor(context.scope);
  const turn = { ...toTurn(context), areNew };
  const preparing = linkSignals([context.signal]);
  const { signal } = preparing;
  const prepareUnlessDone = (from: number): Promise<Prepared | null> => {
    const isLeft = from < target.chunkCount;
    const prepared = isLeft
      ? preparePoints(deps, { ...context, signal }, { ...range, fromIndex: from })
      : Promise.resolve(null);
    // Awaited later; until then a failure must not count as unhandled.
    prepared.catch(() => undefined);
    return prepared;
  };
  let shown = 0;
  let next = prepareUnlessDone(fromIndex);
  try {
    let prepared = await next;
    await target.saved;
    for (let from = fromIndex; prepared !== null; from += batchSize) {
      const { points, failure } = prepared;
      if (failure === null) next = prepareUnlessDone(from + batchSize);
      if (points.length > 0) shown += await writer.upsertChunks(points, turn);
      advance('upsert', from + points.length);
      // Vectors embedded before the failure are stored, so the next run finds them.
      if (failure !== null) throw failure.error;
      prepared = await next;
    }
  } finally {
    preparing.abort();
    // Preparation must not continue after the run has ended.
    await next.catch(() => undefined);
    preparing.unlink();
  }
  return shown;
};

/** The points of a batch; after a failure, only those before it. */
type Prepared = { points: ChunkPoint[]; failure: { error: unknown } | null };

/** The points of one batch: terms, vectors and audience. */
const preparePoints = async (deps: Deps, context: TaskContext, batch: Range): Promise<Prepared> => {
  const { target, fromIndex, advance } = batch;
  const { documentId, version, fresh, usage } = target;
  const chunks =
    fresh === null
      ? await readChunks(deps, context, batch)
      : fresh.slice(fromIndex, fromIndex + deps.batchSize).map((chunk) => ({
          ...chunk,
          ownerId: target.ownerId,
          visibility: target.visibility,
          terms: chunk.terms === '' ? [] : chunk.terms.split(' '),
          // A text that no stored version contains has no twin whose vector could be reused.
          twin: toTwin(target.idsByContent?.get(chunk.contentHash), target.kept),
        }));
  // Charges the previous batch; finishing the run charges the last one.
  const paid = usage.charge();
  // Awaited later; until then a failure must not count as unhandled.
  paid.catch(() => undefined);
  const embedding = await embedChunks(deps, context, {
    chunks,
    onEmbedded: (count) => advance('embed', fromIndex + count),
  });
  for (const spent of embedding.spent) usage.add(spent);
  await paid;
  const points = chunks
    .slice(0, embedding.vectors.length)
    .map(({ id, ownerId, visibility, language, terms }, position) => {
      const vector = embedding.vectors[position] ?? null;
      return { id, documentId, version, ownerId, visibility, language, terms, vector };
    });
  return { points, failure: embedding.failure };
};

/** A stored passage with the same text, whose vector is reused. */
type Twin = { id: ChunkId; source: VectorSource };

const toTwin = (id: ChunkId | null | undefined, source: VectorSource | null): Twin | null =>
  id == null || source === null ? null : { id, source };

const readChunks = async (
  { database, vectors, embedder, batchSize: limit }: Deps,
  { scope }: TaskContext,
  { target, fromIndex, stored }: Range,
) => {
  // Without an embedder there are no vectors to reuse.
  const twinsIn = embedder === null ? null : target.answering;
  const today = vectors.writerFor(scope);
  const chunks = await database.withScope(scope, (tx) =>
    tx.chunks.listForIndexing(target, { fromIndex, limit, twinsIn }),
  );
  return mapInSlices(chunks, (chunk, position) => {
    const terms = toChunkTerms(chunk);
    // An earlier run may have written the first of them.
    if (fromIndex + position < stored) return { ...chunk, terms, twin: toTwin(chunk.id, today) };
    const twin =
      target.answering === null
        ? toTwin(chunk.id, target.kept)
        : toTwin(chunk.twinId, target.kept ?? today);
    return { ...chunk, terms, twin };
  });
};

type Unembedded = {
  chunks: readonly (Pick<ChunkForIndexing, 'content'> & { twin: Twin | null })[];
  /** Called with how many chunks, from the first on, have their vector. */
  onEmbedded: (count: number) => void;
};

/** One vector per chunk, or none without an embedder; after a failure, only those of earlier chunks. Also the cost. */
type Embedded = {
  vectors: (Float32Array | null)[];
  spent: Omit<Embeddings, 'vectors'>[];
  failure: Prepared['failure'];
};

/** Reuses vectors of passages already in the store, from this version or identical ones of the current version; the others are embedded. */
const embedChunks = async (
  { embedder }: Deps,
  { signal }: TaskContext,
  { chunks, onEmbedded }: Unembedded,
): Promise<Embedded> => {
  const done = { spent: [], failure: null };
  if (embedder === null) return { vectors: chunks.map(() => null), ...done };
  const kept = await readTwins(chunks.map(({ twin }) => twin));
  const texts = chunks.filter((_, position) => kept[position] === null).map((c) => c.content);
  if (texts.length === 0) return { vectors: kept, ...done };
  const parts: Embeddings[] = [];
  const place = (embedded: readonly Embeddings[]): Float32Array[] => {
    const next = embedded.flatMap((part) => part.vectors).values();
    const placed = kept.map((vector) => vector ?? next.next().value ?? null);
    const end = placed.indexOf(null);
    return placed.slice(0, end === -1 ? placed.length : end).filter((vector) => vector !== null);
  };
  const onPart = (part: Embeddings): void => {
    parts.push(part);
    onEmbedded(place(parts).length);
  };
  try {
    const embedded = await embedder.embed(texts, { signal, priority: 'background', onPart });
    return { ...done, vectors: place([embedded]), spent: [embedded] };
  } catch (error) {
    return { vectors: place(parts), spent: parts, failure: { error } };
  }
};

const readTwins = async (twins: readonly (Twin | null)[]): Promise<(Float32Array | null)[]> => {
  const known = new Map<VectorSource, Map<ChunkId, Float32Array>>();
  for (const source of new Set(twins.flatMap((twin) => twin?.source ?? []))) {
    const ids = twins.flatMap((twin) => (twin?.source === source ? twin.id : []));
    known.set(source, await source.readVectors(ids));
  }
  return twins.map((twin) => (twin && known.get(twin.source)?.get(twin.id)) ?? null);
};
