import { AppError } from '../../shared/errors.js';
import type { DocumentId } from '../../shared/ids.js';
import type { ChunkPoint, MemoryPoint, PointKind } from './vector-store.js';

/** Name prefixes of the stores' tables and collections, before the fingerprint. */
export const STORED_AS: Readonly<Record<PointKind, string>> = {
  chunks: 'document_chunks',
  memories: 'long_term_memories',
};

/** The fields of a point that every store keeps in addition to its tenant, terms and vector. */
export const toFields = (point: ChunkPoint | MemoryPoint): Record<string, string | number> =>
  'documentId' in point
    ? {
        document_id: point.documentId,
        version: point.version,
        owner_id: point.ownerId,
        visibility: point.visibility,
        language: point.language,
      }
    : { user_id: point.userId, memory_type: point.memoryType };

type Point = { id: string; vector: Float32Array | null };

/** Each id once, the last one wins: LanceDB would silently store a new id twice. */
export const distinctPoints = <P extends Point>(points: readonly P[]): P[] => [
  ...new Map(points.map((point) => [point.id, point])).values(),
];

/** Refuses vectors whose length differs from the index's, naming both. */
export const checkVectors = (points: readonly Point[], dimensions: number | null): void => {
  if (dimensions === null) return;
  const wrong = points.find(({ vector }) => vector !== null && vector.length !== dimensions);
  if (!wrong) return;
  throw new AppError(
    'embedder_invalid_output',
    `The embedder gave ${wrong.vector?.length ?? 0} dimensions, the index has ${dimensions}.`,
  );
};

/** A vector with the same direction and length 1; a zero vector stays zero. */
export const toUnit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
};

type Version = { documentId: DocumentId; version: number };

/** Each version once; the rows are single chunks. */
export const distinctVersions = (rows: readonly Version[]): Version[] => [
  ...new Map(
    rows.map(({ documentId, version }) => [`${documentId}/${version}`, { documentId, version }]),
  ).values(),
];
