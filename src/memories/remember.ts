import { analyze, detectLanguage } from '../language/index.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { MemoryType } from '../platform/vectors/vector-store.js';
import { AppError } from '../shared/errors.js';
import { MemoryId, newId, type ExecutionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { MemoryChanges, MemoryRecord } from './schema.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  limits: { maxMemories: number };
};

type NewFact = {
  content: string;
  memoryType: MemoryType;
  source: MemoryChanges['source'];
};

type Remembered = { memory: MemoryRecord; outcome: 'created' | 'updated' };

/** A fact that a model chose from the user's words. */
type Proposal = {
  content: string;
  source: NonNullable<MemoryChanges['source']>;
  executionId: ExecutionId;
};

type Proposed = { memory: MemoryRecord; outcome: 'proposed' | 'known' };

type Transaction = Pick<ScopedRepositories, 'memories' | 'tasks'>;

export type Remember = {
  (scope: UserScope, fact: NewFact): Promise<Remembered>;
  /** The same inside an open transaction. */
  within(tx: Transaction, scope: UserScope, fact: NewFact): Promise<Remembered>;
  /** Stores a fact for its user to confirm. Until then it changes nothing else, and only the user can read it. */
  propose(tx: Transaction, scope: UserScope, proposal: Proposal): Promise<Proposed>;
};

export const MAX_MEMORIES_OF_USER = 1000;
/** A model that keeps proposing memories can add at most this many. */
const MAX_PROPOSED = 20;
/** A memory that its user does not confirm for this long is deleted. */
export const DAYS_TO_CONFIRM = 7;

/** Near-duplicates are searched among this many of the user's newest memories. */
const MAX_COMPARED = 500;
/** From this share of common terms on, two memories mean the same. */
const MIN_JACCARD = 0.8;

/**
 * Stores a fact as a pending row with its indexing task in one commit; an existing memory with nearly the same words is updated instead.
 */
export const createRemember = ({ database, metrics, limits }: Deps): Remember => {
  const within: Remember['within'] = async (tx, scope, { content, memoryType, source }) => {
    const language = detectLanguage(content, { fallback: 'en' });
    await tx.memories.lockAdditions();
    const [closest] = await findNearDuplicates(tx, { content, memoryType });
    if (closest) {
      const memory = await tx.memories.update(closest.id, { content, language, source });
      await scheduleIndexing(tx, memory.id);
      return { memory, outcome: 'updated' };
    }
    await requireRoom(tx, limits.maxMemories);
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

  const propose: Remember['propose'] = async (tx, scope, { content, source, executionId }) => {
    await tx.memories.lockAdditions();
    const known = await tx.memories.recent({ ...FACTS, limit: MAX_COMPARED });
    const same = known.find((memory) => memory.content === content);
    if (same) return { memory: same, outcome: 'known' };
    const terms = { executionId, days: DAYS_TO_CONFIRM };
    const proposed = await tx.memories.proposed();
    const again = proposed.find((memory) => memory.content === content);
    if (again) {
      const memory = await tx.memories.proposeAgain(again.id, terms);
      return { memory, outcome: 'proposed' };
    }
    if (proposed.length >= MAX_PROPOSED) {
      const limit = `${MAX_PROPOSED} memories wait for your confirmation already; confirm or delete some first.`;
      throw new AppError('quota_exceeded', limit);
    }
    await requireRoom(tx, limits.maxMemories);
    const memory = await tx.memories.create({
      id: newId(MemoryId),
      userId: scope.userId,
      content,
      memoryType: 'explicit_fact',
      language: detectLanguage(content, { fallback: 'en' }),
      sourceSessionId: source.sessionId,
      sourceMessageId: source.messageId,
      proposal: terms,
    });
    return { memory, outcome: 'proposed' };
  };

  const remember = async (scope: UserScope, fact: NewFact): Promise<Remembered> => {
    const remembered = await database.withScope(scope, (tx) => within(tx, scope, fact));
    metrics.memoryOperation({ operation: 'remember', outcome: remembered.outcome });
    return remembered;
  };
  return Object.assign(remember, { within, propose });
};

const FACTS = { unindexedOnly: false, memoryType: 'explicit_fact' } as const;

/** The user's active memories with nearly the same words, closest first. */
export const findNearDuplicates = async (
  tx: Pick<Transaction, 'memories'>,
  { content, memoryType }: Pick<NewFact, 'content' | 'memoryType'>,
): Promise<MemoryRecord[]> => {
  const language = detectLanguage(content, { fallback: 'en' });
  const limit = MAX_COMPARED;
  const known = await tx.memories.recent({ limit, unindexedOnly: false, memoryType });
  return rankBySimilarity(content, language, known)
    .filter(({ similarity }) => similarity >= MIN_JACCARD)
    .map(({ memory }) => memory);
};

const requireRoom = async (tx: Pick<Transaction, 'memories'>, max: number): Promise<void> => {
  if ((await tx.memories.count()) < max) return;
  const limit = `You have reached the limit of ${max} memories; delete some first.`;
  throw new AppError('quota_exceeded', limit);
};

export const scheduleIndexing = (tx: Pick<Transaction, 'tasks'>, id: MemoryId): Promise<void> =>
  tx.tasks.schedule({ subjectKind: 'memory', subjectId: id, version: 1, action: 'index' });

/** Sorted by the share of terms in common with the text; ties keep their order. */
export const rankBySimilarity = (
  content: string,
  language: string,
  memories: readonly MemoryRecord[],
): { memory: MemoryRecord; similarity: number }[] => {
  const terms = toTerms(content, language);
  return memories
    .map((memory) => ({
      memory,
      // A text without words, such as an emoji, still equals itself.
      similarity:
        memory.content === content ? 1 : jaccard(terms, toTerms(memory.content, language)),
    }))
    .sort((left, right) => right.similarity - left.similarity);
};

const toTerms = (text: string, language: string): ReadonlySet<string> =>
  new Set(analyze(text, { languages: [language] }));

const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  const common = [...left].filter((term) => right.has(term)).length;
  const union = left.size + right.size - common;
  return union === 0 ? 0 : common / union;
};
