import { analyze, detectLanguage } from '../language/index.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { MemoryType } from '../platform/vectors/vector-store.js';
import { AppError } from '../shared/errors.js';
import { MemoryId, newId } from '../shared/ids.js';
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

type Transaction = Pick<ScopedRepositories, 'memories' | 'tasks'>;

export type Remember = {
  (scope: UserScope, fact: NewFact): Promise<Remembered>;
  /** The same inside a transaction that is open already. */
  within(tx: Transaction, scope: UserScope, fact: NewFact): Promise<Remembered>;
};

export const MAX_MEMORIES_OF_USER = 1000;

/** Near-duplicates are looked for among this many of the user's newest memories. */
const MAX_COMPARED = 500;
/** From this share of common terms on, two memories say the same thing. */
const MIN_JACCARD = 0.8;

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Stores a fact as a pending row with its indexing task in one commit; what is already known in nearly these words is updated. */
export const createRemember = ({ database, metrics, limits }: Deps): Remember => {
  const within: Remember['within'] = async (tx, scope, { content, memoryType, source }) => {
    const language = detectLanguage(content, { fallback: 'en' });
    await tx.memories.lockAdditions();
    const known = await tx.memories.recent({ limit: MAX_COMPARED, pendingOnly: false, memoryType });
    const [closest] = rankBySimilarity(content, language, known);
    if (closest && closest.similarity >= MIN_JACCARD) {
      const { id } = closest.memory;
      const memory = await tx.memories.update(id, { content, language, source });
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

export const scheduleIndexing = (tx: Pick<Transaction, 'tasks'>, id: MemoryId): Promise<void> =>
  tx.tasks.schedule({ subjectKind: 'memory', subjectId: id, version: 1, action: 'index' });

/** By the share of terms they have in common with the text, most first; among equals the order stays. */
export const rankBySimilarity = (
  content: string,
  language: string,
  memories: readonly MemoryRecord[],
): { memory: MemoryRecord; similarity: number }[] => {
  const terms = toTerms(content, language);
  return memories
    .map((memory) => ({
      memory,
      // Where nothing is a word, as in an emoji, the very same text still says the same.
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

/** True where the quote stands in the message letter for letter, and neither end of it cuts a word: "like tea" is not in "dislike tea". */
export const holdsQuote = (message: string, quote: string): boolean => {
  if (!WORD.test(quote)) return false;
  let start = message.indexOf(quote);
  while (start !== -1) {
    if (isBorder(message, start) && isBorder(message, start + quote.length)) return true;
    start = message.indexOf(quote, start + 1);
  }
  return false;
};

const MARK = /^\p{M}|^\u200d/u;
/** Scripts that put nothing between words: there any two characters may be a border. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const isBorder = (message: string, index: number): boolean => {
  const [before = ' '] = /.$/su.exec(message.slice(0, index)) ?? [];
  const [after = ' '] = /^./su.exec(message.slice(index)) ?? [];
  // Between the halves of a surrogate pair what stands before is a lone surrogate.
  if (MARK.test(after) || /\p{Cs}/u.test(before)) return false;
  const isInWord = WORD.test(before) && WORD.test(after);
  return !isInWord || UNSPACED.test(before) || UNSPACED.test(after);
};
