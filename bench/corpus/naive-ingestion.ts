import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { connect, type Table } from '@lancedb/lancedb';
import { loadSdk } from '../../src/platform/vectors/lancedb/connection.js';
import {
  toArrow,
  toRow,
  toSchema,
  toTableName,
} from '../../src/platform/vectors/lancedb/table-layout.js';
import { analyze } from '../../src/language/analyzer.js';
import { chunkIdOf, DocumentId, newId, TenantId, UserId } from '../../src/shared/ids.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { parseDocument } from '../../src/parsing/parse-document.js';
import { runConcurrently } from './run-concurrently.js';
import type { CorpusFile } from './write-corpus.js';

const CHUNK_TOKENS = 400;
const CHUNKS_PER_BATCH = 64;

type Options = { folder: string; embedder: Embedder };
type Parsed = Awaited<ReturnType<typeof parseDocument>>;

/** Ingests as a script would: it parses, chunks and embeds in this process, then calls `add`; nothing survives a crash. */
export const createNaiveIngestion =
  ({ folder, embedder }: Options) =>
  async (files: readonly CorpusFile[]): Promise<void> => {
    const sdk = await loadSdk();
    const { dimensions } = embedder;
    const [tenantId, ownerId] = [newId(TenantId), newId(UserId)];
    const { signal } = new AbortController();
    const connection = await connect(folder);
    const name = toTableName({ kind: 'chunks', tenantId, fingerprint: randomUUID().slice(0, 8) });
    const table = await connection.createEmptyTable(name, toSchema(sdk, 'chunks', dimensions));

    const toRows = async (chunks: Parsed['chunks'], documentId: DocumentId) => {
      const contents = chunks.map(({ content }) => content);
      const { vectors } = await embedder.embed(contents, { signal });
      return chunks.map(({ index, content, language }, position) => {
        const id = chunkIdOf({ tenantId, documentId, version: 1, index });
        const terms = analyze(content, { languages: [language] });
        const vector = vectors[position] ?? null;
        const place = { documentId, version: 1, ownerId, visibility: 'tenant' };
        return toRow(tenantId, { id, ...place, language, terms, vector });
      });
    };
    const add = async (to: Table, { chunks }: Parsed): Promise<void> => {
      const documentId = newId(DocumentId);
      for (let start = 0; start < chunks.length; start += CHUNKS_PER_BATCH) {
        const rows = await toRows(chunks.slice(start, start + CHUNKS_PER_BATCH), documentId);
        await to.add(toArrow(sdk, rows, { kind: 'chunks', dimensions }));
      }
    };
    await runConcurrently(files, async ({ path, filename }) => {
      const bytes = await readFile(path);
      await add(table, await parseDocument({ bytes, filename, chunkTokens: CHUNK_TOKENS }));
    });
    table.close();
    connection.close();
  };
