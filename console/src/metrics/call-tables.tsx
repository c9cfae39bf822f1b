import type { CallFigures } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { FigureTable } from './figure-table.js';

/** The calls by tool and by model. */
export const CallTables = ({ calls: { tools, models } }: { calls: CallFigures }) => {
  const { t, format } = useWords();
  return (
    <>
      {tools.length > 0 && (
        <FigureTable
          title={t.callsByTool}
          hint={t.callsHint}
          columns={[t.tool, t.runs, t.failedCalls, t.cachedCalls, 'p50', 'p95', 'p99']}
          rows={tools.map((tool) => [
            tool.name,
            ...[tool.count, tool.failed, tool.cached].map(format.number),
            ...[tool.p50Ms, tool.p95Ms, tool.p99Ms].map(format.ms),
          ])}
        />
      )}
      {models.length > 0 && (
        <FigureTable
          title={t.callsByModel}
          hint={t.callsHint}
          columns={[t.model, t.runs, t.failedCalls, 'p50', 'p95', 'p99', t.tokens, t.cost]}
          rows={models.map((model) => [
            model.model,
            ...[model.count, model.failed].map(format.number),
            ...[model.p50Ms, model.p95Ms, model.p99Ms].map(format.ms),
            format.number(model.promptTokens + model.completionTokens),
            model.costUsd === null ? '–' : format.usd(model.costUsd),
          ])}
        />
      )}
    </>
  );
};
