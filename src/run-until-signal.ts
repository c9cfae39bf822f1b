type Running = { close(): Promise<void> };

/** The life of a process: open, wait for SIGTERM or SIGINT, close. A foreseen start-up problem is one sentence on stderr. */
export const runUntilSignal = async (open: () => Promise<Running>): Promise<void> => {
  const signalled = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => {
      resolve();
    });
    process.once('SIGINT', () => {
      resolve();
    });
  });
  try {
    const running = await open();
    await signalled;
    await running.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
};

const FORESEEN = new Set(['ConfigurationError', 'AppError']);

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The process failed.';
  return FORESEEN.has(error.name) ? error.message : (error.stack ?? error.message);
};
