import { watch as watchFiles } from 'chokidar';
import { isKnowledgeRouterError } from '@knowledge-router/client';
import type { Output } from '../output.js';

type Watching = {
  folder: string;
  output: Output;
  signal: AbortSignal;
  sync: () => Promise<unknown>;
};

const DEBOUNCE_MS = 1_000;
/** Watchers lose events on network drives. */
const FULL_WALK_MS = 10 * 60_000;

/** Syncs at once, then when something changes, and every ten minutes; until it is interrupted. */
export const watchFolder = async ({ folder, output, signal, sync }: Watching): Promise<void> => {
  const changes = createAlarm();
  const watcher = watchFiles(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => /[\\/]\.[^\\/]*$/.test(path.slice(folder.length)),
    awaitWriteFinish: { stabilityThreshold: DEBOUNCE_MS, pollInterval: 200 },
  });
  watcher.on('all', () => changes.ring(DEBOUNCE_MS));
  watcher.on('error', (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    output.note(`Changes are only found every ten minutes: ${reason}`);
  });
  const stop = () => changes.ring(0);
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted) {
      await trySync(sync, output, signal);
      await changes.wait(FULL_WALK_MS);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    changes.silence();
    await watcher.close();
  }
};

/** A server that is away is back some time; a key that is refused stays so. */
const trySync = async (
  sync: () => Promise<unknown>,
  output: Output,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await sync();
  } catch (error) {
    if (signal.aborted) return;
    if (!isKnowledgeRouterError(error) || error.status === 401) throw error;
    output.note(`${error.message} It is tried again after the next change, or in ten minutes.`);
  }
};

/** One who waits, woken when it has been quiet for a moment after the last ring. */
const createAlarm = () => {
  let timer: NodeJS.Timeout | undefined;
  let wake: (() => void) | undefined;
  let hasRung = false;
  const sound = () => {
    if (wake === undefined) hasRung = true;
    else wake();
  };
  return {
    ring: (quietMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(sound, quietMs);
    },
    wait: async (longestMs: number): Promise<void> => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const latest = setTimeout(resolve, longestMs);
          wake = () => {
            clearTimeout(latest);
            resolve();
          };
        });
      }
      hasRung = false;
      wake = undefined;
    },
    silence: (): void => clearTimeout(timer),
  };
};
