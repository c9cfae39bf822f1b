import type { Readable } from 'node:stream';
import type { Scope } from '../../shared/scope.js';

/** `key` names the file inside its tenant and never stems from a client's file name. */
export type StoredFile = { key: string; sha256: string; sizeBytes: number };

export type ScopedFiles = {
  /** Streams to disk, hashed and fsynced; over `maxBytes` rejects with `payload_too_large`, a full disk with `insufficient_storage`; leaves nothing behind on failure. */
  write(source: Readable, options: { maxBytes: number }): Promise<StoredFile>;
  /** A local path for the parser; rejects with `file_missing`. */
  pathOf(key: string): Promise<string>;
  /** Its bytes; rejects with `file_missing`. */
  read(key: string): Promise<Readable>;
  /** Puts a file in the place of another with the same bytes, also where that one is missing or damaged. */
  replace(key: string, by: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Keys older than the given age, for the collector of orphans. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
};

export type FileStore = {
  for(scope: Scope): ScopedFiles;
  check(): Promise<void>;
};
