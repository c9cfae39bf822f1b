import { z } from 'zod';
import type { DocumentRecord } from './document.js';
import { AppError, notFound } from '../shared/errors.js';
import { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { ScopedRepositories } from './database.js';
import { claimKey, hashRequest } from '../http/index.js';

type Saved = { document: DocumentRecord; duplicate: boolean };

type Replayed = Saved & { isReplayed: true };

type KeyedUpload = {
  key: string;
  /** The fields, and the file's digest where the client sent the file. */
  request: object;
  at: Date;
};

const Result = z.object({ documentId: DocumentId, duplicate: z.boolean() });

export type KeysInUse = <Result>(
  request: { scope: UserScope; key: string | null },
  work: () => Promise<Result>,
) => Promise<Result>;

/** What the request under this key was answered with; null leaves the key to whoever brings this request again. */
export const replay = async (
  tx: ScopedRepositories,
  { key, request, at }: KeyedUpload,
): Promise<Replayed | null> => {
  const claim = { route: 'documents', key, lockedUntil: at } as const;
  const requestHash = hashRequest(request);
  const claimed = await claimKey(tx, { ...claim, requestHash, result: null }, at);
  if (claimed.kind === 'done') return readResult(tx, claimed.result);
  await tx.idempotency.settle(claim, { state: 'failed' });
  return null;
};

const readResult = async (tx: ScopedRepositories, result: unknown): Promise<Replayed> => {
  const { documentId, duplicate } = Result.parse(result);
  const document = await tx.documents.find(documentId);
  if (document === null) throw notFound();
  return { document, duplicate, isReplayed: true };
};

/**
 * Saves an upload once under its key. The claim is part of the transaction that creates the document: the digest is known only
 * when the file is stored, and a process that ends before leaves nothing behind.
 */
export const saveOnce = async (
  tx: ScopedRepositories,
  { key, request, at }: KeyedUpload,
  save: () => Promise<Saved>,
): Promise<Saved & { isReplayed: boolean }> => {
  const claim = { route: 'documents', key, lockedUntil: at } as const;
  const requestHash = hashRequest(request);
  const claimed = await claimKey(tx, { ...claim, requestHash, result: null }, at);
  if (claimed.kind === 'done') return readResult(tx, claimed.result);
  const saved = await save();
  const result = { documentId: saved.document.id, duplicate: saved.duplicate };
  await tx.idempotency.settle(claim, { state: 'done', result });
  return { ...saved, isReplayed: false };
};

/** Refuses a key whose upload this process is still receiving, before the body is read a second time. */
export const createKeysInUse = (): KeysInUse => {
  const inUse = new Set<string>();
  return async ({ scope, key }, work) => {
    if (key === null) return work();
    const name = `${scope.tenantId}/${scope.userId}/${key}`;
    if (inUse.has(name)) {
      throw new AppError('idempotency_in_progress', 'The first request still runs.', {
        retryAfterSec: 1,
      });
    }
    inUse.add(name);
    try {
      return await work();
    } finally {
      inUse.delete(name);
    }
  };
};
