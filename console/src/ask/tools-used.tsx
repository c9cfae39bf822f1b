import { useState } from 'preact/hooks';
import { api, bodyOf } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading } from '../ui/states.js';

type ToolCall = {
  id: string;
  name: string;
  arguments: Record<string, unknown> | null;
  ok: boolean;
  durationMs: number;
  cached: boolean;
};

type Props = {
  executionId: string;
  /** What is known about each tool call without its input and output. */
  made: readonly Pick<ToolCall, 'durationMs'>[];
  /** Null for a stored answer: loaded when the reader opens the list. */
  calls: readonly ToolCall[] | null;
};

/** The tools of an answer: each with what it was given, what came of it and how long it took. */
export const ToolsUsed = ({ executionId, made, calls }: Props) => {
  const { t, format } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (made.length === 0) return null;
  const ms = made.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (
    <details class="tools" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.toolsUsed(made.length, format.number(ms / 1000))}</summary>
      {isOpen &&
        (calls === null ? <StoredCalls executionId={executionId} /> : <Calls calls={calls} />)}
    </details>
  );
};

const StoredCalls = ({ executionId }: { executionId: string }) => {
  const execution = useResource(`execution/${executionId}`, async (signal) =>
    bodyOf(await api.GET('/v1/executions/{id}', { params: { path: { id: executionId } }, signal })),
  );
  if (execution.problem !== null)
    return <Failed problem={execution.problem} retry={execution.reload} />;
  return execution.value === null ? <Loading /> : <Calls calls={execution.value.toolCalls} />;
};

const Calls = ({ calls }: { calls: readonly ToolCall[] }) => {
  const { t, format } = useWords();
  return (
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.tool}</th>
            <th scope="col">{t.toolWith}</th>
            <th scope="col">{t.toolOutcome}</th>
            <th scope="col" class="n">
              {t.toolTime}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td>
                <code>{call.name}</code>
              </td>
              <td class="wrap">
                <bdi>{showArguments(call.arguments)}</bdi>
              </td>
              <td>
                {call.ok ? (
                  call.cached ? (
                    t.toolCached
                  ) : (
                    t.toolDone
                  )
                ) : (
                  <span class="why">{t.toolFailed}</span>
                )}
              </td>
              <td class="n">{format.number(Math.round(call.durationMs))} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const showArguments = (values: Record<string, unknown> | null): string =>
  Object.entries(values ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
