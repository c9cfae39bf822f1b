import { api, bodyOf, type SourceRun } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Table } from '../ui/listing.js';
import { Loading, ProblemLine } from '../ui/states.js';
import { RunReason } from './source-state.js';

const NEWEST = 10;
const COUNTED = ['listed', 'added', 'changed', 'gone', 'failed'] as const;

/** The last runs of a source with what they did, and what the newest of them could not take up. */
export const SourceRuns = ({ id, stage }: { id: string; stage: string }) => {
  const { t } = useWords();
  const { value, problem } = useResource(
    `source-runs/${id}/${stage}`,
    async (signal) => {
      const params = { path: { id }, query: { limit: NEWEST } };
      return bodyOf(await api.GET('/v1/sources/{id}/runs', { params, signal })).items;
    },
    { keepsOld: true },
  );
  return (
    <section aria-label={t.sourceRuns}>
      <h2>{t.sourceRuns}</h2>
      <ProblemLine problem={problem} />
      {value === null && problem === null && <Loading />}
      {value?.length === 0 && <p class="muted">{t.noSourceRuns}</p>}
      {value !== null && value.length > 0 && (
        <Table columns={[t.runStarted, t.columnState, ...COUNTED.map((name) => t.countOf[name])]}>
          {value.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </Table>
      )}
      <Findings run={value?.[0]} />
    </section>
  );
};

const RunRow = ({ run }: { run: SourceRun }) => {
  const { t, format } = useWords();
  const { state, reason, startedAt, listed, counts } = run;
  return (
    <tr>
      <td>{format.minute(startedAt)}</td>
      <td class="wrap">
        <span class={`badge${BADGES[state] ?? ''}`}>
          {state === 'running' || state === 'waiting' ? t.sourceState[state] : t.runState[state]}
        </span>
        {reason !== null && <RunReason reason={reason} />}
      </td>
      {COUNTED.map((name) => (
        <td key={name} data-name={t.countOf[name]}>
          {format.number(name === 'listed' ? listed : counts[name])}
        </td>
      ))}
    </tr>
  );
};

const BADGES: Readonly<Record<string, string>> = {
  failed: ' bad',
  waiting: ' warn',
  running: ' warn',
  stopped: ' warn',
};

const Findings = ({ run }: { run: SourceRun | undefined }) => {
  const { t } = useWords();
  const words: Readonly<Record<string, string>> = t.findingOf;
  if (run === undefined || run.findings.length === 0) return null;
  return (
    <details>
      <summary>{`${t.findings}: ${run.findings.length}`}</summary>
      <ul class="notes">
        {run.findings.map(({ path, reason }) => (
          <li key={path + reason} class="wrap">
            <bdi>{path}</bdi>: {words[reason] ?? reason}
          </li>
        ))}
      </ul>
    </details>
  );
};
