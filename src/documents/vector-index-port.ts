import type { SubjectKind } from '../tasks/ingestion-task.js';
import type { VersionId } from './documents-port.js';

/** A subject whose index task is done, its second verification included; `chunkCount` is null for a memory. */
export type SettledSubject = { subjectId: string; version: number; chunkCount: number | null };

/** What the vector store should hold of the tenant; under a system scope only. */
export type VectorIndexRepository = {
  /** Of these versions, those that have no row: no worker writes them, and their numbers are never given again. */
  unknownVersions(versions: readonly VersionId[]): Promise<VersionId[]>;
  /** What has been indexed under the fingerprint and has no work ahead, by the order of its ids. */
  settled(options: {
    subjectKind: SubjectKind;
    fingerprint: string;
    after: string | null;
    limit: number;
  }): Promise<SettledSubject[]>;
  /** Has the index of these verified, and repaired, once more; those that are being worked on are left alone. */
  verifyAgain(subjectKind: SubjectKind, subjectIds: readonly string[]): Promise<void>;
};
