import { z } from 'zod';
import type { Changes } from '../shared/changes.js';
import { CollectionId, DocumentId, SourceId, SourceRunId, UserId } from '../shared/ids.js';

/** Who reads items whose path begins with this: a visibility, a group in it by its key, or the principals that readers are. */
export const VisibilityRule = z.object({
  path: z.string(),
  visibility: z.string().optional(),
  readers: z.array(z.string()).optional(),
});
export type VisibilityRule = z.infer<typeof VisibilityRule>;

/** The kind of a source whose documents are sent here, by uploads with a place. It has no settings and never runs. */
export const PUSHED = 'pushed';

export const SourceSettings = z.record(z.string(), z.unknown());
export type SourceSettings = z.infer<typeof SourceSettings>;

/** Credentials in plain text, which are never stored or returned in this form. */
export const SourceCredentials = z.record(z.string(), z.string());
export type SourceCredentials = z.infer<typeof SourceCredentials>;

/**
 * Why a source does not run: `by_admin`; `owner_inactive`: its owner is no active admin; `collection_gone`; `kind_gone`: this server no
 * longer has the kind; `credentials_unreadable`: no key of this server opens them, and they have to be given again; `keeping_documents` and `deleting_documents`: it is being removed, and its documents stay or go.
 */
export const PausedReason = z.enum([
  'by_admin',
  'owner_inactive',
  'collection_gone',
  'kind_gone',
  'credentials_unreadable',
  'keeping_documents',
  'deleting_documents',
]);
export type PausedReason = z.infer<typeof PausedReason>;

export const isBeingRemoved = (reason: PausedReason | null): boolean =>
  reason === 'keeping_documents' || reason === 'deleting_documents';

/**
 * `waiting`: it would remove more than a fifth of all items, and an admin has to confirm that; `stopped`: an admin paused the source, or
 * started another run.
 */
export const RunState = z.enum(['running', 'waiting', 'done', 'failed', 'stopped']);
export type RunState = z.infer<typeof RunState>;

/** What became of the items of a run. */
export const RunCounts = z.object({
  added: z.int().default(0),
  changed: z.int().default(0),
  unchanged: z.int().default(0),
  gone: z.int().default(0),
  restored: z.int().default(0),
  deleted: z.int().default(0),
  failed: z.int().default(0),
});
export type RunCounts = z.infer<typeof RunCounts>;

/** Something in the source that is no item, and why. */
export const Finding = z.object({ path: z.string(), reason: z.string() });
export type Finding = z.infer<typeof Finding>;

export const RunRecord = z.object({
  id: SourceRunId,
  state: RunState,
  reason: z.string().nullable(),
  isConfirmed: z.boolean(),
  listed: z.int(),
  counts: RunCounts,
  findings: z.array(Finding),
  /** It listed changes alone: what it did not name is still there. */
  isPartial: z.boolean(),
  startedAt: z.date(),
  listedAt: z.date().nullable(),
  endedAt: z.date().nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;

export const SourceRecord = z.object({
  id: SourceId,
  ownerId: UserId,
  name: z.string(),
  kind: z.string(),
  settings: SourceSettings,
  rechecksReaders: z.boolean(),
  /** A group by its key, as in the rules. */
  visibility: z.string(),
  rules: z.array(VisibilityRule),
  collectionId: CollectionId.nullable(),
  everyMinutes: z.int().nullable(),
  graceDays: z.int(),
  pausedReason: PausedReason.nullable(),
  failures: z.int(),
  lastCompleteAt: z.date().nullable(),
  nextRunAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type SourceRecord = z.infer<typeof SourceRecord>;

export type NewSource = Pick<
  SourceRecord,
  | 'id'
  | 'ownerId'
  | 'name'
  | 'kind'
  | 'settings'
  | 'rechecksReaders'
  | 'visibility'
  | 'rules'
  | 'collectionId'
  | 'everyMinutes'
  | 'graceDays'
> & { credentials: Uint8Array | null };

export type SourceChanges = Changes<
  Omit<NewSource, 'id' | 'ownerId' | 'name' | 'kind'> & Pick<SourceRecord, 'pausedReason'>
>;

/** `pending`: to be read by a run; `ready`: its document has this revision; `gone`: the source has it no more, and nobody sees it. */
export const ItemState = z.enum(['pending', 'ready', 'failed', 'gone']);
export type ItemState = z.infer<typeof ItemState>;

export const ItemRecord = z.object({
  externalId: z.string(),
  path: z.string(),
  revision: z.string(),
  sizeBytes: z.coerce.number(),
  /** A group, or a set of readers, by its key. */
  visibility: z.string(),
  state: ItemState,
  reason: z.string().nullable(),
  documentId: DocumentId.nullable(),
  readRevision: z.string().nullable(),
  readVisibility: z.string().nullable(),
  readAt: z.date().nullable(),
  goneAt: z.date().nullable(),
});
export type ItemRecord = z.infer<typeof ItemRecord>;

/** The number of items by state. */
export const ItemCounts = z.object({
  pending: z.int(),
  ready: z.int(),
  failed: z.int(),
  gone: z.int(),
});
export type ItemCounts = z.infer<typeof ItemCounts>;

/** A reader that the source names and that matches nobody here, with the number of items that name it, directly or through a group of the source. */
export const UnknownPrincipal = z.object({ principal: z.string(), items: z.int() });
export type UnknownPrincipal = z.infer<typeof UnknownPrincipal>;
