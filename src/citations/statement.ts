import { z } from 'zod';

/**
 * The verdict on one statement of an answer. `exact`: the passage says it verbatim. `supported`: the passage says it in other words.
 * `computed`: code calculated the figure again. `unchecked`: no rule is sure, and no judge was asked or could decide. `unsupported`:
 * nothing known in the turn says it. `contradicted`: the judge found words in the source that say the opposite.
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
  // These reasons are set by a rule.
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
  // Set by the judge, or because no judge was available.
  'judge_supported',
  'judge_contradicted',
  'judge_not_in_source',
  'judge_without_words',
  'judge_failed',
]);
export type VerdictReason = z.infer<typeof VerdictReason>;

/** A statement that was cut from an answer. */
export type StatementText = {
  text: string;
  /**
   * The words that are needed to understand a list item, a cell or a clause: its lead-in, its row and column, its subject. Empty if none
   * are needed.
   */
  lead: string;
  /** Indexes of the sources that the statement's markers name; empty without a marker. */
  cited: readonly number[];
};

/** The rules' finding. `open`: no rule is sure, so the judge is asked. */
export type RuleFinding = {
  verdict: 'exact' | 'supported' | 'computed' | 'unsupported' | 'open';
  reason: VerdictReason;
  /** The passages that support the statement, best first; if the statement is open, those that a judge has to read. */
  sourceIndexes: readonly number[];
  /** How the figure was calculated, such as "3 × 450 = 1350"; only for `computed`. */
  sum?: string;
  /** The figure in the source if the statement gives a different one; only for `figure_not_found`. */
  figureOfSource?: string;
};

/** The judge's finding about an open statement. */
export type JudgeFinding = {
  verdict: 'supported' | 'contradicted' | 'unsupported' | 'unchecked';
  reason: VerdictReason;
  /** The passage with the words that the finding is based on; null if no words were named. */
  sourceIndex: number | null;
  /** The offsets of the named words in the passage's content; null if no words were named. */
  words: { start: number; end: number } | null;
};

const CheckedBy = z.enum(['rule', 'judge']);

/** A statement as stored: its position and verdict. Its words are stored only in the answer. */
export const StoredStatement = z.object({
  /** The statement's number, counted from 1 in the order of the answer. */
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

/** The share of statements that sources support; null if the answer states nothing. */
export const groundingOf = (statements: readonly { verdict: Verdict }[]): number | null =>
  statements.length === 0
    ? null
    : statements.filter(({ verdict }) => isCarried(verdict)).length / statements.length;
