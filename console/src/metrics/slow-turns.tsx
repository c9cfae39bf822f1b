import { api, bodyOf, type ExecutionSummary } from '../api/client.js';
import { usePages, type PageRequest } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Listing } from '../ui/listing.js';

/** Of a node, the turns in which one of its runs took at least so long; of none, all turns. */
export type SlowNode = { node: NodeName; minMs: number };

/** In the order of a turn; between deciding and its tools it may go back and forth. */
export const NODES = ['initialize', 'prepare_query', 'agent_decide', 'tools', 'finalize'] as const;
type NodeName = (typeof NODES)[number];

type Props = {
  range: { name: string; ofNow: () => { from: string; to: string } };
  slow: SlowNode | null;
};

/** The turns of the time that is looked at, newest first, each with the way to its receipt. */
export const Turns = ({ range, slow }: Props) => {
  const { t, format } = useWords();
  const title = slow === null ? t.turns : t.slowTurnsOf(slow.node);
  const pages = usePages(
    `turns/${range.name}/${JSON.stringify(slow)}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/executions', {
          ...page,
          params: { query: toQuery(params.query, range.ofNow(), slow) },
        }),
      ),
    { keepsOld: true },
  );
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {slow !== null && <small>{t.atLeast(format.ms(slow.minMs))}</small>}
      </header>
      <Listing pages={pages} empty={{ title: t.noRuns }}>
        {(turns) => (
          <div class="scroll" tabIndex={0}>
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">{t.auditWhen}</th>
                  <th scope="col" class="n">
                    {t.wholeTurn}
                  </th>
                  <th scope="col">{t.auditResult}</th>
                  <th scope="col" class="n">
                    {t.tokens}
                  </th>
                </tr>
              </thead>
              <tbody>
                {turns.map((turn) => (
                  <Row key={turn.id} turn={turn} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Listing>
    </section>
  );
};

type Query = PageRequest['params']['query'] & {
  from: string;
  to: string;
  node?: NodeName;
  nodeMinMs?: number;
};

const toQuery = (
  page: PageRequest['params']['query'],
  range: { from: string; to: string },
  slow: SlowNode | null,
): Query => {
  const query: Query = { ...page, ...range };
  if (slow === null) return query;
  return { ...query, node: slow.node, nodeMinMs: slow.minMs };
};

const Row = ({ turn }: { turn: ExecutionSummary }) => {
  const { t, format } = useWords();
  const { id, startedAt, totalMs, status, errorCode, degraded } = turn;
  const reasons = degraded.map(({ reason }) => reason).join(', ');
  return (
    <tr>
      <td>
        <a href={`/e/${id}`}>{format.minute(startedAt)}</a>
      </td>
      <td class="n" data-name={t.wholeTurn}>
        {totalMs === null ? '–' : format.ms(totalMs)}
      </td>
      <td class="wrap">
        <span class={status === 'error' ? 'why' : ''}>{t.executionStatus[status]}</span>
        {errorCode !== null && <small> {errorCode}</small>}
        {reasons !== '' && <small> {reasons}</small>}
      </td>
      <td class="n" data-name={t.tokens}>
        {format.number(turn.promptTokens + turn.completionTokens)}
      </td>
    </tr>
  );
};
