import type { Execution } from '../api/client.js';
import { useWords } from '../i18n/index.js';

type Node = Execution['nodes'][number];
type Call = Execution['toolCalls'][number];
type Step = { node: Node; calls: readonly Call[] };

/** The nodes of a turn as bars on one line of time, and below each round of tools what they were given and what came of it. */
export const Waterfall = ({ execution }: { execution: Execution }) => {
  const { t, format } = useWords();
  const { nodes, startedAt } = execution;
  if (nodes.length === 0) return null;
  const begin = Date.parse(startedAt);
  const ends = nodes.map((node) => Date.parse(node.startedAt) - begin + node.durationMs);
  const wholeMs = Math.max(1, execution.totalMs ?? 0, ...ends);
  return (
    <section class="card" aria-label={t.waterfall}>
      <header>
        <h2>{t.waterfall}</h2>
        <small>{format.ms(wholeMs)}</small>
      </header>
      <div class="scroll" tabIndex={0}>
        <table class="fall">
          <thead>
            <tr>
              <th scope="col">{t.step}</th>
              <th scope="col">{t.when}</th>
              <th scope="col" class="n">
                {t.time}
              </th>
              <th scope="col">{t.state}</th>
            </tr>
          </thead>
          <tbody>
            {toSteps(execution).map((step) => (
              <StepRows
                key={step.node.startedAt + step.node.nodeName}
                step={step}
                offsetMs={Date.parse(step.node.startedAt) - begin}
                wholeMs={wholeMs}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p class="foot">{t.waterfallHint}</p>
    </section>
  );
};

type RowsProps = { step: Step; offsetMs: number; wholeMs: number };

const StepRows = ({ step: { node, calls }, offsetMs, wholeMs }: RowsProps) => {
  const { t, format } = useWords();
  const { nodeName, iteration, durationMs, status, strategy, model, errorCode } = node;
  const isMost = durationMs >= wholeMs / 2;
  return (
    <>
      <tr class={isMost ? 'most' : ''}>
        <th scope="row">
          <code>{nodeName}</code>
          {iteration > 1 && <small> {t.round(iteration)}</small>}
          {model !== null && (
            <small class="wrap">
              {' '}
              <bdi>{model}</bdi>
            </small>
          )}
        </th>
        <Bar offset={offsetMs / wholeMs} share={durationMs / wholeMs} kind={status} />
        <td class="n">{format.ms(durationMs)}</td>
        <td class={status === 'success' ? '' : 'why'}>
          {t.stepStatus[status]}
          {errorCode !== null && (
            <>
              {' '}
              <code>{errorCode}</code>
            </>
          )}
          {strategy !== null && <>; {t.strategy[strategy]}</>}
        </td>
      </tr>
      {calls.map((call) => (
        <tr key={call.id} class="tool">
          <th scope="row">
            <code>{call.name}</code>{' '}
            <small class="wrap">
              <bdi>{describeArguments(call.arguments) ?? t.contentWithheld}</bdi>
            </small>
          </th>
          <Bar offset={offsetMs / wholeMs} share={call.durationMs / wholeMs} kind="tool" />
          <td class="n">{format.ms(call.durationMs)}</td>
          <td class={call.ok ? 'wrap' : 'why wrap'}>
            {call.ok ? (call.cached ? t.toolCached : t.toolDone) : t.toolFailed}
            {call.error !== null && <>: {call.error.message}</>}
            {call.summary !== null && (
              <small class="summary" dir="auto">
                {call.summary}
              </small>
            )}
          </td>
        </tr>
      ))}
    </>
  );
};

/** The column beside it says the same in figures. */
const Bar = ({ offset, share, kind }: { offset: number; share: number; kind: string }) => {
  const start = Math.min(0.995, Math.max(0, offset));
  const style = {
    insetInlineStart: `${start * 100}%`,
    inlineSize: `${Math.max(0.5, Math.min(share, 1 - start) * 100)}%`,
  };
  return (
    <td>
      <div class="track" aria-hidden="true">
        <i class={kind} style={style} />
      </div>
    </td>
  );
};

/** Each round of tools with its own calls: as many as the decision before it asked for. */
const toSteps = ({ nodes, toolCalls, receipt }: Execution): readonly Step[] => {
  let left = toolCalls;
  const rounds = nodes.filter(({ nodeName }) => nodeName === 'tools').length;
  let round = 0;
  return nodes.map((node) => {
    if (node.nodeName !== 'tools') return { node, calls: [] };
    round += 1;
    const decided = receipt?.decisions.find(({ iteration }) => iteration === node.iteration);
    const count = round === rounds ? left.length : (decided?.tools.length ?? left.length);
    const calls = left.slice(0, count);
    left = left.slice(count);
    return { node, calls };
  });
};

const describeArguments = (values: Record<string, unknown> | null): string | null =>
  values &&
  Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
