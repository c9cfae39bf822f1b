import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TellingApart } from '../platform/models/model.js';

/** Raise it when the same file would give other chunks: documents are then parsed and indexed again. */
export const CHUNKER_VERSION = 6;

/** Everything that an index was built with: two indexes of equal fingerprint have the same vectors for the same texts. */
export type IndexFingerprint = {
  /** Name of the vector store. */
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

/** Reads a canonical fingerprint; null for one of a form that this version does not know. */
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

/** True where equal texts have equal vectors, so that they are moved in place of being computed anew. */
export const hasSameVectors = (one: IndexFingerprint, other: IndexFingerprint): boolean =>
  one.embeddingModel === other.embeddingModel && one.dimensions === other.dimensions;

const CHUNKING_STARTS_AT = 4;

type IndexedBy = {
  model: string;
  tellingApart: Pick<TellingApart, 'passagePrefix' | 'inputType'>;
};

/** Names an embedder with the way that passages are written for it, for another way gives other vectors. */
export const toIndexedBy = ({ model, tellingApart }: IndexedBy): string => {
  const { passagePrefix, inputType } = tellingApart;
  const isPlain = passagePrefix === '' && inputType === null;
  return isPlain ? model : JSON.stringify([model, passagePrefix, inputType]);
};

/** One spelling per fingerprint: what the database stores and compares. */
export const toCanonicalFingerprint = (fingerprint: IndexFingerprint): string =>
  JSON.stringify([
    fingerprint.store,
    fingerprint.embeddingModel,
    fingerprint.dimensions,
    fingerprint.analyzerVersion,
    fingerprint.chunkerVersion,
    fingerprint.chunkTokens,
  ]);

/** Twelve hexadecimal digits, safe in the names of tables and collections. */
export const hashFingerprint = (fingerprint: IndexFingerprint): string =>
  createHash('sha256').update(toCanonicalFingerprint(fingerprint)).digest('hex').slice(0, 12);

/** The part of a canonical fingerprint that says how a file becomes chunks. */
export const chunkingOf = (canonical: string): string => {
  const parts: unknown = JSON.parse(canonical);
  return JSON.stringify(Array.isArray(parts) ? parts.slice(CHUNKING_STARTS_AT) : parts);
};

/** The same index in no store: what was built like this is built anew, out of chunks that still hold. */
export const withoutStore = (canonical: string): string => {
  const parts: unknown = JSON.parse(canonical);
  return JSON.stringify(Array.isArray(parts) ? [null, ...(parts as unknown[]).slice(1)] : parts);
};
