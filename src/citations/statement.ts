import { z } from 'zod';

/**
 * What is known of one statement of an answer. `exact`: the passage says it word for word. `supported`: the passage says it in other words.
 * `computed`: code worked the figure out again. `unchecked`: no rule is sure, and no judge was asked or could tell. `unsupported`: nothing
 * in the turn says it. `contradicted`: the judge showed words of the source that say otherwise.
 */
export const Verdict = z.enum([
  'exact',
  'supported',
  'computed',
  'unchecked',
  'unsupported',
  'contradicted',
]);
export type Verdict = z.infer<typeof Verdict>;

/** Why a statement has its verdict; clients translate these codes. */
export const VerdictReason = z.enum([
  // By a rule.
  'verbatim',
  'same_words',
  'recomputed',
  'figure_not_found',
  'other_words',
  'other_language',
  'negation',
  'condition',
  'scope',
  'period',
  'parties',
  'name_not_found',
  'no_source',
  'own_text',
  // Only passages with instructions for an AI assistant carry the statement.
  'instructions_alone',
  // By the judge, or for want of one.
  'judge_supported',
  'judge_contradicted',
  'judge_not_in_source',
  'judge_without_words',
  'judge_failed',
]);
export type VerdictReason = z.infer<typeof VerdictReason>;

/** A statement as it is cut from an answer. */
export type StatementText = {
  text: string;
  /** What a list item, a cell or a clause cut off needs to be understood: its lead-in, its row and column, its subject. Empty without. */
  lead: string;
  /** Indexes of the sources that its markers name; empty without a marker. */
  cited: readonly number[];
};

/** What rules find. `open`: no rule is sure, so the judge is asked. */
export type RuleFinding = {
  verdict: 'exact' | 'supported' | 'computed' | 'unsupported' | 'open';
  reason: VerdictReason;
  /** The passages that carry the statement, best first; where it is open, those that a judge has to read. */
  sourceIndexes: readonly number[];
  /** How the figure was worked out, such as "3 × 450 = 1350"; only of `computed`. */
  sum?: string;
  /** The figure that the source has where the statement has another one; only of `figure_not_found`. */
  figureOfSource?: string;
};

/** What the judge finds of an open statement. */
export type JudgeFinding = {
  verdict: 'supported' | 'contradicted' | 'unsupported' | 'unchecked';
  reason: VerdictReason;
  /** The passage with the words that it rests on; null without such words. */
  sourceIndex: number | null;
  /** Offsets of these words in the passage's content; null without. */
  words: { start: number; end: number } | null;
};

const CheckedBy = z.enum(['rule', 'judge']);

/** A statement as it is stored: its place and what is known of it. Its words stand in the answer alone. */
export const StoredStatement = z.object({
  /** From 1, in the order of the answer. */
  number: z.int(),
  charStart: z.int(),
  charEnd: z.int(),
  verdict: Verdict,
  checkedBy: CheckedBy.nullable(),
  reason: VerdictReason,
  citations: z.array(z.int()),
  sum: z.string().nullable(),
  figureOfSource: z.string().nullable(),
});
export type StoredStatement = z.infer<typeof StoredStatement>;

/** A statement as it is answered: `answer.slice(start, end)`, in UTF-16 units. */
export const Statement = z
  .object({
    id: z.string(),
    start: z.int(),
    end: z.int(),
    verdict: Verdict,
    checkedBy: CheckedBy.nullable().describe('Null where neither a rule nor a judge could tell.'),
    reason: VerdictReason,
    citations: z
      .array(z.int())
      .describe('Numbers of the citations that it names, or without a marker, that carry it.'),
    sum: z.string().optional().describe('How a figure was worked out again.'),
    figureOfSource: z
      .string()
      .optional()
      .describe('The figure of the source, where the statement has another one.'),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof Statement>;

export const toStatement = ({
  number,
  charStart,
  charEnd,
  sum,
  figureOfSource,
  ...known
}: StoredStatement): Statement => ({
  id: `s${number}`,
  start: charStart,
  end: charEnd,
  ...known,
  ...(sum !== null && { sum }),
  ...(figureOfSource !== null && { figureOfSource }),
});

/** Verdicts by which a source carries a statement. */
export const isCarried = (verdict: Verdict): boolean =>
  verdict === 'exact' || verdict === 'supported' || verdict === 'computed';

/** The share of statements that sources carry; null where nothing is stated. */
export const groundingOf = (statements: readonly { verdict: Verdict }[]): number | null =>
  statements.length === 0
    ? null
    : statements.filter(({ verdict }) => isCarried(verdict)).length / statements.length;
