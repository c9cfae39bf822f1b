import { readFile } from 'node:fs/promises';
import { isAppError } from '../shared/errors.js';
import { detectLanguage } from '../language/index.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';
import type { ParsedDocument } from './parsed-document.js';
import { chunkDocument } from './chunk-document.js';
import { normaliseDocument } from './normalise-document.js';
import { formats } from './parsers/index.js';
import type { ParserRegistry } from './parser-registry.js';

export type ParseInput = { path: string; filename: string; chunkTokens: number };

/** Reads, normalises and chunks one file in this process; every failure is a parse failure. Untrusted files belong in the parser pool. */
export const parseDocument = async (
  input: ParseInput,
  registry: ParserRegistry = formats,
): Promise<ParsedDocument> => {
  try {
    return await read(input, registry);
  } catch (error) {
    throw toFailure(error);
  }
};

const UNKNOWN_LANGUAGE = 'und';

const read = async (
  { path, filename, chunkTokens }: ParseInput,
  registry: ParserRegistry,
): Promise<ParsedDocument> => {
  const input = { bytes: await readFile(path), filename };
  const parser = await registry.parserOf(input);
  const { blocks, pageCount, hasPictures } = await parser.read(input);
  const document = normaliseDocument(blocks);
  if (
    document.text.length > PARSER_LIMITS.characters ||
    document.blocks.length > PARSER_LIMITS.blocks
  ) {
    throw parseFailure('document_too_complex');
  }
  if (document.text === '') {
    throw parseFailure(hasPictures ? 'document_image_only' : 'document_empty');
  }
  const language = detectLanguage(document.text, { fallback: UNKNOWN_LANGUAGE });
  const chunks = chunkDocument(document, { maxTokens: chunkTokens, language });
  return { format: parser.name, text: document.text, pageCount, language, chunks };
};

const toFailure = (error: unknown): Error => {
  if (isAppError(error)) return error;
  const message =
    error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)
      ? String(error.message)
      : '';
  if (/call stack/i.test(message)) return parseFailure('document_too_complex', error);
  if (/allocation failed|invalid string length|invalid array length/i.test(message)) {
    return parseFailure('parser_out_of_memory', error);
  }
  return parseFailure('parser_crashed', error);
};
