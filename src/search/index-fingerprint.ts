import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TellingApart } from '../platform/models/model.js';

/** Increase this number when the same file would yield different chunks: documents are then parsed and indexed again. */
export const CHUNKER_VERSION = 6;

/** Everything that an index depends on: two indexes with equal fingerprints contain the same vectors for the same texts. */
export type IndexFingerprint = {
  /** The name of the vector store. */
  store: string;
  embeddingModel: string | null;
  dimensions: number | null;
  analyzerVersion: number;
  chunkerVersion: number;
  chunkTokens: number;
};

const Canonical = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.int().nullable(),
  z.int(),
  z.int(),
  z.int(),
]);

/** Parses a canonical fingerprint; null if this version does not know its format. */
export const parseFingerprint = (canonical: string): IndexFingerprint | null => {
  const parts = Canonical.safeParse(toJsonValue(canonical)).data;
  if (parts === undefined) return null;
  const [store, embeddingModel, dimensions, analyzerVersion, chunkerVersion, chunkTokens] = parts;
  if (store === null) return null;
  return { store, embeddingModel, dimensions, analyzerVersion, chunkerVersion, chunkTokens };
};

const toJsonValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** True if equal texts have equal vectors in both indexes, so that vectors are copied instead of being computed again. */
export const hasSameVectors = (one: IndexFingerprint, other: IndexFingerprint): boolean =>
  one.embeddingModel === other.embeddingModel && one.dimensions === other.dimensions;

const CHUNKING_STARTS_AT = 4;

type IndexedBy = {
  model: string;
  tellingApart: Pick<TellingApart, 'passagePrefix' | 'inputType'>;
};

/** Names an embedder together with its passage format, because a different format gives different vectors. */
export const toIndexedBy = ({ model, tellingApart }: IndexedBy): string => {
  const { passagePrefix, inputType } = tellingApart;
  const isPlain = passagePrefix === '' && inputType === null;
  return isPlain ? model : JSON.stringify([model, passagePrefix, inputType]);
};

/** The canonical form of a fingerprint, which the database stores and compares. */
export const toCanonicalFingerprint = (fingerprint: IndexFingerprint): string =>
  JSON.stringify([
    fingerprint.store,
    fingerprint.embeddingModel,
    fingerprint.dimensions,
    fingerprint.analyzerVersion,
    fingerprint.chunkerVersion,
    fingerprint.chunkTokens,
  ]);

/** Twelve hexadecimal digits, which may be used in names of tables and collections. */
export const hashFingerprint = (fingerprint: IndexFingerprint): string =>
  createHash('sha256').update(toCanonicalFingerprint(fingerprint)).digest('hex').slice(0, 12);

/** The part of a canonical fingerprint that determines how a file becomes chunks. */
export const chunkingOf = (canonical: string): string => {
  const parts: unknown = JSON.parse(canonical);
  return JSON.stringify(Array.isArray(parts) ? parts.slice(CHUNKING_STARTS_AT) : parts);
};

/** The fingerprint without the store: such an index must be rebuilt, but from chunks that are still valid. */
export const withoutStore = (canonical: string): string => {
  const parts: unknown = JSON.parse(canonical);
  return JSON.stringify(Array.isArray(parts) ? [null, ...(parts as unknown[]).slice(1)] : parts);
};
