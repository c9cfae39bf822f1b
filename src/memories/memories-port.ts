import type { MemoryId, MessageId, SessionId, UserId } from '../shared/ids.js';
import type { MemoryRecord, MemoryType } from './memory.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Lease } from '../documents/documents-port.js';

type NewMemory = {
  id: MemoryId;
  userId: UserId;
  content: string;
  memoryType: MemoryType;
  language: string;
  sourceSessionId: SessionId | null;
  sourceMessageId: MessageId | null;
};

type MemoryChanges = {
  content: string;
  language: string;
  /** Where the new text stems from; null: from no message, and the session stays. */
  source: { sessionId: SessionId; messageId: MessageId } | null;
};

export type OwnedMemory = MemoryRecord & { userId: UserId };

/**
 * A user scope reaches only its own user's rows; a system scope (the indexing worker) the tenant's. What is older than the tenant's
 * policy allows is not there for anybody; what is superseded is listed and found by its id, and nowhere else.
 */
export type MemoryRepository = {
  /** Until the commit nobody else adds to this user's memories: what is compared and counted stays true. */
  lockAdditions(): Promise<void>;
  create(memory: NewMemory): Promise<MemoryRecord>;
  find(id: MemoryId): Promise<MemoryRecord | null>;
  list(page: PageRequest & { memoryType?: MemoryType | undefined }): Promise<Page<MemoryRecord>>;
  /** With a user: that one's, which under a system scope is not all. */
  count(userId?: UserId): Promise<number>;
  /** The summary of this session, were it edited since or not. */
  findSummary(sessionId: SessionId): Promise<MemoryRecord | null>;
  /** Active ones, newest first, at most `limit`: for near-duplicate checks and pending look-ups. */
  recent(options: {
    limit: number;
    pendingOnly: boolean;
    memoryType?: MemoryType | undefined;
  }): Promise<MemoryRecord[]>;
  /** Languages of the active ones. */
  languages(): Promise<string[]>;
  /** Active ones: what may be searched, shown to a model and cited. */
  readByIds(ids: readonly MemoryId[]): Promise<MemoryRecord[]>;
  /** Changed text is pending again, and in use again if it was superseded. */
  update(id: MemoryId, changes: MemoryChanges): Promise<MemoryRecord>;
  delete(id: MemoryId): Promise<void>;
  deleteAllOfUser(userId: UserId): Promise<MemoryId[]>;
  findForIndexing(id: MemoryId): Promise<(OwnedMemory & { language: string }) | null>;
  markEmbedded(id: MemoryId, lease: Lease): Promise<boolean>;
  /** System scope: deletes some of what the tenant's policy has outdated. */
  removeExpired(limit: number): Promise<MemoryId[]>;
  /** System scope: facts that were not yet held against the earlier ones, oldest first. */
  uncompared(limit: number): Promise<OwnedMemory[]>;
  /** System scope: the active facts that the owner of this one stated before it, newest first. */
  factsBefore(memory: OwnedMemory, limit: number): Promise<MemoryRecord[]>;
  /** System scope: sets `contradicted` aside in favour of the memory; null when that one has changed meanwhile. */
  settleComparison(
    memory: OwnedMemory,
    contradicted: readonly MemoryId[],
  ): Promise<MemoryId[] | null>;
};
