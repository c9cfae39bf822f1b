import type { UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UsageFigures, UsedAmounts, UserDay } from './usage.js';

/** Days in UTC as `YYYY-MM-DD`, both included. */
export type DayRange = { from: string; to: string };

/** What the whole tenant has used of its quotas, by the database's clock. */
type SpentQuestions = {
  questionsToday: number;
  tokensThisMonth: number;
  dayEndsInSec: number;
  monthEndsInSec: number;
};

/** Figures outlive the sessions, executions and users they are of. */
export type UsageRepository = {
  /** Adds to the user's figures of today (in UTC, by the database's clock). */
  add(userId: UserId, used: UsedAmounts): Promise<void>;
  /** Newest day first; a position is `day/userId`. */
  list(range: DayRange, page: PageRequest): Promise<Page<UserDay>>;
  totals(range: DayRange): Promise<UsageFigures>;
  /** Until the transaction ends, others of the tenant that count before they add wait here. */
  lock(): Promise<void>;
  spentQuestions(): Promise<SpentQuestions>;
  /** Documents that are there and not being deleted, and the bytes of all their versions. */
  storedDocuments(): Promise<{ documents: number; storageBytes: number }>;
};
