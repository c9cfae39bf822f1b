import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { declareTool } from '../tool.js';
import { fileName, readBytes, toText } from './workspace-file.js';

/** About 4,000 tokens: more would crowd everything else out of the answer's prompt. */
const MAX_CHARS = 12_000;

const Input = z.strictObject({
  name: fileName,
  fromLine: z.int().min(1).default(1).describe('The first line to read; lines count from 1.'),
  toLine: z.int().min(1).optional().describe('The last line to read; unset: as far as fits.'),
});

export const readFile = declareTool({
  name: 'read_file',
  description:
    "Reads a text file of this user's own workspace, whole or by lines, up to a budget. It cannot read binary files, documents of the knowledge base, or anything outside the workspace.",
  input: Input,
  risk: 'workspace',
  searchesKnowledge: true,
  create:
    ({ workspace }) =>
    async ({ name, ...range }, { scope }) => {
      const bytes = await readBytes(workspace, scope, name);
      const text = toText(bytes);
      if (text === null) {
        throw new AppError(
          'invalid_arguments',
          `"${name}" is a binary file of ${bytes.byteLength} bytes and cannot be read as text.`,
        );
      }
      const read = readLines(text, range);
      const { from, to, total } = read;
      if (total === 0) {
        return {
          summary: 'the file is empty',
          evidence: [{ kind: 'value', text: `The file "${name}" is empty.` }],
        };
      }
      const heading = `"${name}", lines ${from} to ${to} of ${total}`;
      const cut = read.isCut ? ', cut at the budget' : '';
      return {
        summary: `lines ${from} to ${to} of ${total} read${cut}`,
        evidence: [{ kind: 'value', text: `${heading}${cut}:\n${read.text}` }],
      };
    },
});

type Range = { fromLine: number; toLine?: number | undefined };

const readLines = (text: string, { fromLine, toLine = Infinity }: Range) => {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const total = lines.length;
  if (toLine < fromLine) {
    throw new AppError('invalid_arguments', 'toLine must not be less than fromLine.');
  }
  if (total > 0 && fromLine > total) {
    throw new AppError('invalid_arguments', `The file has ${total} lines.`);
  }
  const wanted = lines.slice(fromLine - 1, toLine);
  const shown: string[] = [];
  let left = MAX_CHARS;
  for (const line of wanted) {
    // An overlong first line is cut, so that there is always something.
    if (line.length > left && shown.length > 0) break;
    shown.push(line.slice(0, left));
    left -= line.length + 1;
    if (left <= 0) break;
  }
  const isCut = shown.length < wanted.length || left < -1;
  return {
    text: shown.join('\n'),
    from: fromLine,
    to: fromLine + shown.length - 1,
    total,
    isCut,
  };
};
