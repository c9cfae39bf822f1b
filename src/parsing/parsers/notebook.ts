import { z } from 'zod';
import { readText } from '../decode-text.js';
import type { DocumentWarning } from '../../shared/document-warnings.js';
import { parseFailure, PARSER_LIMITS } from '../parse-failure.js';
import type { Parser, TextFile } from '../parser.js';
import type { Block } from '../parsed-document.js';

/** A string, or a list of lines that keep their line ends. */
const Text = z
  .union([
    z.string(),
    z
      .string()
      .array()
      .transform((lines) => lines.join('')),
  ])
  .catch('');
const Output = z.looseObject({
  text: Text.optional(),
  /** The richer forms of an output before version 4. */
  html: Text.optional(),
  latex: Text.optional(),
  data: z.record(z.string(), z.unknown()).catch({}),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
});
type Output = z.infer<typeof Output>;
const Cell = z.looseObject({
  cell_type: z.string(),
  source: Text.optional(),
  /** The code of a cell before version 4. */
  input: Text.optional(),
  outputs: Output.array().catch([]),
});
type Cell = z.infer<typeof Cell>;
const Notebook = z.looseObject({
  nbformat: z.int(),
  metadata: z.looseObject({ title: z.string().optional().catch(undefined) }).catch({}),
  cells: Cell.array().optional(),
  /** Cells before version 4. */
  worksheets: z.looseObject({ cells: Cell.array() }).array().optional(),
});

/** Jupyter notebook: text cells, code, and the output of each cell as displayed; pictures are left out. */
export const notebook: Parser = {
  name: 'notebook',
  mimeType: 'application/x-ipynb+json',
  label: 'Jupyter notebook',
  extensions: ['.ipynb'],
  isPlainText: true,
  recognises: { text: (file) => isNotebook(file) },
  read: async ({ bytes, filename }) => {
    const { addBlocks } = await import('../parser.js');
    const { text, warnings } = readText(bytes);
    const { cells, worksheets = [], metadata } = parseNotebook(text);
    const blocks: Block[] = [];
    const all = cells ?? worksheets.flatMap((sheet) => sheet.cells);
    for (const cell of all) {
      const read = await readCell(cell, filename);
      addBlocks(blocks, read.blocks);
      warnings.push(...read.warnings);
      if (blocks.length > PARSER_LIMITS.blocks) throw parseFailure('document_too_complex');
    }
    const hasPictures = all.some(({ outputs }) => outputs.some(isPicture));
    return { blocks, pageCount: null, warnings, hasPictures, title: metadata.title };
  },
};

const isNotebook = ({ text, extension }: TextFile): boolean => {
  const hasSigns = /^\s*\{/u.test(text) && text.includes('"nbformat"');
  if (!hasSigns && notebook.extensions.includes(extension)) throw parseFailure('document_corrupt');
  return hasSigns && (text.includes('"cell_type"') || text.includes('"cells"'));
};

const parseNotebook = (text: string): z.infer<typeof Notebook> => {
  try {
    return Notebook.parse(JSON.parse(text));
  } catch {
    throw parseFailure('document_corrupt');
  }
};

type Read = { blocks: Block[]; warnings: DocumentWarning[] };

const readCell = async (cell: Cell, filename: string): Promise<Read> => {
  const source = cell.source ?? cell.input ?? '';
  if (cell.cell_type === 'raw') return printed(source);
  if (cell.cell_type !== 'code') return readMarkdown(source, filename);
  const read: Read = { blocks: toCode(source), warnings: [] };
  const { addBlocks } = await import('../parser.js');
  for (const output of cell.outputs) {
    const shown = await readOutput(output, filename);
    addBlocks(read.blocks, shown.blocks);
    read.warnings.push(...shown.warnings);
  }
  return read;
};

const readMarkdown = async (source: string, filename: string): Promise<Read> => {
  const { read } = await import('./markdown/read-markdown.js');
  const { blocks, warnings = [] } = await read({ bytes: Buffer.from(source), filename });
  return { blocks, warnings: [...warnings] };
};

const toCode = (text: string): Block[] =>
  text.trim() === '' ? [] : [{ kind: 'code', text: text.replace(/\s+$/u, '') }];

/** What is displayed for an output: its richest form that has text; for an error its name and message. */
const readOutput = async (output: Output, filename: string): Promise<Read> => {
  const { text, html, latex, data, ename, evalue } = output;
  if (ename !== undefined) return printed(`${ename}: ${evalue ?? ''}`);
  const rich = await readHtml(html ?? formOf(data, 'text/html'));
  if (rich.blocks.length > 0) return rich;
  const markdown = formOf(data, 'text/markdown');
  if (markdown.trim() !== '') return readMarkdown(markdown, filename);
  const formula = latex ?? formOf(data, 'text/latex');
  if (formula.trim() !== '') return printed(formula);
  const plain = text ?? formOf(data, 'text/plain');
  const isOnlyForm = html === undefined && Object.keys(data).length <= 1;
  return !isOnlyForm && STANDS_IN.test(plain) ? rich : { ...rich, blocks: toCode(plain) };
};

const printed = (text: string): Read => ({ blocks: toCode(text), warnings: [] });

const formOf = (data: Output['data'], type: string): string => Text.parse(data[type] ?? '');

/** The name of an object that is displayed in another form. */
const STANDS_IN = /^\s*<[\w.]{1,200} (?:object(?: at 0x[\da-f]{1,16})?|at 0x[\da-f]{1,16})>\s*$/iu;

const readHtml = async (source: string): Promise<Read> => {
  if (source.trim() === '') return { blocks: [], warnings: [] };
  const { refuseManyLines, TEXT_LIMITS } = await import('../line-limits.js');
  refuseManyLines(source, TEXT_LIMITS);
  const { htmlToBlocks } = await import('./html/read-html.js');
  return htmlToBlocks(source);
};

const isPicture = ({ data }: Output): boolean =>
  Object.keys(data).some((type) => type.startsWith('image/'));
