import type { Execution } from '../api/client.js';
import { useWords } from '../i18n/index.js';

export type Receipt = NonNullable<Execution['receipt']>;

/** Lists the queries, and the decision of each round with its reason. */
export const Decisions = ({ receipt: { queries, decisions } }: { receipt: Receipt }) => {
  const { t, format } = useWords();
  const names: Readonly<Record<string, string>> = t.decisionOf;
  return (
    <div class="side-by-side">
      <section class="card" aria-label={t.queries}>
        <header>
          <h2>{t.queries}</h2>
        </header>
        {queries === null ? (
          <p class="foot">{t.contentWithheld}</p>
        ) : (
          <ul class="lines">
            {queries.map((query) => (
              <li key={query} class="wrap">
                <bdi>{query}</bdi>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="card" aria-label={t.decisions}>
        <header>
          <h2>{t.decisions}</h2>
        </header>
        <ol class="lines">
          {decisions.map(({ iteration, decision, reasoning, tools, confidence, protocol }) => (
            <li key={iteration}>
              <div class="grow wrap">
                <b>{t.round(iteration)}</b>: {names[decision] ?? decision}
                {confidence !== null && ` ${format.percent(confidence)}`}
                {reasoning !== null && (
                  <p>
                    <bdi>{reasoning}</bdi>
                  </p>
                )}
                <small class="summary">
                  {[
                    ...(tools.length > 0 ? [t.decisionTools(tools.join(', '))] : []),
                    t.decisionBy(protocol),
                  ].join(' · ')}
                </small>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
};
