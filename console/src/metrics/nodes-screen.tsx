import { useLocation } from 'preact-iso';
import { api, bodyOf, type Me, type NodeMetricsReport } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { CallTables } from './call-tables.js';
import { FigureTable } from './figure-table.js';
import { FiguresPage, RangeChoice, useRange } from './figures-page.js';
import { Flow } from './flow.js';
import { OverTime, PARTS } from './over-time.js';
import { NODES, Turns, type SlowNode } from './slow-turns.js';

/** The nodes of all turns in figures, as lines over time and as tables; then the calls of tools and models. */
export const NodesScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const range = useRange();
  const { query } = useLocation();
  const slow = toSlowNode(query);
  const addressOf = ({ node, p95Ms }: NodeMetricsReport['nodes'][number]) =>
    `/metrics?range=${range.name}&node=${node}&min=${Math.floor(p95Ms)}`;
  const { value, problem, reload } = useResource(
    `nodes/${range.name}`,
    async (signal) => {
      const query = range.ofNow();
      const [nodes, calls] = await Promise.all([
        api.GET('/v1/metrics/nodes', { params: { query: { ...query, parts: PARTS } }, signal }),
        api.GET('/v1/metrics/calls', { params: { query }, signal }),
      ]);
      return { report: bodyOf(nodes), calls: bodyOf(calls) };
    },
    { keepsOld: true },
  );
  return (
    <FiguresPage me={me} action={<RangeChoice range={range} />}>
      {problem !== null && <Failed problem={problem} retry={reload} />}
      {value === null && problem === null && <Loading />}
      {value !== null && value.report.nodes.length === 0 && <Empty title={t.noRuns} />}
      {value !== null && value.report.nodes.length > 0 && (
        <>
          <Flow nodes={value.report.nodes} chosen={slow?.node ?? null} addressOf={addressOf} />
          <Turns range={range} slow={slow} />
          <Nodes report={value.report} />
          {partsOf(value.report) > 1 && <OverTime report={value.report} />}
          <CallTables calls={value.calls} />
        </>
      )}
    </FiguresPage>
  );
};

const toSlowNode = ({ node, min }: Record<string, string>): SlowNode | null => {
  const known = NODES.find((name) => name === node);
  return known === undefined ? null : { node: known, minMs: Number(min) || 0 };
};

/** One point is no line. */
const partsOf = ({ series = [] }: NodeMetricsReport): number =>
  new Set(series.map(({ from }) => from)).size;

const Nodes = ({ report: { nodes } }: { report: NodeMetricsReport }) => {
  const { t, format } = useWords();
  return (
    <FigureTable
      title={t.nodeRuns}
      columns={[
        t.node,
        t.runs,
        t.errors,
        t.timeouts,
        t.degradedRuns,
        'p50',
        'p95',
        'p99',
        t.tokens,
        t.cost,
      ]}
      rows={nodes.map((node) => [
        node.node,
        ...[node.count, node.errors, node.timeouts, node.degraded].map(format.number),
        ...[node.p50Ms, node.p95Ms, node.p99Ms].map(format.ms),
        format.number(node.promptTokens + node.completionTokens),
        node.costUsd === null ? '–' : format.usd(node.costUsd),
      ])}
    />
  );
};
