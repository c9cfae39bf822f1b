import {
  alternativesOf,
  detectPartLanguages,
  loadShortTexts,
  needsShortTexts,
} from '../language/index.js';
import { isAppError } from '../shared/errors.js';
import { toPlainLine } from '../shared/plain-line.js';
import { chunkDocument } from './chunk-document.js';
import { markInstructions } from './mark-instructions.js';
import { isContentsTitle, markBoilerplate } from './mark-boilerplate.js';
import { normaliseDocument } from './normalise-document.js';
import { parseFailure, PARSER_LIMITS, type ParseFailureCode } from './parse-failure.js';
import type { ParsedDocument } from './parsed-document.js';
import { formats } from './formats.js';
import { joinTabbed } from './tabbed-paragraphs.js';
import type { ParserInput } from './parser.js';
import {
  MAX_DETAIL_LENGTH,
  MAX_PAGES_NAMED,
  MAX_WARNINGS,
  type DocumentWarning,
} from '../shared/document-warnings.js';

type ParseInput = ParserInput & { chunkTokens: number };

const UNKNOWN_LANGUAGE = 'und';

/** Reads, normalises and chunks one file in this process; every failure is a parse failure. Untrusted files belong in the parser pool. */
export const parseDocument = async (
  { bytes, filename, chunkTokens, ocr }: ParseInput,
  registry = formats,
): Promise<ParsedDocument> => {
  try {
    const input = { bytes, filename, ocr };
    const parser = await registry.parserOf(input);
    const { blocks, pageCount, hasPictures, title, ...read } = await parser.read(input);
    const { warnings = [], toRead = [] } = read;
    const document = normaliseDocument(markBoilerplate(joinTabbed(blocks)));
    const { text } = document;
    if (text.length > PARSER_LIMITS.characters || document.blocks.length > PARSER_LIMITS.blocks) {
      throw parseFailure('document_too_complex');
    }
    if (text === '' && toRead.length === 0)
      throw parseFailure(hasPictures ? 'document_image_only' : 'document_empty');
    const passages = chunkDocument(document, { maxTokens: chunkTokens });
    const contents = passages.map(({ content }) => content);
    if (needsShortTexts(contents)) await loadShortTexts();
    const { main, parts } = detectPartLanguages(contents, { fallback: UNKNOWN_LANGUAGE });
    const chunks = passages.map((passage, at) => ({ ...passage, language: parts[at] ?? main }));
    return {
      format: parser.name,
      text,
      title: toFoundTitle(title),
      pageCount,
      language: main,
      chunks,
      warnings: mergeWarnings([...markInstructions(passages), ...warnings]),
      toRead: toRead.length > 0 ? [...toRead] : undefined,
    };
  } catch (error) {
    throw isAppError(error) ? error : parseFailure(codeOf(error), error);
  }
};

const MAX_TITLE_LENGTH = 200;

/** Titles that programs write into untitled documents; file names are checked for them as well. */
const NO_TITLE = new RegExp(
  String.raw`^(?:${alternativesOf(({ titles }) => titles?.untitled)}|powerpoint presentation|(?:microsoft )?(?:word|excel|powerpoint)\b.*|.*\.(?:docx?|dotx?|odt|pdf|tex|dvi|ps|indd|xlsx?|pptx?|html?|txt|rtf|md|qxd|fm|od[spg]|pub|cdr|dwg|wp[ds]|pmd|eps|prn|tmp|exe|dll|bat))$`,
  'iu',
);

/** The title stored in the file, if it is a real one; null if a program put it there. */
export const toFoundTitle = (written: string | null | undefined): string | null => {
  const title = toPlainLine((written ?? '').normalize('NFC'));
  const isTitle =
    title.length >= 3 &&
    title.length <= MAX_TITLE_LENGTH &&
    (title.match(/\p{L}/gu)?.length ?? 0) >= 2 &&
    !NO_TITLE.test(title) &&
    !isContentsTitle(title);
  return isTitle ? title : null;
};

const codeOf = (error: unknown): ParseFailureCode => {
  const isTold = typeof error === 'object' && error !== null && 'message' in error;
  const message = isTold ? String(error.message) : '';
  if (/call stack/i.test(message)) return 'document_too_complex';
  const isMemory = /allocation failed|invalid string length|invalid array length/i.test(message);
  return isMemory ? 'parser_out_of_memory' : 'parser_crashed';
};

/** Merges equal warnings into one, with all their pages in order; keeps at most as many as a document may have. */
export const mergeWarnings = (warnings: readonly DocumentWarning[]): DocumentWarning[] => {
  const merged = new Map<string, DocumentWarning & { pages: number[] }>();
  for (const { code, detail, pages = [] } of warnings) {
    const key = `${code} ${detail}`;
    const known = merged.get(key);
    if (known) known.pages = known.pages.concat(pages);
    else if (merged.size < MAX_WARNINGS) merged.set(key, { code, detail, pages });
  }
  return [...merged.values()].map(({ code, detail, pages }) => {
    const named = [...new Set(pages)].sort((left, right) => left - right);
    return {
      code,
      detail: detail.slice(0, MAX_DETAIL_LENGTH),
      ...(named.length > 0 && { pages: named.slice(0, MAX_PAGES_NAMED) }),
    };
  });
};
