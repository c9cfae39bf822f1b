import { useEffect } from 'preact/hooks';
import type { Source } from '../api/client.js';
import { useWords } from '../i18n/index.js';

/** The state of a source in a word, with the reason of its last failure. */
export const SourceState = ({ source }: { source: Source }) => {
  const { t } = useWords();
  const state = stateOf(source);
  const { pausedReason, lastRun } = source;
  const level = { failing: ' bad', waiting: ' warn', paused: ' warn', running: ' warn' }[
    state as string
  ];
  const words =
    state === 'paused' ? t.sourcePaused[pausedReason ?? 'by_admin'] : t.sourceState[state];
  const reason = state === 'failing' || state === 'running' ? (lastRun?.reason ?? null) : null;
  return (
    <>
      <span class={`badge${level ?? ''}`}>{words}</span>
      {reason !== null && <RunReason reason={reason} />}
    </>
  );
};

type State = 'paused' | 'running' | 'waiting' | 'failing' | 'waiting_first' | 'working';

/** Documents are sent to it by programs: it has no settings and no runs. */
export const isPushed = ({ kind }: Pick<Source, 'kind'>): boolean => kind === 'pushed';

const stateOf = (source: Source): State => {
  const { pausedReason, lastRun, failures } = source;
  if (pausedReason !== null) return 'paused';
  if (isPushed(source)) return 'working';
  if (lastRun === null) return 'waiting_first';
  if (lastRun.state === 'running' || lastRun.state === 'waiting') return lastRun.state;
  return failures > 0 ? 'failing' : 'working';
};

export const RunReason = ({ reason }: { reason: string }) => {
  const { t } = useWords();
  const words: Readonly<Record<string, string>> = t.runReason;
  return <p class="why">{words[reason] ?? reason}</p>;
};

/** True while the source is busy or about to be, so that its state will change soon. */
const isBusy = (source: Source): boolean => {
  const { pausedReason, lastRun, nextRunAt } = source;
  if (pausedReason !== null) return pausedReason.endsWith('_documents');
  if (isPushed(source)) return false;
  const isDue = nextRunAt !== null && Date.parse(nextRunAt) <= Date.now();
  return isDue || lastRun === null || lastRun.state === 'running';
};

const LOOK_AGAIN_MS = 2000;

/** Reloads while a source is busy, and once more afterwards, because its next run is known only shortly after the last one ended. */
export const useWatch = (sources: readonly Source[], reload: () => void): void => {
  const isWatched = sources.some(isBusy);
  useEffect(() => {
    if (!isWatched) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, LOOK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      setTimeout(reload, LOOK_AGAIN_MS);
    };
  }, [isWatched, reload]);
};

/** Where a source reads, from whatever its kind calls that. */
export const placeOf = ({ settings }: Pick<Source, 'settings'>): string => {
  const texts = Object.values(settings).filter((value) => typeof value === 'string');
  return texts[0] ?? '';
};
