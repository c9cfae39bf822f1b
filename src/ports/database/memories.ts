import type { MemoryId, MessageId, SessionId, UserId } from '../../domain/ids.js';
import type { MemoryRecord, MemoryType } from '../../domain/memory.js';
import type { Page, PageRequest } from '../../domain/page.js';
import type { Lease } from './documents.js';

type NewMemory = {
  id: MemoryId;
  userId: UserId;
  content: string;
  memoryType: MemoryType;
  language: string;
  sourceSessionId: SessionId | null;
  sourceMessageId: MessageId | null;
};

/** A user scope reaches only its own user's rows; a system scope (the indexing worker) the tenant's. */
export type MemoryRepository = {
  create(memory: NewMemory): Promise<MemoryRecord>;
  find(id: MemoryId): Promise<MemoryRecord | null>;
  list(page: PageRequest & { memoryType?: MemoryType | undefined }): Promise<Page<MemoryRecord>>;
  /** With a user: that one's, which under a system scope is not all. */
  count(userId?: UserId): Promise<number>;
  /** The summary of this session, were it edited since or not. */
  findSummary(sessionId: SessionId): Promise<MemoryRecord | null>;
  /** Newest first, at most `limit`: for near-duplicate checks and pending look-ups. */
  recent(options: {
    limit: number;
    pendingOnly: boolean;
    memoryType?: MemoryType | undefined;
  }): Promise<MemoryRecord[]>;
  readByIds(ids: readonly MemoryId[]): Promise<MemoryRecord[]>;
  /** Changed text is pending again. */
  update(id: MemoryId, changes: { content: string; language: string }): Promise<MemoryRecord>;
  delete(id: MemoryId): Promise<void>;
  deleteAllOfUser(userId: UserId): Promise<MemoryId[]>;
  findForIndexing(
    id: MemoryId,
  ): Promise<(MemoryRecord & { userId: UserId; language: string }) | null>;
  markEmbedded(id: MemoryId, lease: Lease): Promise<boolean>;
};
