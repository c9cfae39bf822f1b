import { Session } from 'node:inspector/promises';

/** Counts how often functions of a file ran while some work was done, by their names, as the engine itself counts them. */
export const countCalls = async (
  file: string,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result
      .filter(({ url }) => url.endsWith(file))
      .flatMap((one) => one.functions);
    return Object.fromEntries(
      functions.map(({ functionName, ranges }) => [functionName, ranges[0]?.count ?? 0]),
    );
  } finally {
    session.disconnect();
  }
};
