import type { AnswerOutcome, Citation } from '../api/client.js';
import { useWords } from '../i18n/index.js';

type Outcome = Omit<AnswerOutcome, 'notice' | 'toolCalls'>;

/** Says in plain words how far an answer can be trusted, and what went less well. */
export const StatusLine = ({
  outcome,
  citations,
}: {
  outcome: Outcome | null;
  citations: readonly Citation[];
}) => {
  const lines = useStatus(outcome, citations);
  return (
    <ul class="status">
      {lines.map(({ level, text }) => (
        <li key={text}>
          <span class={`dot ${level}`} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
};

type Line = { level: 'good' | 'warn' | 'quiet'; text: string };

const useStatus = (outcome: Outcome | null, citations: readonly Citation[]): readonly Line[] => {
  const { t } = useWords();
  const reasons: Readonly<Record<string, string>> = {
    reindexing: t.degraded.reindexing,
    not_read_yet: t.degraded.not_read_yet,
    source_unanswered: t.degraded.source_unanswered,
    timeout: t.degraded.timeout,
    backend_switched: t.degraded.backend_switched,
    embedder_unavailable: t.degraded.embedder_unavailable,
    embedder_uncalibrated: t.degraded.embedder_uncalibrated,
    model_unavailable: t.degraded.model_unavailable,
    model_left_alone: t.degraded.model_unavailable,
  };
  const lines: Line[] = [];
  const add = (level: Line['level'], text: string) => lines.push({ level, text });
  if (outcome?.responseType === 'closest') add('warn', t.statusClosest);
  if (outcome?.responseType === 'not_found') add('warn', t.statusNotFound);
  if (outcome?.responseType === 'unavailable') add('warn', t.statusUnavailable);
  if (outcome?.responseType === 'clarification') add('quiet', t.statusClarification);
  const kinds = new Set(citations.map(({ verification }) => verification));
  if (kinds.has('contradicted')) add('warn', t.verification.contradicted);
  if (kinds.has('unsupported')) add('warn', t.statusUnsupported);
  if (kinds.has('stale')) add('warn', t.statusStale);
  const isAnswer = outcome === null || outcome.responseType === 'answer';
  const isExact = citations.length > 0 && [...kinds].every((kind) => kind === 'exact');
  // A verified quotation does not make an answer good if it does not answer the question.
  if (isExact) add(isAnswer ? 'good' : 'quiet', t.allExact);
  if (outcome?.status === 'partial') add('warn', t.statusPartial);
  if (outcome?.generatedBy === 'extractive' && outcome.responseType === 'answer')
    add('quiet', t.statusQuoted);
  for (const { from, to } of outcome?.corrections ?? []) add('quiet', t.corrected(from, to));
  for (const { reason, effect } of outcome?.degraded ?? []) {
    add('warn', reasons[reason] ?? t.degraded.other(effect));
  }
  return lines;
};
