import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ScopedFiles } from '../platform/files/file-store.js';
import { isAppError } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import { unzipLines } from './archived-lines.js';
import { pathOfFile } from './dump.js';
import {
  MANIFEST,
  toManifestText,
  UploadedFile,
  type ArchivedRows,
  type ArchivedTenant,
  type Manifest,
} from './manifest.js';
import type { Spool, SpooledPart } from './spool.js';

export type SpooledRows = ArchivedRows & SpooledPart;

/** Everything in an archive except the files themselves. */
export type Spooled = {
  id: TenantId;
  startedAt: string;
  version: string;
  migrations: Manifest['migrations'];
  spool: Pick<Spool, 'read'>;
  tables: readonly SpooledRows[];
  files: ArchivedTenant['files'] & SpooledPart;
};

type Deps = { files: Pick<ScopedFiles, 'read'> };

export type Writing = { zip: ZipFile; gone: AbortSignal };

/** Rows, then files as they are read from the store, and the manifest last; an error ends the returned stream. */
export const streamZip = ({ files }: Deps, spooled: Spooled): Readable => {
  const zip = new ZipFile();
  const content = toReadable(zip.outputStream);
  const gone = new AbortController();
  content.once('close', () => gone.abort());
  zip.once('error', (error: Error) => content.destroy(error));
  const write = async (): Promise<void> => {
    const writing = { zip, gone: gone.signal };
    const { spool, tables } = spooled;
    for (const part of [...tables, spooled.files]) {
      await add(writing, part.path, spool.read(part));
    }
    const unreadable = await addFiles(writing, { files, spooled });
    const text = toManifestText(toManifest(spooled, unreadable));
    zip.addBuffer(Buffer.from(text), MANIFEST, STORED);
    zip.end();
  };
  write().catch((error: unknown) => {
    content.destroy(error instanceof Error ? error : new Error('The archive was cut off.'));
  });
  return content;
};

/** Resolves when it has been consumed completely. */
export const addToZip = async (
  { zip, gone }: Writing,
  path: string,
  ...[source, options]: [source: Readable, options: { compress: boolean; mode?: number }]
): Promise<void> => {
  gone.throwIfAborted();
  addAbortSignal(gone, source);
  zip.addReadStream(source, path, { mode: STORED.mode, ...options });
  await finished(source, { writable: false });
};

/** It is a PassThrough, although its type does not say so. */
export const toReadable = (stream: NodeJS.ReadableStream): Readable => {
  if (!(stream instanceof Readable))
    throw new Error('A ZIP archive is written to no stream of ours.');
  return stream;
};

/** Rows are already compressed, and so are most kinds of files. */
const STORED = { compress: false, mode: 0o100600 };

const add = (writing: Writing, path: string, source: Readable): Promise<void> =>
  addToZip(writing, path, source, STORED);

type Files = Deps & { spooled: Spooled };

const addFiles = async (
  writing: Writing,
  { files, spooled: { id, spool, files: list } }: Files,
): Promise<ArchivedTenant['unreadable']> => {
  const unreadable: ArchivedTenant['unreadable'] = [];
  for await (const lines of unzipLines(spool.read(list), (fault) => new Error(fault))) {
    for (const line of lines) {
      const file = UploadedFile.parse(JSON.parse(line));
      const reason = await addFile(writing, { files, file, path: pathOfFile(id, file) });
      if (reason !== null) unreadable.push({ key: file.key, reason });
    }
  }
  return unreadable;
};

const addFile = async (
  writing: Writing,
  { files, file, path }: Deps & { file: UploadedFile; path: string },
): Promise<'missing' | 'damaged' | null> => {
  writing.gone.throwIfAborted();
  const source = await files.read(file.key).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'file_missing') return null;
    throw error;
  });
  if (source === null) return 'missing';
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      hash.update(piece);
      yield piece;
    }
  };
  await add(writing, path, Readable.from(hashed(), { objectMode: false }));
  return hash.digest('hex') === file.sha256 ? null : 'damaged';
};

const toManifest = (
  { id, startedAt, version, migrations, tables, files }: Spooled,
  unreadable: ArchivedTenant['unreadable'],
) => ({
  kind: 'tenant' as const,
  madeBy: version,
  startedAt,
  migrations,
  tables: [],
  tenants: [{ id, tables: tables.map(withoutStart), files: withoutStart(files), unreadable }],
  secrets: [],
});

const withoutStart = <Part extends { start: number }>({ start: _start, ...part }: Part) => part;
