import type { ComponentChildren } from 'preact';
import type { Execution } from '../api/client.js';
import { useWords } from '../i18n/index.js';

/** The figures of an answer at a glance. */
export const Strip = ({ execution }: { execution: Execution }) => {
  const { t, format } = useWords();
  const { status, totalMs, promptTokens, completionTokens, costUsd, iterationCount } = execution;
  const { generatedBy, errorCode } = execution;
  const figures: readonly (readonly [string, ComponentChildren])[] = [
    [t.outcomeLabel, t.executionStatus[status]],
    [t.totalTime, totalMs === null ? '–' : format.ms(totalMs)],
    [t.rounds, format.number(iterationCount)],
    ...(generatedBy === null
      ? []
      : [[t.writtenBy, generatedBy === 'model' ? t.byModel : t.byQuoting] as const]),
    [t.tokens, t.tokensInOut(format.number(promptTokens), format.number(completionTokens))],
    [t.cost, costUsd === null ? t.costUnknown : format.usd(costUsd)],
  ];
  return (
    <section aria-label={t.strip}>
      <Figures figures={figures} />
      {errorCode !== null && (
        <p class="why">
          <code>{errorCode}</code>
        </p>
      )}
    </section>
  );
};

/** Figures side by side, each labelled with what it counts. */
export const Figures = ({
  figures,
}: {
  figures: readonly (readonly [string, ComponentChildren])[];
}) => (
  <dl class="figures">
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
