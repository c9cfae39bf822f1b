import type { Block } from './parsed-document.js';
import { parseFailure } from './parse-failure.js';
import { PARSER_LIMITS } from './parser.js';

/** Adds to what was read so far, as long as a document may have so many blocks. */
export const addBlocks = (blocks: Block[], added: readonly Block[]): void => {
  if (blocks.length + added.length > PARSER_LIMITS.blocks) {
    throw parseFailure('document_too_complex');
  }
  blocks.push(...added);
};
