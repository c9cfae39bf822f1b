import { z } from 'zod';
import type { DocumentId } from '../../shared/ids.js';
import { CollectionId, UserId } from '../../shared/ids.js';
import { groupField } from '../../tenancy/schema.js';
import { DocumentStatus, Visibility } from '../schema.js';

const MAX_EDITORS = 50;

export const Editors = z.strictObject({
  users: z.array(UserId).max(MAX_EDITORS),
  groups: z.array(groupField).max(MAX_EDITORS).describe('By name.'),
});
export type Editors = z.infer<typeof Editors>;

export const CollectionRecord = z.object({
  id: CollectionId,
  ownerId: UserId,
  name: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  editorUsers: z.array(UserId),
  /** The names of the editor groups that still exist. */
  editorGroups: z.array(z.string()),
  editorGroupKeys: z.array(z.string()),
  /** Counts only documents that the reader may see. */
  documentCount: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type CollectionRecord = z.infer<typeof CollectionRecord>;

/** Who may do what with a collection. The list of its documents is left out, because it may be long. */
export const CollectionRights = CollectionRecord.pick({
  id: true,
  ownerId: true,
  editorUsers: true,
  editorGroupKeys: true,
});
export type CollectionRights = z.infer<typeof CollectionRights>;

export const StateCount = z.object({
  id: CollectionId,
  status: DocumentStatus,
  documents: z.int(),
  bytes: z.number(),
});
export type StateCount = z.infer<typeof StateCount>;

export type NewCollection = {
  id: CollectionId;
  ownerId: UserId;
  name: string;
  description: string | null;
  visibility: Visibility;
  editors: Editors;
};

export type CollectionChanges = {
  name?: string | undefined;
  description?: string | null | undefined;
  visibility?: Visibility | undefined;
  editors?: Editors | undefined;
};

export type Membership = { id: CollectionId; documentId: DocumentId };
