import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { TabbedPage } from '../ui/tabbed-page.js';

type Props = { me: Me; action?: ComponentChildren; children: ComponentChildren };

/** The frame of nodes, audit and usage. */
export const FiguresPage = (props: Props) => {
  const { t } = useWords();
  const parts = [
    ['/metrics', t.metricsNodes],
    ['/metrics/audit', t.metricsAudit],
    ['/metrics/usage', t.metricsUsage],
  ] as const;
  return <TabbedPage title={t.navMetrics} parts={parts} {...props} />;
};

const HOUR_MS = 3_600_000;
const RANGES = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;
type RangeName = keyof typeof RANGES;

/** The range that the address names, up to now. */
export const useRange = () => {
  const { query, path, route } = useLocation();
  const named = Object.keys(RANGES).find((name) => name === query['range']);
  // One of the table's own keys, or none.
  const name = (named as RangeName | undefined) ?? 'day';
  const ofNow = () => {
    const to = new Date();
    const from = new Date(to.getTime() - RANGES[name] * HOUR_MS);
    return { from: from.toISOString(), to: to.toISOString() };
  };
  return { name, ofNow, show: (next: string) => route(`${path}?range=${next}`, true) };
};

export const RangeChoice = ({ range }: { range: ReturnType<typeof useRange> }) => {
  const { t } = useWords();
  return (
    <select
      aria-label={t.timeRange}
      value={range.name}
      onChange={({ currentTarget }) => range.show(currentTarget.value)}
    >
      {Object.entries(t.rangeOf).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
};
