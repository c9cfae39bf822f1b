import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { FileStore, StoredFile } from '../platform/files/file-store.js';
import { forEachAtOnce } from '../shared/async.js';
import { AppError, isAppError, notFound, orNotFound } from '../shared/errors.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope, UserScope } from '../shared/scope.js';
import {
  requireRoom,
  type AuditRepository,
  type QuotaRepository,
  type TenantSettingsRepository,
} from '../tenancy/index.js';
import { FileName, toNameKey } from './file-name.js';
import {
  toFile,
  type WorkspaceFile,
  type WorkspaceLimits,
  type WorkspaceRecord,
} from './schema.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { WorkspaceRepository } from './repository.js';

/** Lets tools work with the asking user's files. Writing to an invalid name is `validation_failed`; an unknown name is `not_found`. */
export type Workspace = {
  /** All files, by name. */
  list(scope: UserScope): Promise<WorkspaceFile[]>;
  read(scope: UserScope, name: string): Promise<Uint8Array>;
  /**
   * `conflict` if the name is taken (`create`) or too similar to another; `not_found` if it does not exist (`replace`); `quota_exceeded`,
   * `payload_too_large`.
   */
  write(scope: UserScope, name: string, written: Written): Promise<WorkspaceFile>;
  /** Appends to a file, or creates it; concurrent additions are not lost. */
  append(scope: UserScope, name: string, added: Omit<Written, 'mode'>): Promise<WorkspaceFile>;
  remove(scope: UserScope, name: string): Promise<void>;
};

type Mode = 'create' | 'replace' | 'either';

type Written = {
  bytes: Uint8Array;
  mode: Mode;
  /** Nothing is written after it has aborted. */
  signal?: AbortSignal;
};

/** The files over the API, streamed. */
export type WorkspaceFiles = {
  page(scope: UserScope, page: PageRequest): Promise<Page<WorkspaceFile>>;
  open(scope: UserScope, name: string): Promise<{ file: WorkspaceFile; content: Readable }>;
  /** Creates or replaces. */
  put(scope: UserScope, name: string, content: Readable): Promise<Saved>;
};

type Deps = {
  database: Pick<Database, 'withScope' | 'mayDeleteFiles'>;
  files: FileStore;
  limits: WorkspaceLimits;
};

/**
 * Each user's own files, which nobody else sees. Bytes are durable before the row that names them, each write has a key of its own, and a
 * row's old file is deleted after the commit: a concurrent reader gets the old bytes or the new ones, complete.
 */
export const createWorkspace = (deps: Deps) => {
  const { database } = deps;
  const save = createSave(deps);
  const open = createOpen(deps);
  const releaseFiles = createReleaseFiles(deps);
  const workspace: Workspace = {
    list: async (scope) =>
      (await database.withScope(scope, (tx) => tx.workspace.all())).map(toFile),
    read: async (scope, name) => buffer((await open(scope, name)).content),
    write: async (scope, name, { bytes, ...how }) =>
      (await save(scope, { name, content: Readable.from([bytes]), ...how })).file,
    append: createAppend({ open, save }),
    remove: async (scope, name) => {
      const { fileKey } = await database.withScope(scope, async (tx) => {
        // Otherwise a write that has found the file would miss it when replacing it.
        await tx.workspace.lock();
        const removed = await tx.workspace.remove(toKnownName(name));
        await audit(tx, scope, { action: 'file.delete', id: removed.id });
        return removed;
      });
      await releaseFiles(scope, [fileKey]);
    },
  };
  const workspaceFiles: WorkspaceFiles = {
    page: async (scope, page) => {
      const { items, nextAfter } = await database.withScope(scope, (tx) => tx.workspace.list(page));
      return { items: items.map(toFile), nextAfter };
    },
    open: async (scope, name) => {
      const { record, content } = await open(scope, name);
      return { file: toFile(record), content };
    },
    put: (scope, name, content) => save(scope, { name, content, mode: 'either' }),
  };
  return { workspace, workspaceFiles, releaseFiles };
};

/** Throws `not_found` for an invalid name, which no file can have. */
const toKnownName = (name: string): string => {
  const parsed = FileName.safeParse(name);
  if (!parsed.success) throw notFound();
  return parsed.data;
};

const toNewName = (name: string): string => {
  const parsed = FileName.safeParse(name);
  if (parsed.success) return parsed.data;
  const [{ message } = { message: 'is none' }] = parsed.error.issues;
  throw new AppError('validation_failed', `The name ${message}.`, {
    errors: [{ path: 'name', message }],
  });
};

type Writing = Omit<Written, 'bytes'> & {
  name: string;
  content: Readable;
  /** The key of the file that the content is based on: `conflict` if that was replaced meanwhile. */
  madeFrom?: string;
};

type Saved = { file: WorkspaceFile; isNew: boolean };
type Save = (scope: UserScope, writing: Writing) => Promise<Saved>;

const createSave = ({ database, files, limits }: Deps): Save => {
  const releaseFiles = createReleaseFiles({ database, files });
  return async (scope, { name: given, content, signal, ...how }) => {
    const wanted = { ...how, name: toNewName(given), limits };
    // Refused early, before the bytes arrive; checked again under the lock.
    await database.withScope(scope, (tx) => findReplaced(tx, wanted));
    const store = files.for(scope);
    const stored = await store.write(content, { maxBytes: limits.bytesPerFile });
    try {
      const { record, replaced } = await database.withScope(scope, async (tx) => {
        await tx.workspace.lock();
        const replaced = await findReplaced(tx, wanted);
        await requireBytes(tx, {
          limits,
          addedBytes: stored.sizeBytes - (replaced?.sizeBytes ?? 0),
        });
        const record = await write(tx, scope, { name: wanted.name, stored, replaced });
        signal?.throwIfAborted();
        return { record, replaced };
      });
      if (replaced !== null) await releaseFiles(scope, [replaced.fileKey]);
      return { file: toFile(record), isNew: replaced === null };
    } catch (error) {
      // A foreseen refusal deletes the new file; after any other failure the commit may have happened.
      const isRefusal = isAppError(error) && error.code !== 'storage_unavailable';
      if (isRefusal || signal?.aborted === true)
        await store.delete(stored.key).catch(() => undefined);
      throw error;
    }
  };
};

type Wanted = Pick<Writing, 'name' | 'mode' | 'madeFrom'> & { limits: WorkspaceLimits };

/** The file to be replaced; null if the name is free. */
const findReplaced = async (
  tx: Pick<ScopedRepositories, 'workspace'>,
  { name, mode, madeFrom, limits }: Wanted,
): Promise<WorkspaceRecord | null> => {
  const found = await tx.workspace.findInTheWay(name);
  if (found !== null) {
    if (found.name !== name) throw tooMuchAlike(name, found.name);
    if (mode === 'create') throw new AppError('conflict', `There is a file "${name}" already.`);
    if (madeFrom !== undefined && found.fileKey !== madeFrom) throw changedMeanwhile();
    return found;
  }
  if (mode === 'replace') throw notFound();
  const { files } = await tx.workspace.used();
  if (files >= limits.files) throw usedUp(`${limits.files} files`);
  return null;
};

const changedMeanwhile = (): AppError =>
  new AppError('conflict', 'The file was changed meanwhile. Try again.', { retryAfterSec: 1 });

const tooMuchAlike = (name: string, existing: string): AppError => {
  const isSame = toNameKey(name) === toNameKey(existing);
  return new AppError(
    'conflict',
    isSame
      ? `There is a file "${existing}", whose name differs in case or form only: use that name or another.`
      : `There is a file "${existing}": a name cannot be a file and a folder.`,
  );
};

const requireBytes = async (
  tx: ScopedRepositories,
  { limits, addedBytes }: { limits: WorkspaceLimits; addedBytes: number },
): Promise<void> => {
  if (addedBytes <= 0) return;
  const { bytes } = await tx.workspace.used();
  if (bytes + addedBytes > limits.bytes) throw usedUp(`${limits.bytes} bytes`);
  const { quotas } = (await tx.settings.get()).policy;
  await requireRoom(tx, quotas, { documents: 0, bytes: addedBytes });
};

const usedUp = (limit: string): AppError =>
  new AppError('quota_exceeded', `The workspace is full: a user may have ${limit}.`);

type Stored = { name: string; stored: StoredFile; replaced: WorkspaceRecord | null };

const write = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { name, stored, replaced }: Stored,
): Promise<WorkspaceRecord> => {
  const record =
    replaced === null
      ? await tx.workspace.create(name, stored)
      : await tx.workspace.replace(replaced.id, stored);
  const action = replaced === null ? 'file.create' : 'file.replace';
  await audit(tx, scope, { action, id: record.id });
  return record;
};

/** By id, because admins read the log and a name is private to the user. */
const audit = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { id, action }: { id: string; action: `file.${'create' | 'replace' | 'delete'}` },
): Promise<void> => tx.audit.append({ actorId, action, subjectId: id });

type Opened = { record: WorkspaceRecord; content: Readable };
type Open = (scope: UserScope, name: string) => Promise<Opened>;

/** Reads the file again after a concurrent addition, so that nothing is lost. */
const createAppend =
  ({ open, save }: { open: Open; save: Save }): Workspace['append'] =>
  async (scope, name, { bytes, ...how }) => {
    const add = async (known: Opened | null): Promise<WorkspaceFile> => {
      const content = Readable.from(followedBy(known?.content ?? null, bytes));
      const onto =
        known === null
          ? { mode: 'create' as const }
          : { mode: 'replace' as const, madeFrom: known.record.fileKey };
      try {
        return (await save(scope, { name, content, ...onto, ...how })).file;
      } finally {
        known?.content.destroy();
      }
    };
    let before: string | null | undefined;
    for (let tries = 1; ; tries += 1) {
      const known = await open(scope, toNewName(name)).catch(nullWhereNotFound);
      const key = known?.record.fileKey ?? null;
      try {
        return await add(known);
      } catch (error) {
        const isOvertaken = isAppError(error) && ['conflict', 'not_found'].includes(error.code);
        // If nothing has changed since the last try, there is another reason.
        if (!isOvertaken || key === before || tries === MAX_TRIES) throw error;
        before = key;
      }
    }
  };

const nullWhereNotFound = (error: unknown): null => {
  if (isAppError(error) && error.code === 'not_found') return null;
  throw error;
};

async function* followedBy(
  content: Readable | null,
  bytes: Uint8Array,
): AsyncGenerator<Uint8Array> {
  if (content !== null) yield* content as AsyncIterable<Uint8Array>;
  yield bytes;
}

/** Each retry means that someone has replaced the file between reading its row and its bytes. */
const MAX_TRIES = 10;

const createOpen =
  ({ database, files }: Pick<Deps, 'database' | 'files'>) =>
  async (
    scope: UserScope,
    given: string,
  ): Promise<{ record: WorkspaceRecord; content: Readable }> => {
    const name = toKnownName(given);
    let missing: string | null = null;
    for (let tries = 1; ; tries += 1) {
      const record = orNotFound(await database.withScope(scope, (tx) => tx.workspace.find(name)));
      try {
        return { record, content: await files.for(scope).read(record.fileKey) };
      } catch (error) {
        const wasReplaced =
          isAppError(error) && error.code === 'file_missing' && record.fileKey !== missing;
        if (!wasReplaced || tries === MAX_TRIES) throw error;
        missing = record.fileKey;
      }
    }
  };

const FILES_AT_ONCE = 4;

type ReleaseFiles = (scope: Scope, keys: readonly string[]) => Promise<void>;

/** Deletes files whose rows are gone, after the commit; the collector of orphans removes what cannot be deleted now. Never rejects. */
const createReleaseFiles =
  ({ database, files }: Pick<Deps, 'database' | 'files'>): ReleaseFiles =>
  async (scope, keys) => {
    try {
      if (keys.length === 0 || !(await database.mayDeleteFiles())) return;
      const store = files.for(scope);
      await forEachAtOnce([...keys], FILES_AT_ONCE, (key) => store.delete(key));
    } catch {
      // Only rows count: these bytes can no longer be reached.
    }
  };

/** The repositories that this folder uses in a transaction. */
type ScopedRepositories = {
  audit: AuditRepository;
  quotas: QuotaRepository;
  settings: TenantSettingsRepository;
  workspace: WorkspaceRepository;
};

type Database = OpenDatabase<ScopedRepositories>;
