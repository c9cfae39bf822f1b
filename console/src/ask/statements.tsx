import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Statement } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import type { Stretch } from '../ui/markdown.js';

/** What a reader saw of a statement before it was corrected, by the statement's id. */
export type Corrected = ReadonlyMap<string, string>;

type Given = { statements: readonly Statement[]; corrected: Corrected; shift: number };

/** The statements of an answer as stretches of its text: quiet where a source carries them, else marked, with the reason one click away. */
export const toStretches = ({ statements, corrected, shift }: Given): readonly Stretch[] =>
  statements.map((statement) => ({
    start: statement.start - shift,
    end: statement.end - shift,
    show: (piece, { isFirst, isLast }) => (
      <>
        {isFirst && <Struck text={corrected.get(statement.id)} />}
        <span class={`said ${statement.verdict}`}>{piece}</span>
        {isLast && <Why statement={statement} />}
      </>
    ),
  }));

/** The verdict of the statement at an offset; undefined between statements. */
export const verdictAt = (
  { statements, shift }: Omit<Given, 'corrected'>,
  at: number,
): Statement['verdict'] | undefined =>
  statements.find(({ start, end }) => start <= at + shift && at + shift < end)?.verdict;

const Struck = ({ text }: { text: string | undefined }): ComponentChildren =>
  text === undefined ? null : (
    <>
      <del>{text}</del>{' '}
    </>
  );

/** The sign of a verdict that a reader may want explained; those that a source carries word for word or in other words speak for themselves. */
const SIGNS: Partial<Record<Statement['verdict'], string>> = {
  computed: '=',
  unchecked: '?',
  unsupported: '!',
  contradicted: '≠',
};

const Why = ({ statement }: { statement: Statement }) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const { verdict } = statement;
  const sign = SIGNS[verdict];
  if (sign === undefined) return null;
  const label = t.verification[verdict];
  return (
    <>
      <button
        class={`why-mark ${verdict}`}
        aria-expanded={isOpen}
        aria-label={`${t.whyMarked}: ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {sign}
      </button>
      {isOpen && (
        <span class="why-text" role="note">
          {[label, ...useReason(statement)].join('. ')}.
        </span>
      )}
    </>
  );
};

const useReason = ({ reason, sum, figureOfSource }: Statement): string[] => {
  const { t } = useWords();
  const { markReasons: reasons } = t;
  const own: Partial<Record<Statement['reason'], string>> = {
    figure_not_found: reasons.figure,
    name_not_found: reasons.name,
    no_source: reasons.noSource,
    other_language: reasons.language,
    negation: reasons.differs,
    condition: reasons.differs,
    scope: reasons.differs,
    period: reasons.differs,
    parties: reasons.differs,
    judge_not_in_source: reasons.judge,
    judge_contradicted: reasons.judge,
  };
  return [
    ...(own[reason] === undefined ? [] : [own[reason]]),
    ...(figureOfSource === undefined ? [] : [reasons.figureOfSource(figureOfSource)]),
    ...(sum === undefined ? [] : [sum]),
  ];
};
