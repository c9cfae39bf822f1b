import { z } from 'zod';
import { contentWords } from '../language/index.js';
import type { UserScope } from '../shared/scope.js';
import { UnansweredQuestion, type AskedInVain, type Range } from './call-figures.js';
import type { Database } from './database.js';

const AskedWord = z
  .object({
    word: z.string(),
    people: z.int().describe('How many people used it in a question without an answer.'),
  })
  .meta({ id: 'AskedWord' });

export const Unanswered = z
  .object({
    questions: z
      .array(UnansweredQuestion)
      .describe('Shared by their askers with feedback that is not resolved.'),
    words: z
      .array(AskedWord)
      .describe('Words of questions, shared or not, that at least five people used.'),
  })
  .meta({ id: 'Unanswered' });
export type Unanswered = z.infer<typeof Unanswered>;

/** A word used by fewer people than this could identify one of them. */
const FEWEST_PEOPLE = 5;
const MOST_WORDS = 30;
/** Only the beginning of a longer question is read. */
const MAX_CHARS = 1000;

/** Reads questions without an answer: in full only if their asker shared them, otherwise only words that many people used. */
export const createReadUnansweredQuestions =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async (scope: UserScope, range: Range): Promise<Unanswered> => {
    const { shared, asked } = await database.withScope(scope, (tx) =>
      tx.executions.unanswered(range),
    );
    return { questions: shared, words: toWordsOfMany(asked) };
  };

/** The content words that at least five people used, the most common first. */
export const toWordsOfMany = (asked: readonly AskedInVain[]): Unanswered['words'] => {
  const askers = new Map<string, Set<string>>();
  for (const { userId, question, language } of asked) {
    const text = question.slice(0, MAX_CHARS);
    for (const word of contentWords(text, language ?? 'und')) {
      const people = askers.get(word) ?? new Set();
      askers.set(word, people.add(userId));
    }
  }
  return [...askers]
    .map(([word, { size }]) => ({ word, people: size }))
    .filter(({ people }) => people >= FEWEST_PEOPLE)
    .sort((one, other) => other.people - one.people || one.word.localeCompare(other.word))
    .slice(0, MOST_WORDS);
};
