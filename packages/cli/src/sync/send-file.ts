import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isKnowledgeRouterError, type Client, type ErrorCode } from '@knowledge-router/client';
import type { Compared } from './compare.js';
import { CHANGING, hashSettled, type Hashed, type HashFile } from './hash.js';
import { toMessage } from './messages.js';
import { toStamp } from './walk.js';

type Deps = {
  client: Pick<Client, 'upload'>;
  root: string;
  source: string;
  hash: HashFile;
  signal: AbortSignal;
  collectionIds: readonly string[];
  visibility: string | undefined;
};

export type Sent =
  | ({ kind: 'sent' } & Hashed)
  /** The server does not take these bytes, now or later. */
  | ({ kind: 'refused'; code: ErrorCode; message: string } & Hashed)
  | { kind: 'problem'; message: string };

const TRIES = 3;

/** Uploads the bytes that the hash was made of, or those that the file has meanwhile, and never half of each. */
export const sendFile = async (deps: Deps, compared: Compared): Promise<Sent> => {
  let hashed: Hashed = compared;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const sent = await sendOnce(deps, compared, hashed);
    if (sent !== 'changed') return sent;
    const again = await hashSettled(deps, hashed.file);
    if ('problem' in again) return { kind: 'problem', message: again.problem };
    hashed = again;
  }
  return { kind: 'problem', message: CHANGING };
};

const sendOnce = async (
  deps: Deps,
  compared: Compared,
  hashed: Hashed,
): Promise<Sent | 'changed'> => {
  const { file } = hashed;
  const path = join(deps.root, file.location);
  try {
    // From now on it is read as it was when it was opened, or not at all.
    const blob = await openAsBlob(path);
    const { stamp } = toStamp(await stat(path, { bigint: true }));
    if (stamp !== file.stamp) return 'changed';
    await upload(deps, { compared, hashed, blob });
    return { kind: 'sent', ...hashed };
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!isKnowledgeRouterError(error)) {
      return { kind: 'problem', message: `cannot be read: ${toMessage(error)}` };
    }
    if (error.code === 'file_changed') return 'changed';
    if (error.code === 'conflict') return { kind: 'problem', message: error.message };
    if (!OF_ONE_FILE.has(error.code)) throw error;
    return { kind: 'refused', code: error.code, message: error.message, ...hashed };
  }
};

/** Refusals that say nothing of the next file. */
const OF_ONE_FILE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unsupported_format',
  'holds_other_files',
  'payload_too_large',
  'document_encrypted',
  'document_corrupt',
  'document_empty',
  'validation_failed',
]);

const upload = async (
  { client, source, collectionIds, visibility, signal }: Deps,
  { compared, hashed, blob }: { compared: Compared; hashed: Hashed; blob: Blob },
): Promise<void> => {
  const { path } = hashed.file;
  const fields = {
    name: basename(path),
    source,
    sourcePath: path,
    ...(collectionIds.length > 0 && { collectionIds }),
    ...(visibility !== undefined && { visibility }),
  };
  const idempotencyKey = toKey([hashed.sha256, compared.documentId, compared.version, fields]);
  try {
    await client.upload(blob, fields, { signal, idempotencyKey });
  } catch (error) {
    // The key stands for a document that was deleted since: this is another one, of which its place sees to it that there is one.
    if (!isKnowledgeRouterError(error, 'not_found') || compared.documentId !== null) throw error;
    await client.upload(blob, fields, { signal });
  }
};

/**
 * One for each content that follows on a version: stopped and begun anew it is the same, and a file that goes back to what it was
 * has another one.
 */
const toKey = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
