import type { Database } from './database.js';
import { createGiveFeedback } from './feedback.js';
import { createListExecutions, createReadExecution } from './executions.js';
import { createSearchHistory } from './search-history.js';
import { createSessions } from './sessions.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  settings: { minCoverage: number };
};

/** What can be done with sessions, their messages and the executions behind the answers. */
export const createConversations = ({ database, settings }: Deps) => ({
  sessions: createSessions({ database }),
  searchHistory: createSearchHistory({ database, settings }),
  readExecution: createReadExecution({ database }),
  listExecutions: createListExecutions({ database }),
  giveFeedback: createGiveFeedback({ database }),
});
