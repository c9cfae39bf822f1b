type Closing = { close(): Promise<void> };

type Life<Opened extends Closing> = {
  open: () => Promise<Opened>;
  /** Begins the work of what was opened; when that fails, it is closed all the same. */
  begin: (opened: Opened) => Promise<unknown>;
};

/** The life of a process: open, begin, wait for SIGTERM or SIGINT, close. A foreseen start-up problem is one sentence on stderr. */
export const runUntilSignal = async <Opened extends Closing>(life: Life<Opened>): Promise<void> => {
  const signalled = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => {
      resolve();
    });
    process.once('SIGINT', () => {
      resolve();
    });
  });
  try {
    await live(life, signalled);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
};

const live = async <Opened extends Closing>(
  { open, begin }: Life<Opened>,
  signalled: Promise<void>,
): Promise<void> => {
  const opened = await open();
  try {
    await begin(opened);
  } catch (error) {
    await opened.close().catch((closing: unknown) => {
      process.stderr.write(`${describe(closing)}\n`);
    });
    throw error;
  }
  await signalled;
  await opened.close();
};

const FORESEEN = new Set(['ConfigurationError', 'AppError', 'ListenError']);

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The process failed.';
  return FORESEEN.has(error.name) ? error.message : (error.stack ?? error.message);
};
