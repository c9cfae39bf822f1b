import type { NodeMetricsReport } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { NODES } from './slow-turns.js';
import styles from './flow.module.css';

type Node = NodeMetricsReport['nodes'][number];

type Props = { nodes: readonly Node[]; chosen: string | null; addressOf: (node: Node) => string };

/** The nodes in the order of the workflow, with the time that all but the slowest twentieth of their runs stayed below; each leads to its slow turns. */
export const Flow = ({ nodes, chosen, addressOf }: Props) => {
  const { t } = useWords();
  const slowest = Math.max(...nodes.map(({ p95Ms }) => p95Ms));
  const shown = NODES.flatMap((name) => nodes.find(({ node }) => node === name) ?? []);
  return (
    <section class="card" aria-label={t.workflow}>
      <header>
        <h2>{t.workflow}</h2>
        <small>{t.workflowHint}</small>
      </header>
      <ol class={styles['flow']}>
        {shown.map((node) => (
          <li key={node.node}>
            <a
              href={addressOf(node)}
              {...(node.node === chosen && { 'aria-current': 'true' as const })}
            >
              <NodeBox node={node} slowest={slowest} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
};

const NodeBox = ({ node, slowest }: { node: Node; slowest: number }) => {
  const { t, format } = useWords();
  const { p95Ms, count, errors, timeouts, degraded } = node;
  const failed = errors + timeouts;
  return (
    <>
      <code>{node.node}</code>
      <span class={styles['time']}>
        <b>{format.ms(p95Ms)}</b> <small>p95</small>
        {p95Ms === slowest && <span class="badge warn">{t.slowestNode}</span>}
      </span>
      <progress max={slowest} value={p95Ms} aria-hidden="true" />
      <small>
        {t.runs}: {format.number(count)}
        {failed > 0 && ` · ${t.errors}: ${format.number(failed)}`}
        {degraded > 0 && ` · ${t.degradedRuns}: ${format.number(degraded)}`}
      </small>
    </>
  );
};
