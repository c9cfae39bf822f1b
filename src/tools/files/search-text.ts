import { z } from 'zod';
import { nextTurn } from '../../shared/async.js';
import { isAppError } from '../../shared/errors.js';
import type { UserScope } from '../../shared/scope.js';
import type { Workspace, WorkspaceFile } from '../../workspace/index.js';
import { toLine } from '../services/service-answer.js';
import { declareTool } from '../tool.js';
import { toText } from './workspace-file.js';

const MAX_FILES = 500;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_HITS = 50;
const MAX_SNIPPET_CHARS = 160;

const Input = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => text.trim() !== '', 'must contain more than spaces')
    .describe('The characters to look for, within one line; upper and lower case are the same.'),
  folder: z
    .string()
    .max(200)
    .optional()
    .describe('Only files whose name begins with this, such as "out/".'),
});

/**
 * Plain text only: a regular expression written by a model may never finish in JavaScript's engine, and grep is available in the sandbox.
 */
export const searchText = declareTool({
  name: 'search_text',
  description:
    "Finds the lines of this user's own workspace files that hold a text, with file and line number. Plain text, no patterns; it does not look into binary files, documents of the knowledge base, or anything outside the workspace.",
  input: Input,
  risk: 'workspace',
  searchesKnowledge: true,
  create:
    ({ workspace }) =>
    async ({ text, folder = '' }, { scope, signal }) => {
      const { files, isCut } = await chooseFiles(workspace, scope, folder);
      const search = { text: fold(text), signal, hits: [] as Hit[] };
      let searched = 0;
      for (const { name } of files) {
        signal.throwIfAborted();
        if (search.hits.length > MAX_HITS) break;
        const content = await readOrNull(workspace, scope, name);
        if (content === null) continue;
        searched += 1;
        await findIn(search, name, content);
      }
      return toResult(search.hits, { searched, isCut });
    },
});

type Hit = { name: string; line: number; snippet: string };
type Search = { text: string; signal: AbortSignal; hits: Hit[] };

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** Selects files in the order of their names, as far as the limits allow. */
const chooseFiles = async (
  workspace: Pick<Workspace, 'list'>,
  scope: UserScope,
  folder: string,
): Promise<{ files: WorkspaceFile[]; isCut: boolean }> => {
  const prefix = folder.normalize('NFC');
  const found = (await workspace.list(scope)).filter(({ name }) => name.startsWith(prefix));
  let bytes = 0;
  const files = found.slice(0, MAX_FILES).filter(({ sizeBytes }) => {
    if (bytes + sizeBytes > MAX_BYTES) return false;
    bytes += sizeBytes;
    return true;
  });
  return { files, isCut: files.length < found.length };
};

/** Null for a file that is not text, or was deleted meanwhile. */
const readOrNull = async (
  workspace: Pick<Workspace, 'read'>,
  scope: UserScope,
  name: string,
): Promise<string | null> => {
  try {
    return toText(await workspace.read(scope, name));
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return null;
    throw error;
  }
};

/** How many lines are searched before other work may run. */
const LINES_AT_ONCE = 2000;

const findIn = async ({ text, signal, hits }: Search, name: string, content: string) => {
  let start = 0;
  for (let line = 1; start < content.length; line += 1) {
    const next = content.indexOf('\n', start);
    const end = next === -1 ? content.length : next;
    const whole = content.slice(start, end);
    const at = fold(whole).indexOf(text);
    if (at !== -1) hits.push({ name, line, snippet: toSnippet(whole, at) });
    if (hits.length > MAX_HITS) return;
    start = end + 1;
    if (line % LINES_AT_ONCE === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
  }
};

/** The part around the hit if the line is long. */
const toSnippet = (line: string, at: number): string => {
  const from = Math.max(0, at - MAX_SNIPPET_CHARS / 4);
  const part = line.slice(from, from + 2 * MAX_SNIPPET_CHARS);
  return `${from > 0 ? '…' : ''}${toLine(part, MAX_SNIPPET_CHARS)}`;
};

const toResult = (
  hits: readonly Hit[],
  { searched, isCut }: { searched: number; isCut: boolean },
) => {
  const shown = hits.slice(0, MAX_HITS);
  const isMore = isCut || hits.length > shown.length;
  const cut = isMore ? '; there may be more' : '';
  const repeating = shown.length === 0 && !isCut ? '; repeating it will not help' : '';
  const lines = shown.map(({ name, line, snippet }) => `"${name}" line ${line}: ${snippet}`);
  return {
    summary: `${shown.length} lines in ${searched} files hold it${cut}${repeating}`,
    evidence: lines.length === 0 ? [] : [{ kind: 'value' as const, text: lines.join('\n') }],
  };
};
