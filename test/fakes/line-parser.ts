import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { analyze } from '../../src/language/analyzer.js';
import type { AnalyzedDocument } from '../../src/parsing/parsed-document.js';
import { parseFailure } from '../../src/parsing/parse-failure.js';
import type { ParserPool } from '../../src/parsing/pool/parser-pool.js';

/** Reads plain text in this process: every line is a chunk. An empty file fails as the real parsers say. */
export const createLineParser = (): Pick<ParserPool, 'parse'> => ({
  parse: async ({ path }) => {
    const text = await readFile(path, 'utf8');
    if (text.trim() === '') throw parseFailure('document_empty');
    const chunks: AnalyzedDocument['chunks'] = [];
    let charStart = 0;
    for (const line of text.split('\n')) {
      const charEnd = charStart + line.length;
      if (line !== '') {
        chunks.push({
          index: chunks.length,
          content: line,
          terms: analyze(line, { languages: ['en'] }).join(' '),
          chapter: null,
          headingPath: [],
          pageStart: null,
          pageEnd: null,
          charStart,
          charEnd,
          tokenCount: line.split(' ').length,
          language: 'en',
          contentHash: createHash('sha256').update(line).digest('hex'),
          blocks: [{ kind: 'paragraph', charStart, charEnd }],
        });
      }
      charStart = charEnd + 1;
    }
    return {
      format: 'text',
      text,
      title: null,
      pageCount: null,
      language: 'en',
      chunks,
      warnings: [],
    };
  },
});
