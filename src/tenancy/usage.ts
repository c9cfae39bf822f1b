import { z } from 'zod';
import { UserId } from '../shared/ids.js';
import type { ModelCall } from '../shared/execution.js';

/** What models took: `unpricedCalls` counts those whose price is unknown, which `costUsd` leaves out. */
export type ModelUsage = {
  promptTokens: number;
  completionTokens: number;
  costUsd: number;
  unpricedCalls: number;
};

export type UsedAmounts = Partial<ModelUsage & { questions: number; documents: number }>;

export const toModelUsage = (
  calls: readonly Pick<ModelCall, 'promptTokens' | 'completionTokens' | 'costUsd'>[],
): ModelUsage => ({
  promptTokens: calls.reduce((sum, call) => sum + call.promptTokens, 0),
  completionTokens: calls.reduce((sum, call) => sum + call.completionTokens, 0),
  costUsd: calls.reduce((sum, call) => sum + (call.costUsd ?? 0), 0),
  unpricedCalls: calls.filter(({ costUsd }) => costUsd === null).length,
});

export const UsageFigures = z.object({
  questions: z.int(),
  documents: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** Null when a call without a known price is among them. */
  costUsd: z.number().nullable(),
  unpricedCalls: z.int(),
  /** Of the answers given on these days. */
  feedbackUp: z.int(),
  feedbackDown: z.int(),
});
export type UsageFigures = z.infer<typeof UsageFigures>;

/** One user's day in UTC. */
export const UserDay = UsageFigures.extend({ day: z.iso.date(), userId: UserId });
export type UserDay = z.infer<typeof UserDay>;

/** Days in UTC as `YYYY-MM-DD`, both included. */
export type DayRange = { from: string; to: string };

/** What the whole tenant has used of its quotas, by the database's clock. */
export type SpentQuestions = {
  questionsToday: number;
  tokensThisMonth: number;
  dayEndsInSec: number;
  monthEndsInSec: number;
};
