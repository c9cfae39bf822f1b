import { AppError } from '../shared/errors.js';
import { MemoryId, newId, type MessageId, type SessionId } from '../shared/ids.js';
import { detectLanguage } from '../language/index.js';
import type { MemoryRecord } from './memory.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { findNearDuplicate } from './near-duplicate.js';
import type { MemoryType } from '../platform/vectors/vector-store.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  limits: { maxMemories: number };
};

type NewFact = {
  content: string;
  memoryType: MemoryType;
  source: { sessionId: SessionId; messageId: MessageId } | null;
};

type Remembered = { memory: MemoryRecord; outcome: 'created' | 'updated' };

type Transaction = Pick<ScopedRepositories, 'memories' | 'tasks'>;

export type Remember = {
  (scope: UserScope, fact: NewFact): Promise<Remembered>;
  /** The same inside a transaction that is open already. */
  within(tx: Transaction, scope: UserScope, fact: NewFact): Promise<Remembered>;
};

export const MAX_MEMORIES_OF_USER = 1000;

/** Near-duplicates are looked for among this many of the user's newest memories. */
const MAX_COMPARED = 500;

/** Stores a fact as a pending row with its indexing task in one commit; what is already known in nearly these words is updated. */
export const createRemember = ({ database, metrics, limits }: Deps): Remember => {
  const within: Remember['within'] = async (tx, scope, { content, memoryType, source }) => {
    const language = detectLanguage(content, { fallback: 'en' });
    await tx.memories.lockAdditions();
    const known = await tx.memories.recent({ limit: MAX_COMPARED, pendingOnly: false, memoryType });
    const same = findNearDuplicate(content, language, known);
    if (same) {
      const memory = await tx.memories.update(same.id, { content, language, source });
      await scheduleIndexing(tx, memory.id);
      return { memory, outcome: 'updated' };
    }
    if ((await tx.memories.count()) >= limits.maxMemories) {
      const limit = `You have reached the limit of ${limits.maxMemories} memories; delete some first.`;
      throw new AppError('quota_exceeded', limit);
    }
    const memory = await tx.memories.create({
      id: newId(MemoryId),
      userId: scope.userId,
      content,
      memoryType,
      language,
      sourceSessionId: source?.sessionId ?? null,
      sourceMessageId: source?.messageId ?? null,
    });
    await scheduleIndexing(tx, memory.id);
    return { memory, outcome: 'created' };
  };

  const remember = async (scope: UserScope, fact: NewFact): Promise<Remembered> => {
    const remembered = await database.withScope(scope, (tx) => within(tx, scope, fact));
    metrics.memoryOperation({ operation: 'remember', outcome: remembered.outcome });
    return remembered;
  };
  return Object.assign(remember, { within });
};

const scheduleIndexing = (tx: Transaction, id: MemoryId): Promise<void> =>
  tx.tasks.schedule({ subjectKind: 'memory', subjectId: id, version: 1, action: 'index' });
