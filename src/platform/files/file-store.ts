import type { Readable } from 'node:stream';
import type { Scope } from '../../shared/scope.js';
import type { OutgoingProxy } from '../web/outgoing-proxy.js';

/** `key` names the file inside its tenant and never stems from a client's file name. */
export type StoredFile = { key: string; sha256: string; sizeBytes: number };

/** Rejects with `storage_unavailable` while the store is away. */
export type ScopedFiles = {
  /** Streams into the store, hashed and durable; over `maxBytes` rejects with `payload_too_large`, a full store with `insufficient_storage`; leaves nothing behind on failure. */
  write(source: Readable, options: { maxBytes: number }): Promise<StoredFile>;
  /** Its bytes; rejects with `file_missing`. */
  read(key: string): Promise<Readable>;
  /** Lends a local path, for the parser, that is good for reading until `use` has ended; rejects with `file_missing`. */
  withLocalCopy<Result>(
    key: string,
    use: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Puts a file in the place of another with the same bytes, also where that one is missing or damaged. */
  replace(key: string, by: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Keys older than the given age by the store's own clock, for the collector of orphans; uploads of that age that never ended are removed. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
};

export type FileStore = {
  for(scope: Scope): ScopedFiles;
  /** Rejects where a file could not be written now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The options with which every store is opened, beside its own settings. */
export type OpenFileStore = {
  dataDir: string;
  /** The proxy for a store on another machine; null: none. */
  proxy: OutgoingProxy | null;
};
