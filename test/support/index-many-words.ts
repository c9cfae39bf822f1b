import { loadConfig } from '../../config/index.js';
import { createLanceDbVectorStore } from '../../src/platform/vectors/lancedb/store.js';
import { createTenant } from '../contract/vector-store/fixture.js';
import { TOOL_REGISTRY } from '../../src/tools/index.js';

// A process of its own, with the settings of the product: LanceDB's native code reads them once.
const CHUNKS = 1_000;
const WORDS_PER_CHUNK = 400;

const wordsOf = (chunk: number): string[] =>
  Array.from({ length: WORDS_PER_CHUNK }, (_, at) => `word${chunk * WORDS_PER_CHUNK + at}`);

const [directory = ''] = process.argv.slice(2);
loadConfig(TOOL_REGISTRY);
const store = createLanceDbVectorStore({ directory, dimensions: null, fingerprint: 'test' });
const { writer, chunk } = createTenant(store);
await writer.upsertChunks(
  Array.from({ length: CHUNKS }, (_, index) => chunk('', { index, terms: wordsOf(index) })),
  { areNew: true },
);
await store.optimize();
await store.close();
process.stdout.write('indexed');
