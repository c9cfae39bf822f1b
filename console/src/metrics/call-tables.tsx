import type { CallFigures } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { toTokenText } from '../receipt/token-text.js';
import { FigureTable } from './figure-table.js';

/** The calls by tool, by model and by assistant. */
export const CallTables = ({ calls }: { calls: CallFigures }) => {
  const { t, format } = useWords();
  const { tools, models } = calls;
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
            toTokenText({ t, format }, model),
            model.costUsd === null ? '–' : format.usd(model.costUsd),
          ])}
        />
      )}
      <AssistantTable assistants={calls.assistants} />
    </>
  );
};

const AssistantTable = ({ assistants }: Pick<CallFigures, 'assistants'>) => {
  const { t, format } = useWords();
  if (assistants.length === 0) return null;
  return (
    <FigureTable
      title={t.callsByAssistant}
      hint={t.callsHint}
      columns={[t.assistant, t.model, t.questions, t.modelCalls, t.tokens, t.cost]}
      rows={assistants.map(({ assistantId, name, model, ...figures }) => [
        name ?? (assistantId === null ? '–' : t.assistantGone),
        model ?? t.noModel,
        ...[figures.questions, figures.calls].map(format.number),
        toTokenText({ t, format }, figures),
        figures.costUsd === null ? '–' : format.usd(figures.costUsd),
      ])}
    />
  );
};
