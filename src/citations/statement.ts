import { z } from 'zod';

/**
 * The verdict on one statement of an answer. `exact`: the passage says it verbatim. `supported`: the passage says it in other words.
 * `computed`: code recalculated the figure. `unchecked`: no rule is sure, and no judge was asked or could tell. `unsupported`: nothing in
 * the turn says it. `contradicted`: the judge found words in the source that say otherwise.
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
  // Set by a rule.
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
  // Only passages with instructions for an AI assistant support the statement.
  'instructions_alone',
  // Set by the judge, or because there was none.
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
  /**
   * What a list item, a cell or a clause needs to be understood: its lead-in, its row and column, its subject. Empty if nothing is needed.
   */
  lead: string;
  /** Indexes of the sources named by its markers; empty without a marker. */
  cited: readonly number[];
};

/** The rules' finding. `open`: no rule is sure, so the judge is asked. */
export type RuleFinding = {
  verdict: 'exact' | 'supported' | 'computed' | 'unsupported' | 'open';
  reason: VerdictReason;
  /** The passages that support the statement, best first; if it is open, those that a judge has to read. */
  sourceIndexes: readonly number[];
  /** How the figure was calculated, such as "3 × 450 = 1350"; only for `computed`. */
  sum?: string;
  /** The source's figure if the statement has a different one; only for `figure_not_found`. */
  figureOfSource?: string;
};

/** The judge's finding about an open statement. */
export type JudgeFinding = {
  verdict: 'supported' | 'contradicted' | 'unsupported' | 'unchecked';
  reason: VerdictReason;
  /** The passage with the words that it is based on; null without such words. */
  sourceIndex: number | null;
  /** Offsets of these words in the passage's content; null without them. */
  words: { start: number; end: number } | null;
};

const CheckedBy = z.enum(['rule', 'judge']);

/** A statement as stored: its position and verdict. Its words are only in the answer. */
export const StoredStatement = z.object({
  /** Counted from 1, in the order of the answer. */
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

/** A statement as returned: `answer.slice(start, end)`, in UTF-16 units. */
export const Statement = z
  .object({
    id: z.string(),
    start: z.int(),
    end: z.int(),
    verdict: Verdict,
    checkedBy: CheckedBy.nullable().describe('Null if neither a rule nor a judge could tell.'),
    reason: VerdictReason,
    citations: z
      .array(z.int())
      .describe(
        'Numbers of the citations in its markers; without markers, of those that support it.',
      ),
    sum: z.string().optional().describe('How a figure was recalculated.'),
    figureOfSource: z
      .string()
      .optional()
      .describe("The source's figure, if the statement has a different one."),
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

/** True for verdicts that mean a source supports the statement. */
export const isCarried = (verdict: Verdict): boolean =>
  verdict === 'exact' || verdict === 'supported' || verdict === 'computed';

/** The share of statements that sources support; null if nothing is stated. */
export const groundingOf = (statements: readonly { verdict: Verdict }[]): number | null =>
  statements.length === 0
    ? null
    : statements.filter(({ verdict }) => isCarried(verdict)).length / statements.length;
