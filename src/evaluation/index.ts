import type { Logger } from '../platform/telemetry/telemetry.js';
import { createLeaseLoop, type LeaseTiming } from '../shared/lease-loop.js';
import { createAskQuestions, type AskDeps } from './ask-questions.js';
import type { Database } from './database.js';
import { createGoldenQuestions } from './golden-questions.js';
import { createRuns } from './runs.js';

type RunDeps = AskDeps & {
  database: Database;
  logger: Logger;
  timing?: Partial<LeaseTiming> | undefined;
};

const TIMING: LeaseTiming = { intervalMs: 2000, leaseMs: 60_000, retryMs: 10_000 };

/** Each process handles one run at a time, because chats go first. */
const AT_ONCE = 1;

/** Golden questions and the runs that ask them, for administrators. */
export const createEvaluation = ({ database }: { database: Pick<Database, 'withScope'> }) => ({
  goldenQuestions: createGoldenQuestions({ database }),
  evaluationRuns: createRuns({ database }),
});

/** Asks the questions of runs, in the background of the process. */
export const createEvaluationLoop = ({ logger, timing, ...deps }: RunDeps) =>
  createLeaseLoop({
    name: 'evaluations',
    tasks: deps.database.platform.evaluationTasks,
    lookAt: createAskQuestions(deps),
    atOnce: AT_ONCE,
    timing: { ...TIMING, ...timing },
    logger,
  });
