import { createHash } from 'node:crypto';

/** What an index was built with: two indexes of equal fingerprint hold the same vectors for the same texts. */
export type IndexFingerprint = {
  store: 'lancedb' | 'qdrant';
  embeddingModel: string | null;
  dimensions: number | null;
  analyzerVersion: number;
  chunkerVersion: number;
};

/** One spelling per fingerprint: what the database stores and compares. */
export const toCanonicalFingerprint = (fingerprint: IndexFingerprint): string =>
  JSON.stringify([
    fingerprint.store,
    fingerprint.embeddingModel,
    fingerprint.dimensions,
    fingerprint.analyzerVersion,
    fingerprint.chunkerVersion,
  ]);

/** Twelve hexadecimal digits, safe in the names of tables and collections. */
export const hashFingerprint = (fingerprint: IndexFingerprint): string =>
  createHash('sha256').update(toCanonicalFingerprint(fingerprint)).digest('hex').slice(0, 12);
