import { z } from 'zod';
import { AppError, isAppError } from '../../shared/errors.js';
import type { UserScope } from '../../shared/scope.js';
import { FileName, toFileUrl } from '../../workspace/file-name.js';
import type { Workspace, WorkspaceFile } from '../../workspace/index.js';
import type { ToolResult } from '../tool.js';

/** More than a model writes in one reply. */
const MAX_CONTENT_CHARS = 400_000;

export const fileName = FileName;

export const fileContent = z
  .string()
  .max(MAX_CONTENT_CHARS)
  .describe('The text, exactly as it is to stand in the file.');

/** The result of a call that wrote a file. */
export const toWritten = (
  { name, sizeBytes }: WorkspaceFile,
  { done, did }: { done: string; did: string },
): ToolResult => ({
  summary: `1 file ${done}, ${sizeBytes} bytes`,
  evidence: [{ kind: 'value', text: `${did} the file "${name}" (${sizeBytes} bytes).` }],
  files: [{ name, url: toFileUrl(name) }],
});

/** More names would be a list instead of a hint. */
const MAX_NAMES = 20;

/** A file's bytes, or `not_found` with the existing names. */
export const readBytes = async (
  workspace: Pick<Workspace, 'read' | 'list'>,
  scope: UserScope,
  name: string,
): Promise<Uint8Array> => {
  try {
    return await workspace.read(scope, name);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not_found') throw error;
    const names = (await workspace.list(scope)).map((file) => `"${file.name}"`);
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} others` : '';
    const known =
      names.length === 0
        ? 'The workspace is empty.'
        : `There are ${names.slice(0, MAX_NAMES).join(', ')}${more}.`;
    throw new AppError('not_found', `There is no file "${name}". ${known}`, { cause: error });
  }
};

/** The text of a file, without invisible characters; null if it is not text. */
export const toText = (bytes: Uint8Array): string | null => {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(UNSEEN, '');
  } catch {
    return null;
  }
};

// Joiners are needed to write some scripts; other format characters hide text or change its direction.
const UNSEEN = /(?![\n\t])\p{Cc}|(?![\u200C\u200D])\p{Cf}/gu;
