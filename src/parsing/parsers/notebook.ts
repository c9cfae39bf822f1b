import { z } from 'zod';
import { readText } from '../decode-text.js';
import { parseFailure } from '../parse-failure.js';
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
  data: z.record(z.string(), z.unknown()).catch({}),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
});
type Output = z.infer<typeof Output>;
const Cell = z.looseObject({
  cell_type: z.string(),
  source: Text.optional(),
  /** Code of a cell in versions before 4. */
  input: Text.optional(),
  outputs: Output.array().catch([]),
});
type Cell = z.infer<typeof Cell>;
const Notebook = z.looseObject({
  nbformat: z.int(),
  metadata: z.looseObject({ title: z.string().optional().catch(undefined) }).catch({}),
  cells: Cell.array().optional(),
  /** Cells in versions before 4. */
  worksheets: z.looseObject({ cells: Cell.array() }).array().optional(),
});

/** Jupyter notebook: text cells, code and printed output; pictures are left out. */
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
    for (const cell of all) addBlocks(blocks, await readCell(cell, filename));
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

const readCell = async (cell: Cell, filename: string): Promise<Block[]> => {
  const source = cell.source ?? cell.input ?? '';
  if (cell.cell_type === 'code') {
    return [source, ...cell.outputs.map(printedBy)].flatMap(toCode);
  }
  const { read } = await import('./markdown/read-markdown.js');
  return (await read({ bytes: Buffer.from(source), filename })).blocks;
};

const toCode = (text: string): Block[] =>
  text.trim() === '' ? [] : [{ kind: 'code', text: text.replace(/\s+$/u, '') }];

/** The text of an output; for an error its name and message. */
const printedBy = ({ text, data, ename, evalue }: Output): string => {
  if (ename !== undefined) return `${ename}: ${evalue ?? ''}`;
  return text ?? Text.parse(data['text/plain'] ?? data['text/markdown'] ?? '');
};

const isPicture = ({ data }: Output): boolean =>
  Object.keys(data).some((type) => type.startsWith('image/'));
