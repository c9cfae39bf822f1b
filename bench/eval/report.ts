import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ANALYZER_VERSION } from '../../src/language/analyzer.js';
import { CHUNKER_VERSION } from '../../src/search/index-fingerprint.js';
import { SEARCH_SETTINGS } from '../bench-features.js';
import type { Collection } from './collection.js';
import type { Figures } from './evaluate.js';
import { CHUNK_TOKENS } from './pipeline.js';

const Package = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });

/** Packages that ranking depends on: another version of one of them can move the figures. */
const RANKING_PACKAGES = ['@lancedb/lancedb', '@qdrant/js-client-rest', '@orama/stemmers', 'franc'];

type Evaluated = { collection: Collection; store: string; language: string; figures: Figures };

/** All that is needed to hold one evaluation against another. */
export const toReport = async ({ collection, store, language, figures }: Evaluated) => {
  const file = new URL('../../package.json', import.meta.url);
  const { version, dependencies } = Package.parse(JSON.parse(await readFile(file, 'utf8')));
  const isLatency = (name: string): boolean => name.endsWith(' ms');
  const isCount = (name: string): boolean => name === 'queries';
  const pick = (wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(figures).filter(([name]) => wanted(name)));
  const judged = collection.queries.reduce((sum, { grades }) => sum + grades.size, 0);
  return {
    date: new Date().toISOString(),
    collection: {
      name: collection.name,
      language,
      documents: collection.documents.length,
      queries: collection.queries.length,
      judgements: judged,
    },
    settings: { store, chunkTokens: CHUNK_TOKENS, ...SEARCH_SETTINGS },
    metrics: pick((name) => !isLatency(name) && !isCount(name)),
    latency: pick(isLatency),
    versions: {
      product: version,
      analyzer: ANALYZER_VERSION,
      chunker: CHUNKER_VERSION,
      node: process.version,
      ...Object.fromEntries(RANKING_PACKAGES.map((name) => [name, dependencies[name]])),
    },
  };
};
