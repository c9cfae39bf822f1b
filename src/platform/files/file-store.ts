import type { Readable } from 'node:stream';
import type { Scope } from '../../shared/scope.js';
import type { OutgoingProxy } from '../web/outgoing-proxy.js';

/** `key` names the file within its tenant and is never derived from a client's file name. */
export type StoredFile = { key: string; sha256: string; sizeBytes: number };

/** Rejects with `storage_unavailable` while the store is unavailable. */
export type ScopedFiles = {
  /**
   * Streams into the store, hashed and durable. Rejects with `payload_too_large` over `maxBytes` and with `insufficient_storage` if the
   * store is full; leaves nothing behind on failure.
   */
  write(source: Readable, options: { maxBytes: number }): Promise<StoredFile>;
  /** Its bytes; rejects with `file_missing`. */
  read(key: string): Promise<Readable>;
  /** Lends parsers a local path that can be read until `use` has ended; rejects with `file_missing`. */
  withLocalCopy<Result>(
    key: string,
    use: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Replaces a file by another with the same bytes, even if the first is missing or damaged. */
  replace(key: string, by: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Keys older than this age by the store's own clock, for the collector of orphans. Removes unfinished uploads of that age. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
};

export type FileStore = {
  for(scope: Scope): ScopedFiles;
  /** Rejects if a file could not be written now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The options with which every store is opened, in addition to its own settings. */
export type OpenFileStore = {
  dataDir: string;
  /** The proxy for a store on another machine; null: none. */
  proxy: OutgoingProxy | null;
};
