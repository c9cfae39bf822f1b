import { analyze } from '../language/index.js';
import type { ChunkId, DocumentId } from '../shared/ids.js';
import type { Readable } from './assemble-results.js';
import type { FusedHit } from './fuse-rankings.js';

/** Adds the terms of their documents' titles to hits. The database says the titles, where they change at once. */
export const withTitles = (hits: readonly FusedHit<ChunkId>[], readable: Readable) => {
  const known = new Map<DocumentId, readonly string[]>();
  for (const { documentId, title, language } of readable.values()) {
    if (!known.has(documentId)) known.set(documentId, analyze(title, { languages: [language] }));
  }
  return hits.map((hit) => ({
    ...hit,
    titleTerms: (hit.documentId && known.get(hit.documentId)) ?? [],
  }));
};
