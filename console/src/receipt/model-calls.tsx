import type { Execution } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { toTokenText } from './token-text.js';

/** Every call of a model with its tokens and cost, and below them what each step changed in the state. */
export const ModelCalls = ({ execution }: { execution: Execution }) => (
  <>
    <Calls calls={execution.modelCalls} />
    <StateDiffs execution={execution} />
  </>
);

const Calls = ({ calls }: { calls: Execution['modelCalls'] }) => {
  const { t, format } = useWords();
  if (calls.length === 0) return null;
  return (
    <section class="card" aria-label={t.modelCalls}>
      <header>
        <h2>{t.modelCalls}</h2>
      </header>
      <div class="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.purpose}</th>
              <th scope="col">{t.model}</th>
              <th scope="col" class="n">
                {t.tokens}
              </th>
              <th scope="col" class="n">
                {t.cost}
              </th>
              <th scope="col" class="n">
                {t.time}
              </th>
              <th scope="col">{t.state}</th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call, index) => (
              <tr key={index}>
                <td>{t.purposeOf[call.purpose]}</td>
                <td class="wrap">
                  <bdi>{call.model}</bdi>
                </td>
                <td class="n">{toTokenText({ t, format }, call)}</td>
                <td class="n">
                  {call.costUsd === null ? t.costUnknown : format.usd(call.costUsd)}
                </td>
                <td class="n">{format.ms(call.durationMs)}</td>
                <td class={call.outcome === 'ok' ? '' : 'why'}>{t.modelOutcome[call.outcome]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

/** For those who look for a mistake; absent where the text of the turn may not be read. */
const StateDiffs = ({ execution: { stateDiffs, nodes } }: { execution: Execution }) => {
  const { t } = useWords();
  if (stateDiffs === null || stateDiffs.length === 0) return null;
  return (
    <details class="tools">
      <summary>{t.stateDiffs}</summary>
      {stateDiffs.map(({ position, changes }) => (
        <div key={position} class="foot">
          <h2>
            <code>{nodes[position]?.nodeName ?? position}</code>
          </h2>
          <pre class="wrap" tabIndex={0}>
            {JSON.stringify(changes, null, 1)}
          </pre>
        </div>
      ))}
    </details>
  );
};
