import { z } from 'zod';
import type { Changes } from '../shared/changes.js';
import { CollectionId, DocumentId, SourceId, SourceRunId, UserId } from '../shared/ids.js';

/** Who reads items whose path begins with this prefix: a visibility, with a group by its key, or the principals of a set of readers. */
export const VisibilityRule = z.object({
  path: z.string(),
  visibility: z.string().optional(),
  readers: z.array(z.string()).optional(),
});
export type VisibilityRule = z.infer<typeof VisibilityRule>;

/** The kind of a source to which outside programs send documents, by uploads with a place. It has no settings and no runs. */
export const PUSHED = 'pushed';

export const SourceSettings = z.record(z.string(), z.unknown());
export type SourceSettings = z.infer<typeof SourceSettings>;

/** Credentials in plain text, which are never stored or returned in this form. */
export const SourceCredentials = z.record(z.string(), z.string());
export type SourceCredentials = z.infer<typeof SourceCredentials>;

/**
 * Why a source does not run: `by_admin`; `owner_inactive`: its owner is not an active admin; `collection_gone`; `kind_gone`: this server no
 * longer supports the kind; `credentials_unreadable`: no key of this server can decrypt them, so they must be entered again;
 * `keeping_documents` and `deleting_documents`: it is being removed, and its documents stay or are deleted.
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
 * `waiting`: the run would remove more than a fifth of all items, and an admin has to confirm that; `stopped`: an admin paused the source
 * or started another run.
 */
export const RunState = z.enum(['running', 'waiting', 'done', 'failed', 'stopped']);
export type RunState = z.infer<typeof RunState>;

/** The outcomes of a run's items. */
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

/** Something in the source that cannot become an item, and the reason. */
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
  /** True if the run listed only changes: items that it did not name still exist. */
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
  /** The visibility; a group is given by its key, as in the rules. */
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

/**
 * `pending`: a run has to read it; `ready`: its document has this revision; `gone`: it no longer exists at the source, and nobody sees it.
 */
export const ItemState = z.enum(['pending', 'ready', 'failed', 'gone']);
export type ItemState = z.infer<typeof ItemState>;

export const ItemRecord = z.object({
  externalId: z.string(),
  path: z.string(),
  revision: z.string(),
  sizeBytes: z.coerce.number(),
  /** The visibility; a group or a set of readers is given by its key. */
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

/**
 * A reader whom the source names and who matches nobody here, with the number of items that name the reader directly or through a group of
 * the source.
 */
export const UnknownPrincipal = z.object({ principal: z.string(), items: z.int() });
export type UnknownPrincipal = z.infer<typeof UnknownPrincipal>;
