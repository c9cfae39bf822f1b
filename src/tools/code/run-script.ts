import { z } from 'zod';
import type { MadeFile } from '../../conversations/index.js';
import type { Sandbox } from '../../platform/isolated/sandbox/sandbox.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { toFileUrl } from '../../workspace/file-name.js';
import type { Workspace, WorkspaceFile } from '../../workspace/index.js';
import type { ToolContext, ToolResult } from '../tool.js';

/** The time limit of a script. */
export const timeoutSec = z
  .number()
  .int()
  .min(1)
  .max(20)
  .default(10)
  .describe('After this long it is stopped.');

type Deps = { sandbox: Sandbox; workspace: Workspace };

type Script = { language: 'python' | 'shell'; script: string; timeoutSec: number };

const MAX_FILES = 500;
const MAX_BYTES = 20 * 1024 * 1024;

/** Runs a script on the user's workspace, and saves its changes there. */
export const runScript = async (
  { sandbox, workspace }: Deps,
  { language, script, timeoutSec: limitSec }: Script,
  { scope, signal, onTurn }: ToolContext,
): Promise<ToolResult> => {
  let leftOut = 0;
  const readFiles = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
    const chosen = choose(await workspace.list(scope));
    ({ leftOut } = chosen);
    const files = new Map<string, Uint8Array>();
    for (const { name } of chosen.shown) {
      signal.throwIfAborted();
      files.set(name, await workspace.read(scope, name));
    }
    return files;
  };
  const owner = { tenantId: scope.tenantId, userId: scope.userId, onTurn };
  const outcome = await sandbox.run(
    { owner, language, script, readFiles, timeoutMs: limitSec * 1000 },
    signal,
  );
  const kept = await keepChanges(workspace, outcome, { scope, signal });
  const notes = [
    ...(leftOut === 0
      ? []
      : [`${leftOut} files of the workspace were too many or too large to be shown to it.`]),
    ...outcome.notes,
    ...kept.notes,
  ];
  const { exitCode, stdout, stderr } = outcome;
  const text = describe({ ...kept, exitCode, stdout, stderr, notes });
  return {
    summary: `exit code ${exitCode}, ${kept.written.length} files written, ${kept.removed.length} removed`,
    evidence: [{ kind: 'value', text }],
    ...(kept.written.length > 0 && { files: kept.written }),
  };
};

/** The newest first, as many as fit. */
const choose = (all: readonly WorkspaceFile[]) => {
  const newest = [...all].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  const shown: WorkspaceFile[] = [];
  let bytes = 0;
  for (const file of newest) {
    if (shown.length === MAX_FILES || bytes + file.sizeBytes > MAX_BYTES) continue;
    shown.push(file);
    bytes += file.sizeBytes;
  }
  return { shown, leftOut: all.length - shown.length };
};

type Changes = { changed: ReadonlyMap<string, Uint8Array>; removed: readonly string[] };
type Kept = { written: MadeFile[]; removed: string[]; notes: string[] };

/** Reported with their reason; any other error ends the call. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'validation_failed',
  'quota_exceeded',
  'payload_too_large',
  'conflict',
  'not_found',
]);

const keepChanges = async (
  workspace: Workspace,
  { changed, removed }: Changes,
  { scope, signal }: Pick<ToolContext, 'scope' | 'signal'>,
): Promise<Kept> => {
  const kept: Kept = { written: [], removed: [], notes: [] };
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    // By then the caller has been answered, so nothing may change any more.
    if (signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
    try {
      await work();
    } catch (error) {
      if (!isAppError(error) || !NOT_KEPT.has(error.code)) throw error;
      kept.notes.push(
        `${JSON.stringify(toPlainText(name).slice(0, 100))} was not kept: ${error.message}`,
      );
    }
  };
  for (const name of removed) {
    await attempt(name, async () => {
      await workspace.remove(scope, name);
      kept.removed.push(name);
    });
  }
  for (const [name, bytes] of changed) {
    await attempt(name, async () => {
      const file = await workspace.write(scope, name, { bytes, mode: 'either', signal });
      kept.written.push({ name: file.name, url: toFileUrl(file.name) });
    });
  }
  return kept;
};

type Described = Kept & { exitCode: number; stdout: string; stderr: string };

const describe = ({ exitCode, stdout, stderr, written, removed, notes }: Described): string => {
  const names = written.map(({ name }) => name);
  return [
    `Exit code: ${exitCode}`,
    ...(stdout === '' ? ['It printed nothing.'] : [`Output:\n${toPlainText(stdout).trimEnd()}`]),
    ...(stderr === '' ? [] : [`Error output:\n${toPlainText(stderr).trimEnd()}`]),
    ...(names.length === 0 ? [] : [`Files written: ${names.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`Files removed: ${removed.join(', ')}`]),
    ...notes,
  ].join('\n');
};

// eslint-disable-next-line no-control-regex -- What a terminal would obey is what is looked for.
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Without terminal control sequences and invisible characters. */
const toPlainText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(TERMINAL, '').replace(UNSEEN, '');
