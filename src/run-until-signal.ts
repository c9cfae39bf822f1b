import { once } from 'node:events';

type Closing = { close(): Promise<void> };

type Life<Opened extends Closing> = {
  open: () => Promise<Opened>;
  /** Begins the work of what was opened, or gives up when the signal fires; when it fails, what was opened is closed all the same. */
  begin: (opened: Opened, signal: AbortSignal) => Promise<unknown>;
};

/** The life of a process: open, begin, wait for SIGTERM or SIGINT, close. A foreseen start-up problem is one sentence on stderr. */
export const runUntilSignal = async <Opened extends Closing>(life: Life<Opened>): Promise<void> => {
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  try {
    await live(life, stopping.signal);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
};

const live = async <Opened extends Closing>(
  { open, begin }: Life<Opened>,
  signal: AbortSignal,
): Promise<void> => {
  const opened = await open();
  try {
    await begin(opened, signal);
  } catch (error) {
    await opened.close().catch((closing: unknown) => {
      process.stderr.write(`${describe(closing)}\n`);
    });
    throw error;
  }
  if (!signal.aborted) await once(signal, 'abort');
  await opened.close();
};

const FORESEEN = new Set(['ConfigurationError', 'AppError', 'ListenError', 'DatabaseRefusal']);

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The process failed.';
  return FORESEEN.has(error.name) ? error.message : (error.stack ?? error.message);
};
