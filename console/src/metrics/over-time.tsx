import { useEffect, useRef, useState } from 'preact/hooks';
import type { NodeMetricsReport } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { FigureTable } from './figure-table.js';
import type { Line } from './line-chart.js';

/** The range is cut into so many parts, each of which is a point of the lines. */
export const PARTS = 24;

type Part = NonNullable<NodeMetricsReport['series']>[number];

const FIGURES = {
  count: (part: Part) => part.count,
  errors: (part: Part) => part.errors,
  timeouts: (part: Part) => part.timeouts,
  degraded: (part: Part) => part.degraded,
  p50Ms: (part: Part) => part.p50Ms,
  p95Ms: (part: Part) => part.p95Ms,
  p99Ms: (part: Part) => part.p99Ms,
  tokens: (part: Part) => part.promptTokens + part.completionTokens,
  costUsd: (part: Part) => part.costUsd ?? 0,
} as const;
type FigureName = keyof typeof FIGURES;

/** One figure of every node over time: as lines, and the same numbers as a table. */
export const OverTime = ({ report: { series = [], from, to } }: { report: NodeMetricsReport }) => {
  const { t, format } = useWords();
  const [figure, setFigure] = useState<FigureName>('p95Ms');
  const times = [...new Set(series.map(({ from }) => from))].sort();
  const nodes = [...new Set(series.map(({ node }) => node))];
  const valueAt = (node: string, time: string): number | null => {
    const part = series.find((one) => one.node === node && one.from === time);
    return part === undefined ? null : FIGURES[figure](part);
  };
  const lines = nodes.map((name) => ({ name, values: times.map((time) => valueAt(name, time)) }));
  const show = (value: number | null) => (value === null ? '–' : format.number(value));
  return (
    <FigureTable
      title={t.overTime}
      hint={`${t.overTimeHint} ${t.timesOf(format.zone)}`}
      columns={[t.begins, ...nodes]}
      rows={times.map((time, at) => [
        format.minute(time),
        ...lines.map(({ values }) => show(values[at] ?? null)),
      ])}
    >
      <div class="foot">
        <label class="actions">
          {t.figure}
          <select
            aria-label={t.figure}
            value={figure}
            onChange={({ currentTarget }) => {
              const names = Object.keys(FIGURES) as FigureName[];
              setFigure(names.find((name) => name === currentTarget.value) ?? 'p95Ms');
            }}
          >
            {Object.entries(t.figureOf).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <Chart
          times={toMiddles(times, { from, to })}
          lines={lines}
          range={{ from, to }}
          name={t.chartOf(t.figureOf[figure])}
        />
      </div>
    </FigureTable>
  );
};

/** The middle of each part: at its beginning, what has just run would stand as far back as a part is long. */
const toMiddles = (times: readonly string[], range: { from: string; to: string }): string[] => {
  const halfMs = (Date.parse(range.to) - Date.parse(range.from)) / PARTS / 2;
  return times.map((time) => new Date(Date.parse(time) + halfMs).toISOString());
};

type ChartProps = {
  times: readonly string[];
  lines: readonly Line[];
  range: { from: string; to: string };
  name: string;
};

/** The library that draws is loaded when somebody looks at this. */
const Chart = ({ times, lines, range, name }: ChartProps) => {
  const room = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([times, lines, range]);
  useEffect(() => {
    let remove: (() => void) | null = null;
    let isHere = true;
    const draw = async () => {
      const { drawLines } = await import('./line-chart.js');
      if (isHere && room.current !== null)
        remove = drawLines(room.current, { times, lines, range });
    };
    // Without the lines there are the tables.
    draw().catch(() => undefined);
    return () => {
      isHere = false;
      remove?.();
    };
  }, [key]);
  return <div ref={room} class="chart" role="img" aria-label={name} />;
};
